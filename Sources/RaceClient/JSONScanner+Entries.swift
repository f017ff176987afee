import PuzzleEngine
import RaceProtocol

extension JSONScanner {
    /// One entry of an `events` frame.
    mutating func entry() throws(JSONFault) -> RoomEntry {
        var fields = EntryFields()
        try self.fields { scanner, key throws(JSONFault) in try fields.take(key, from: &scanner) }
        return fields.entry
    }

    /// One diff; nil for a letter or a shape that this client does not know.
    fileprivate mutating func diff() throws(JSONFault) -> Event? {
        var letter: UInt8?
        // At most four numbers; kept in place because this runs for every moved tile.
        var numbers: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var count = 0
        try array(orThrow: JSONFault()) { scanner throws(JSONFault) in
            if letter == nil {
                letter = scanner.plainString()?.first
                guard letter != nil else { throw JSONFault() }
            } else {
                let number = try scanner.number()
                switch count {
                case 0: numbers.0 = number
                case 1: numbers.1 = number
                case 2: numbers.2 = number
                default: numbers.3 = number
                }
                count += 1
            }
        }
        let first = UInt8(clamping: numbers.0)
        let second = UInt8(clamping: numbers.1)
        switch (letter, count) {
        case (UInt8(ascii: "m"), 3): return .move(from: first, to: second, value: numbers.2)
        case (UInt8(ascii: "x"), 4):
            return .merge(from1: first, from2: second, to: UInt8(clamping: numbers.2), value: numbers.3)
        case (UInt8(ascii: "i"), 2): return .insert(cell: first, value: numbers.1)
        case (UInt8(ascii: "s"), 2): return .show(cell: first, face: second)
        case (UInt8(ascii: "h"), 1): return .hide(cell: first)
        case (UInt8(ascii: "p"), 2): return .match(cell1: first, cell2: second)
        case (UInt8(ascii: "u"), 0): return .undo
        default: return nil
        }
    }
}

/// The fields of all kinds of entries as they are met.
private struct EntryFields {
    var kind = ""
    var step = StepView()
    var seat: SeatView?
    var seatNumber: Int?
    var host: HostView?
    var game: GameOptions?
    var race: RaceView?
    var raceID = ""
    var commitment = ""
    var count: UInt64 = 0
    var boards: [BoardView] = []
    var ranks: [RankView] = []
    var state = BoardView.State.racing
    var clock = ClockView()

    mutating func take(_ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner) throws(JSONFault) {
        if key.spells("k") {
            kind = try scanner.text()
        } else if key.spells("seat") {
            if scanner.peek() == UInt8(ascii: "{") {
                seat = try scanner.seat()
            } else {
                seatNumber = try scanner.optionalNumber().map { Int(clamping: $0) }
            }
        } else if try !takeStep(key, from: &scanner) {
            try takeRare(key, from: &scanner)
        }
    }

    private mutating func takeStep(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(JSONFault) -> Bool {
        if key.spells("n") {
            step.number = UInt32(clamping: try scanner.number())
        } else if key.spells("ms") {
            step.time = try scanner.number()
        } else if key.spells("score") {
            step.score = try scanner.number()
        } else if key.spells("moves") {
            step.moves = try scanner.number()
        } else if key.spells("d") {
            step.events = try scanner.list { scanner throws(JSONFault) in try scanner.diff() }.compactMap { $0 }
        } else if key.spells("board") {
            step.cells = try scanner.numbers()
        } else if key.spells("closesAt") {
            step.closesAt = try scanner.optionalNumber()
        } else if key.spells("end") {
            step.end = try scanner.state()
        } else {
            return false
        }
        return true
    }

    private mutating func takeRare(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(JSONFault) {
        if key.spells("options") {
            game = try scanner.game()
        } else if key.spells("race") {
            if scanner.peek() == UInt8(ascii: "\"") {
                raceID = try scanner.text()
            } else {
                race = try scanner.race()
            }
        } else if key.spells("commitment") {
            commitment = try scanner.text()
        } else if key.spells("count") {
            count = try scanner.number()
        } else if key.spells("boards") {
            boards = try scanner.boards()
        } else if key.spells("ranks") {
            ranks = try scanner.ranks()
        } else if key.spells("state") {
            state = try scanner.state()
        } else if key.spells("host") {
            host = try scanner.host()
        } else if key.spells("clock") {
            clock = try scanner.clock()
        } else {
            try scanner.ignore()
        }
    }

    var entry: RoomEntry {
        switch kind {
        case "step":
            var step = step
            step.seat = seatNumber ?? -1
            return .step(step)
        case "seat": return seat.map { .seat($0) } ?? .unknown
        case "left": return seatNumber.map { .left($0) } ?? .unknown
        case "host": return .host(host)
        case "options": return .options(game)
        case "next": return .next(race: raceID, commitment: commitment)
        case "watchers": return .watchers(count)
        case "countdown": return race.map { .countdown($0) } ?? .unknown
        case "lobby": return .lobby
        case "go": return .go(boards)
        case "out": return seatNumber.map { .out(seat: $0, state: state) } ?? .unknown
        case "closing": return step.closesAt.map { .closing($0) } ?? .unknown
        case "clock": return .clock(clock)
        case "finished": return .finished(ranks: ranks, boards: boards)
        default: return .unknown
        }
    }
}
