import Foundation
import PuzzleEngine

/// One game that somebody plays here, with everything that a replay of it needs.
struct PlayGame {
    let seed: PlaySeed
    private(set) var run: Run
    /// The given start position, one byte a cell; empty where the seed drew it.
    private let start: [UInt8]
    /// What was judged so far.
    private var steps: [Replay.Step] = []

    /// More do not fit into a replay in any case.
    private static let mostSteps = 400_000

    init(_ options: PlayOptions, seed: PlaySeed, play: Run.Play) throws(OptionError) {
        self.seed = seed
        guard let position = options.position else {
            run = Run(options: options.game, seed: seed.seed, play: play)
            start = []
            return
        }
        run = try Run(options: options.game, seed: seed.seed, cells: position, play: play)
        start = options.game.kind == .memory ? run.layout : run.cellBytes
    }

    var options: GameOptions { run.options }

    /// Judges an action at this many milliseconds from the start; throws with nothing changed on the board.
    mutating func apply(_ action: Action, at ms: UInt32) throws(MoveError) -> [Event] {
        var events: [Event] = []
        do {
            try run.apply(action, at: ms, events: &events)
        } catch {
            // A cell on no board has no code of its own, and nothing to keep.
            if Action(code: action.code) == action { keep(action.code, ms, error) }
            throw error
        }
        keep(action.code, ms, nil)
        return events
    }

    /// Goes on after a win of 2048 in solo play.
    mutating func keepGoing(at ms: UInt32) throws(MoveError) {
        let went = run.keepGoing()
        keep(Replay.Step.keepGoing, ms, went ? nil : .noEffect)
        if !went { throw .noEffect }
    }

    private mutating func keep(_ code: UInt8, _ ms: UInt32, _ refusal: MoveError?) {
        guard steps.count <= Self.mostSteps else { return }
        steps.append(Replay.Step(code: code, arrival: ms, refusal: refusal))
    }

    /// Writes the replay, over an older one.
    func save(to path: String) throws {
        let track = Replay.Track(seat: 0, play: run.play, boards: [steps], result: Replay.Result(run))
        let replay = Replay(
            raceID: Array("play".utf8), options: options, seeding: seed.seeding, start: start, tracks: [track])
        let bytes = steps.count > Self.mostSteps ? [] : replay.json
        guard !bytes.isEmpty, bytes.count <= Replay.largest else {
            throw PlayError("The game is too long for a replay, which holds at most 4 MiB; it was not saved.")
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw PlayError("The replay could not be written to \(Output.shown(path)): \(Self.reason(error)).")
        }
    }

    /// Finds out before the game whether its replay could be written after it.
    static func checkSaving(to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if path.isEmpty || exists && isFolder.boolValue {
            throw UsageError("--save is a file, not \(Output.shown(path)).")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw UsageError("--save needs a folder that may be written to, which \(Output.shown(folder)) is not.")
        }
    }

    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return underlying.map { String(cString: strerror(Int32($0.code))) } ?? "\((error as NSError).code)"
    }
}

/// What went wrong while playing or verifying, as a sentence.
struct PlayError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Milliseconds since it was started, without those during which it stood.
struct PlayClock {
    private var before: UInt64 = 0
    private var startedAt: UInt64?

    var isRunning: Bool { startedAt != nil }

    var milliseconds: UInt32 {
        let now = startedAt.map { Self.now() - $0 } ?? 0
        return UInt32(clamping: (before + now) / 1_000_000)
    }

    mutating func start() {
        if startedAt == nil { startedAt = Self.now() }
    }

    mutating func stop() {
        if let startedAt { before += Self.now() - startedAt }
        startedAt = nil
    }

    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
