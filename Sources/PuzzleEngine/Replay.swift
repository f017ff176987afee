/// One race in a file: how its seed came about and every action that was judged. Whoever has the engine can play it
/// again and see whether all of it is true.
public struct Replay: Equatable, Sendable {
    /// Version of the file's form; the rules have a version of their own, in the options.
    public static let schema: UInt64 = 1
    /// The largest file in bytes, in either form.
    public static let largest = 4 << 20
    /// The longest race id in bytes of UTF-8.
    public static let longestRaceID = 64
    /// Bytes of a contribution.
    public static let contributionSize = 16

    /// Where the seed comes from.
    public enum Seeding: Equatable, Sendable {
        /// A committed secret (32 bytes) with its salt (16), and what each seat added (16), in seat order.
        case fair(secret: [UInt8], salt: [UInt8], commitment: [UInt8], contributions: [[UInt8]])
        /// A phrase that a host typed: UTF-8 in NFC.
        case phrase([UInt8])
        /// The seed itself: practice and programs.
        case seed(Seed)
    }

    /// One judged act of a racer.
    public struct Step: Equatable, Sendable {
        /// `Action.code`, or `Step.keepGoing`.
        public let code: UInt8
        /// When it arrived, in milliseconds of race time.
        public let arrival: UInt32
        /// The lag credit in milliseconds that its time was counted back by.
        public let credit: UInt32
        /// Why it was refused; nil when it was accepted.
        public let refusal: MoveError?

        /// The code of going on after a win in solo play.
        public static let keepGoing: UInt8 = 69

        /// A step as it was judged.
        public init(code: UInt8, arrival: UInt32, credit: UInt32 = 0, refusal: MoveError? = nil) {
            self.code = code
            self.arrival = arrival
            self.credit = credit
            self.refusal = refusal
        }
    }

    /// How a run stood at its end.
    public struct Result: Equatable, Sendable {
        /// Phase of the last board.
        public let phase: Phase
        /// Score of the last board.
        public let score: UInt64
        /// Moves of the last board.
        public let moves: UInt32
        /// Race time of the last accepted action, in milliseconds.
        public let time: UInt32
        /// Cells of the last board, one byte each as in `Run.record`.
        public let cells: [UInt8]

        /// The result of a run as it stands.
        public init(_ run: Run) {
            self.init(
                phase: run.phase, score: run.score, moves: run.moves, time: run.lastTime, cells: run.cellBytes)
        }

        init(phase: Phase, score: UInt64, moves: UInt32, time: UInt32, cells: [UInt8]) {
            self.phase = phase
            self.score = score
            self.moves = moves
            self.time = time
            self.cells = cells
        }
    }

    /// What one racer did.
    public struct Track: Equatable, Sendable {
        /// The racer's seat.
        public let seat: UInt8
        /// Race or solo.
        public let play: Run.Play
        /// The steps on each board: at least one board, and one more for each restart on the same seed.
        public let boards: [[Step]]
        /// What the track claims to have led to.
        public let result: Result

        /// A track; `verify` tells whether it is true.
        public init(seat: UInt8, play: Run.Play = .race, boards: [[Step]], result: Result) {
            self.seat = seat
            self.play = play
            self.boards = boards
            self.result = result
        }
    }

    /// The race's id: UTF-8, at most `longestRaceID` bytes.
    public let raceID: [UInt8]
    /// The game.
    public let options: GameOptions
    /// Where the seed comes from.
    public let seeding: Seeding
    /// A given start position, one byte a cell; empty when the seed draws it.
    public let start: [UInt8]
    /// Every racer's track, in seat order.
    public let tracks: [Track]

    /// A replay; `verify` tells whether it is true.
    public init(raceID: [UInt8], options: GameOptions, seeding: Seeding, start: [UInt8] = [], tracks: [Track]) {
        self.raceID = raceID
        self.options = options
        self.seeding = seeding
        self.start = start
        self.tracks = tracks
    }

    /// The seed of the race.
    public var seed: Seed {
        switch seeding {
        case .fair(let secret, _, _, let contributions): FairPlay.seed(secret: secret, contributions: contributions)
        case .phrase(let utf8): FairPlay.seed(phraseNFC: utf8)
        case .seed(let seed): seed
        }
    }
}

/// What is wrong with a replay, and where: the first difference. Codes are stable; texts live elsewhere.
public struct ReplayError: Error, Equatable, Sendable {
    /// The kind of fault.
    public enum Code: UInt8, Sendable {
        /// The file is larger than `Replay.largest`.
        case tooLarge = 1
        /// The file is no replay; `place` is the byte that shows it (cut off, reordered, foreign, not canonical).
        case malformed
        /// The rules or the form have a version that this engine does not know.
        case version
        /// The options are none.
        case options
        /// The secret is not the one that was committed to.
        case commitment
        /// The start position is none.
        case start
        /// More steps than the budget.
        case budget
        /// `place` is a step that arrived before the one before it, or took more credit than it had time.
        case time
        /// `place` is a step that was accepted and ought to have been refused, or the other way, or for another reason.
        case verdict
        /// A board begins although the one before it was not lost; `place` is the board.
        case restart
        /// A track's result is not what its steps lead to.
        case result
    }

    /// The kind of fault.
    public let code: Code
    /// The track, from 0.
    public let track: Int
    /// The byte, board or step, from 0.
    public let place: Int

    init(_ code: Code, track: Int = 0, place: Int = 0) {
        self.code = code
        self.track = track
        self.place = place
    }
}
