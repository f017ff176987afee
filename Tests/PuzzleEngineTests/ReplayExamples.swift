@testable import PuzzleEngine

/// Replays that are played on the spot, by chance but always the same; the files under Vectors/engine/replays are theirs.
enum ReplayExamples {
    static let names = ["fair-2048", "open-memory", "seed-sliding", "solo-2048", "restarts-3x3", "position-sliding"]

    static func make(_ name: String) throws -> Replay {
        let raceID = Array("K7QX4M-\(names.firstIndex(of: name) ?? 0)".utf8)
        func replay(_ options: GameOptions, _ seeding: Replay.Seeding, runs: Int = 1, play: Run.Play = .race) -> Replay
        {
            let empty = Replay(raceID: raceID, options: options, seeding: seeding, tracks: [])
            let tracks = (0..<runs).map { track(options, empty.seed, seat: UInt8($0), play: play, restarts: 1) }
            return Replay(raceID: raceID, options: options, seeding: seeding, tracks: tracks)
        }
        switch name {
        case "fair-2048":
            let options = GameOptions.twenty48(try Twenty48Options(size: 4, target: 64, undos: .limited(2)))
            let (secret, salt) = (bytes(32, 3), bytes(16, 5))
            return replay(
                options,
                .fair(
                    secret: secret, salt: salt,
                    commitment: FairPlay.commitment(raceID: raceID, secret: secret, salt: salt, options: options),
                    contributions: [bytes(16, 7), bytes(16, 9), bytes(16, 11)]),
                runs: 3)
        case "open-memory":
            let options = try MemoryOptions(rows: 4, columns: 5, closing: .hideAfter(ms: 700))
            return replay(.memory(options), .phrase(Array("\"Käse\" \\ 日本\n\u{1}🏁".utf8)), runs: 2)
        case "seed-sliding":
            return replay(.sliding(try SlidingOptions(rows: 2, columns: 2)), .seed(Seed(number: 6)), runs: 2)
        case "solo-2048":
            let options = try Twenty48Options(size: 3, target: 16, fours: 100, undos: .unlimited)
            return replay(.twenty48(options), .seed(Seed(number: 2)), play: .solo)
        case "restarts-3x3":
            let options = GameOptions.twenty48(try Twenty48Options(size: 3, target: 1024))
            let track = track(options, Seed(number: 4), seat: 7, play: .race, restarts: 4)
            return Replay(raceID: raceID, options: options, seeding: .seed(Seed(number: 4)), tracks: [track])
        default:
            let options = GameOptions.sliding(try SlidingOptions(rows: 2, columns: 3))
            let start: [UInt8] = [1, 2, 3, 0, 4, 5]
            var run = try Run(options: options, seed: Seed(number: 1), bytes: start, play: .race)
            let steps = [step(.tap(cell: 5), &run, 900, 20), step(.move(.up), &run, 950, 0)]
            let track = Replay.Track(seat: 0, boards: [steps], result: Replay.Result(run))
            return Replay(
                raceID: raceID, options: options, seeding: .seed(Seed(number: 1)), start: start, tracks: [track])
        }
    }

    private static func track(
        _ options: GameOptions, _ seed: Seed, seat: UInt8, play: Run.Play, restarts: Int
    ) -> Replay.Track {
        var chance = TestChance(Int(seat) + 41)
        var boards: [[Replay.Step]] = []
        var run = Run(options: options, seed: seed, play: play)
        var time: UInt32 = 0
        while boards.count < restarts {
            if !boards.isEmpty { run = Run(options: options, seed: seed, board: UInt32(boards.count), play: play) }
            var steps: [Replay.Step] = []
            for _ in 0..<400 where run.phase == .playing || play == .solo {
                time += UInt32(chance.below(400))
                if run.phase == .won, play == .solo {
                    steps.append(Replay.Step(code: Replay.Step.keepGoing, arrival: time, refusal: nil))
                    _ = run.keepGoing()
                } else {
                    steps.append(step(action(options, &chance), &run, time, UInt32(chance.below(150))))
                }
            }
            boards.append(steps)
        }
        return Replay.Track(seat: seat, play: play, boards: boards, result: Replay.Result(run))
    }

    private static func action(_ options: GameOptions, _ chance: inout TestChance) -> Action {
        if chance.below(12) == 0 { return .undo }
        if options.kind == .memory || chance.below(9) == 0 {
            return .tap(cell: UInt8(chance.below(Int(options.rows) * Int(options.columns) + 1)))
        }
        return .move(Direction.allCases[chance.below(4)])
    }

    private static func step(_ action: Action, _ run: inout Run, _ arrival: UInt32, _ credit: UInt32) -> Replay.Step {
        let credit = min(credit, arrival)
        var refusal: MoveError?
        do throws(MoveError) { try run.play(action, at: arrival - credit) } catch { refusal = error }
        return Replay.Step(code: action.code, arrival: arrival, credit: credit, refusal: refusal)
    }

    private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
        var chance = TestChance(seed)
        return (0..<count).map { _ in UInt8(chance.below(256)) }
    }
}
