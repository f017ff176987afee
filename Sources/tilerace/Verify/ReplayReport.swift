import PuzzleEngine
import RaceProtocol

/// What there is to say about a replay, to a person.
struct ReplayReport {
    let replay: Replay

    init(_ replay: Replay) { self.replay = replay }

    /// The first difference between what the replay tells and what is true, in a sentence; nil if all of it is true.
    func fault(budget: Int) -> String? {
        if replay.tracks.isEmpty { return "It holds no run." }
        let seats = replay.tracks.map(\.seat)
        for (one, next) in zip(seats, seats.dropFirst()) where one >= next {
            return "Its runs are not in the order of their seats: \(one), then \(next)."
        }
        do throws(ReplayError) {
            try replay.verify(budget: budget)
            return nil
        } catch {
            return sentence(error, budget: budget)
        }
    }

    private func sentence(_ error: ReplayError, budget: Int) -> String {
        switch error.code {
        case .commitment: commitmentFault
        case .start: "The start position cannot stand on such a board."
        case .budget: "It has more than \(budget) steps, and no more are played again."
        case .time: timeFault(error)
        case .verdict: verdictFault(error)
        case .restart:
            "Seat \(replay.tracks[error.track].seat): board \(error.place + 1) begins although the one before it "
                + "was not lost."
        case .result: resultFault(error)
        case .tooLarge, .malformed, .version, .options: "It \(error.sentence([]))"
        }
    }

    private var commitmentFault: String {
        guard case .fair(let secret, let salt, let commitment, _) = replay.seeding else { return "" }
        let made = FairPlay.commitment(
            raceID: replay.raceID, secret: secret, salt: salt, options: replay.options)
        return "The commitment was \(PlaySeed.hex(commitment)), but race, secret, salt and options give "
            + "\(PlaySeed.hex(made))."
    }

    private func timeFault(_ error: ReplayError) -> String {
        let step = step(error)
        guard let step, step.credit <= step.arrival else {
            return
                "\(place(error)) is credited \(step?.credit ?? 0) ms at \(step?.arrival ?? 0) ms, which is before the start."
        }
        return "\(place(error)) arrives at \(step.arrival) ms, before the step in front of it."
    }

    private func verdictFault(_ error: ReplayError) -> String {
        guard let step = step(error) else { return "\(place(error)) is not judged by the rules." }
        let told = step.refusal.map { "refused as \(Self.name($0))" } ?? "accepted"
        let truth = judgement(error).map { "refuse it as \(Self.name($0))" } ?? "accept it"
        return "\(place(error)), \(Self.name(step.code)), was \(told); the rules \(truth)."
    }

    private func resultFault(_ error: ReplayError) -> String {
        let (track, seat) = (replay.tracks[error.track], "Seat \(replay.tracks[error.track].seat)")
        guard let run = played(track, upTo: .max), track.result.cells.count == run.cellBytes.count else {
            return "\(seat): the result has another number of cells than the board."
        }
        let (told, truth) = (track.result, Replay.Result(run))
        for (name, one, other) in [
            ("phase", "\(told.phase)", "\(truth.phase)"), ("score", "\(told.score)", "\(truth.score)"),
            ("moves", "\(told.moves)", "\(truth.moves)"), ("time", "\(told.time)", "\(truth.time)"),
        ] where one != other {
            return "\(seat): the result tells \(name) \(one); its steps lead to \(other)."
        }
        let cell = zip(told.cells, truth.cells).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
        return "\(seat): the result's cell \(cell) is not as its steps leave it."
    }
}

// Playing again as far as a difference.

extension ReplayReport {
    /// Which step of which seat, both as people count.
    private func place(_ error: ReplayError) -> String {
        "Seat \(replay.tracks[error.track].seat): step \(error.place + 1)"
    }

    private func step(_ error: ReplayError) -> Replay.Step? {
        var place = error.place
        for steps in replay.tracks[error.track].boards {
            if place < steps.count { return steps[place] }
            place -= steps.count
        }
        return nil
    }

