public import PuzzleEngine
public import RaceRules

extension ServerMessage {
    /// Appends one entry, as its viewers may see it, to the array of an `events` frame. `phase` is the room's after it.
    public static func write(_ entry: Entry, in phase: RoomState.Phase, to json: inout JSONWriter) {
        json.object { json in
            json.key("k")
            switch entry {
            case .step(let step): write(step, to: &json)
            case .seat(let seat):
                json.literal("seat")
                json.key("seat")
                write(seat, in: phase, to: &json)
            case .left(let seat):
                json.literal("left")
                json.member("seat", seat: seat)
            case .host(let host):
                json.literal("host")
                json.key("host")
                write(host, to: &json)
            case .locked(let isOn):
                json.literal("locked")
                json.member("on", isOn)
            case .options(let options):
                json.literal("options")
                json.key("options")
                OptionFields.write(options, to: &json)
            case .next(let race, let commitment):
                json.literal("next")
                json.member("race", ascii: race.ascii)
                json.member("commitment", ascii: Hex.encode(commitment))
            case .watchers(let count):
                json.literal("watchers")
                json.member("count", UInt64(count))
            case .countdown, .lobby, .go, .out, .closing, .clock, .finished: writePhase(entry, to: &json)
            }
        }
    }

    private static func writePhase(_ entry: Entry, to json: inout JSONWriter) {
        switch entry {
        case .countdown(let race):
            json.literal("countdown")
            json.key("race")
            write(race, in: .countdown, for: .spectator, to: &json)
        case .lobby(let reason):
            json.literal("lobby")
            json.member("why", reason.rawValue)
        case .go(let boards):
            json.literal("go")
            json.key("boards")
            write(boards, to: &json)
        case .out(let seat, let state):
            json.literal("out")
            json.member("seat", seat: seat)
            json.member("state", state.rawValue)
        case .closing(let time):
            json.literal("closing")
            json.member("closesAt", UInt64(time))
        case .clock(let clock):
            json.literal("clock")
            json.key("clock")
            write(clock, to: &json)
        case .finished(let race):
            json.literal("finished")
            json.key("ranks")
            write(race.ranks, to: &json)
            json.key("boards")
            write(race.boards, to: &json)
            json.key("reveal")
            writeReveal(of: race, to: &json)
        case .seat, .left, .host, .locked, .options, .next, .watchers, .step: break
        }
    }

    private static func write(_ step: Step, to json: inout JSONWriter) {
        json.literal("step")
        json.member("seat", seat: step.seat)
        json.member("n", UInt64(step.number))
        json.member("ms", UInt64(step.time))
        json.member("score", step.score)
        json.member("moves", UInt64(step.moves))
        json.key("d")
        json.array { json in
            for event in step.events { write(event, to: &json) }
        }
        if let cells = step.cells {
            json.key("board")
            json.array { json in
                for cell in cells { json.value(cell) }
            }
            json.key("undos")
            if let left = step.undosLeft { json.value(UInt64(left)) } else { json.value(-1) }
        }
        if let closesAt = step.closesAt { json.member("closesAt", UInt64(closesAt)) }
        switch step.end {
        case .won: json.member("end", "won")
        case .lost: json.member("end", "lost")
        case .playing, nil: break
        }
    }

    /// One diff: the arrays of DESIGN's protocol chapter.
    public static func write(_ event: Event, to json: inout JSONWriter) {
        json.array { json in
            switch event {
            case .move(let from, let to, let value): diff("m", from, to, value: value, to: &json)
            case .merge(let from1, let from2, let to, let value):
                diff("x", from1, from2, to, value: value, to: &json)
            case .insert(let cell, let value): diff("i", cell, value: value, to: &json)
            case .show(let cell, let face): diff("s", cell, value: UInt64(face), to: &json)
            case .hide(let cell): diff("h", cell, to: &json)
            case .match(let cell1, let cell2): diff("p", cell1, cell2, to: &json)
            case .undo: diff("u", to: &json)
            }
        }
    }

    /// Spelled out instead of variadic: this runs for every moved tile.
    private static func diff(
        _ letter: StaticString, _ first: UInt8? = nil, _ second: UInt8? = nil, _ third: UInt8? = nil,
        value: UInt64? = nil, to json: inout JSONWriter
    ) {
        json.literal(letter)
        if let first { json.value(UInt64(first)) }
        if let second { json.value(UInt64(second)) }
        if let third { json.value(UInt64(third)) }
        if let value { json.value(value) }
    }
}