    /// How the rules judge the step of a `verdict`.
    private func judgement(_ error: ReplayError) -> MoveError? {
        guard let step = step(error), let run = played(replay.tracks[error.track], upTo: error.place) else {
            return nil
        }
        let verdicts = [nil] + (1...UInt8.max).compactMap { MoveError(rawValue: $0) }
        // The verdict that leaves no difference is the true one.
        for verdict in verdicts {
            let other = Replay.Step(
                code: step.code, arrival: step.arrival, credit: step.credit, refusal: verdict)
            var (copy, latest) = (run, UInt32(0))
            if other.fault(in: &copy, after: &latest) == nil { return verdict }
        }
        return nil
    }

    /// The last board of a track after so many of its steps.
    private func played(_ track: Replay.Track, upTo count: Int) -> Run? {
        var left = count
        var last: Run?
        for board in track.boards.indices {
            guard var run = begin(track, board) else { return nil }
            for step in track.boards[board] {
                if left == 0 { return run }
                var latest: UInt32 = 0
                _ = step.fault(in: &run, after: &latest)
                left -= 1
            }
            last = run
        }
        return last
    }

    private func begin(_ track: Replay.Track, _ board: Int) -> Run? {
        guard !replay.start.isEmpty else {
            return Run(options: replay.options, seed: replay.seed, board: UInt32(board), play: track.play)
        }
        return try? Run(options: replay.options, seed: replay.seed, bytes: replay.start, play: track.play)
    }
}

// What is shown where all is well.

extension ReplayReport {
    func text(name: String) -> String {
        let steps = replay.tracks.reduce(0) { $0 + $1.boards.reduce(0) { $0 + $1.count } }
        var lines = [
            "\(name): all of it is true: \(game), \(counted(replay.tracks.count, "run")), \(counted(steps, "step"))"
        ]
        for track in replay.tracks {
            let result = track.result
            lines.append(
                "  seat \(track.seat): \(result.phase), score \(result.score), \(counted(Int(result.moves), "move")), "
                    + "\(PlayTable.time(result.time))")
        }
        return (lines + [origin]).joined(separator: "\n")
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private var game: String {
        let size = "\(replay.options.rows)x\(replay.options.columns)"
        return switch replay.options {
        case .twenty48(let game): "2048 \(size) to \(game.target)"
        case .sliding: "sliding \(size)"
        case .memory: "memory \(size)"
        }
    }

    /// What the seed's origin proves and what not.
    private var origin: String {
        if !replay.start.isEmpty { return "  It starts from a given position." }
        switch replay.seeding {
        case .fair(_, _, let commitment, _):
            return "  The seed is the one that was committed to, if the room showed this before the race:\n  "
                + PlaySeed.hex(commitment)
        case .phrase(let utf8):
            let phrase = PlaySeed.quoted(String(decoding: utf8, as: UTF8.self))
            return "  An open seed: whoever chose the phrase \(phrase) knew the board."
        case .seed: return "  A given seed: whoever chose it knew the board."
        }
    }

    private static func name(_ refusal: MoveError) -> String {
        refusal == .nothingToUndo ? "nothing-to-undo" : ErrorCode(refusal).rawValue
    }

    private static func name(_ code: UInt8) -> String {
        if code == Replay.Step.keepGoing { return "go on" }
        return switch Action(code: code) {
        case .move(let direction): ["U", "D", "L", "R"][Int(direction.rawValue)]
        case .tap(let cell): "cell \(cell)"
        case .undo: "undo"
        case nil: "action \(code)"
        }
    }
}

extension ReplayError {
    /// Why these bytes are no replay that can be played again; follows the file's name.
    func sentence(_ bytes: [UInt8]) -> String {
        switch code {
        case .tooLarge: "is larger than 4 MiB, which no replay is."
        case .version: "has a version of the rules or of its form that this tilerace does not know."
        case .options: "has options that no game has."
        case .malformed where bytes.isEmpty: "is empty."
        case .malformed where bytes.dropLast().last == UInt8(ascii: "}") && bytes.last == UInt8(ascii: "\n"):
            "is no replay: it has an empty line at its end."
        case .malformed where bytes.first == UInt8(ascii: "{") && bytes.last != UInt8(ascii: "}"):
            "is cut off, or no replay: what stands at byte \(place) does not end as it should."
        case .malformed: "is no replay: byte \(place) is not what stands there in one."
        case .result: "has a result with another number of cells than the board."
        case .commitment, .start, .budget, .time, .verdict, .restart: "is not true."
        }
    }
}
