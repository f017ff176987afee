import Foundation
import PuzzleEngine

/// `tilerace bench engine`
enum EngineBenchCommand: Command {
    static let name = "bench engine"
    static let summary = "measure the games: random moves a second, beside a naive implementation"
    static let flags = [
        Flag("game", "2048|sliding|memory", "measure this one (all)"),
        Flag("seconds", "N", "how long to measure each game, and as long again its naive counterpart (1)"),
        Flag("json", nil, "print one JSON object"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let seconds = try arguments.number("seconds", in: 1...60, or: 1)
        let isJSON = arguments.has("json")
        let games = try EngineBench.games().filter { (arguments.string("game") ?? $0.name) == $0.name }
        if games.isEmpty { throw UsageError("--game is 2048, sliding or memory.") }
        if !isJSON { Output.line(EngineBench.heading) }
        var results: [EngineBench.Result] = []
        for game in games {
            let result = try EngineBench.measure(game, seconds: Double(seconds))
            if !isJSON { Output.line(result.text) }
            results.append(result)
        }
        if isJSON { Output.line(EngineBench.json(results, seconds: seconds)) }
    }
}

/// One thread, seeded draws, full events: the engine and the naive games take turns.
enum EngineBench {
    /// Rounds of each; the median counts, for other processes disturb some.
    private static let rounds = 5

    struct Result {
        let game: GameOptions
        /// Accepted actions a second.
        let engine, naive: Double

        var ratio: Double { engine / naive }
        var size: String { "\(game.rows)x\(game.columns)" }

        var text: String {
            func column(_ text: String, _ width: Int) -> String {
                String(repeating: " ", count: max(0, width - text.count)) + text
            }
            let head = game.name.padding(toLength: 8, withPad: " ", startingAt: 0) + size
            return head + column(Self.millions(engine), 16) + column(Self.millions(naive), 13)
                + column(String(format: "%.1f", ratio), 9)
        }

        private static func millions(_ rate: Double) -> String { String(format: "%.2f M/s", rate / 1e6) }
    }

    static let heading =
        "\(build) build, load average \(load), accepted moves a second of one thread\ngame    size          engine        naive    ratio"

    /// Every game at its usual sizes.
    static func games() throws(OptionError) -> [GameOptions] {
        var games: [GameOptions] = []
        for size: UInt8 in 3...6 {
            games.append(.twenty48(try Twenty48Options(size: size, target: size == 3 ? 1024 : 2048)))
        }
        for size: UInt8 in [3, 4, 5, 8] { games.append(.sliding(try SlidingOptions(rows: size, columns: size))) }
        for size: UInt8 in [4, 6, 8] { games.append(.memory(try MemoryOptions(rows: size, columns: size))) }
        return games
    }

    static func measure(_ game: GameOptions, seconds: Double) throws -> Result {
        switch game.kind {
        case .twenty48: try measure(game, NaiveTwenty48.self, seconds)
        case .sliding: try measure(game, NaiveSliding.self, seconds)
        case .memory: try measure(game, NaiveMemory.self, seconds)
        }
    }

    private static func measure<Naive: NaiveGame>(
        _ game: GameOptions, _ naive: Naive.Type, _ seconds: Double
    ) throws -> Result {
        if let difference = difference(game, naive) {
            throw PlayError("The naive game is another one, which makes the ratio meaningless: \(difference).")
        }
        let engineMoves = calibrated(seconds) { SelfTest.race(game, least: $0).moves }
        let naiveMoves = calibrated(seconds) { race(game, naive, least: $0) }
        var rates: (engine: [Double], naive: [Double]) = ([], [])
        for _ in 0..<rounds {
            rates.engine.append(rate { SelfTest.race(game, least: engineMoves).moves })
            rates.naive.append(rate { race(game, naive, least: naiveMoves) })
        }
        return Result(game: game, engine: rates.engine.sorted()[rounds / 2], naive: rates.naive.sorted()[rounds / 2])
    }

    /// How many moves take about as long as one round should.
    private static func calibrated(_ seconds: Double, _ work: (UInt64) -> UInt64) -> UInt64 {
        let rate = rate { work(20_000) }
        return max(1000, UInt64(rate * seconds / Double(rounds)))
    }

    private static func rate(_ work: () -> UInt64) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        let moves = work()
        return Double(moves) * 1e9 / Double(max(1, DispatchTime.now().uptimeNanoseconds - start))
    }

    /// Whole random games of a naive kind, as `SelfTest.race` plays the engine's.
    private static func race<Naive: NaiveGame>(_ game: GameOptions, _: Naive.Type, least: UInt64) -> UInt64 {
        var (moves, number): (UInt64, UInt32) = (0, 0)
        var chance = Xorshift()
        var events: [Event] = []
        while moves < least {
            number &+= 1
            var naive = Naive(Run(options: game, seed: Seed(number: number)))
            var left = 100_000
            while left > 0 {
                events.removeAll(keepingCapacity: true)
                guard naive.act(action(game, &chance), &events) else { continue }
                naive.draw(&chance, &events)
                moves += 1
                left -= 1
                if naive.isOver { break }
            }
        }
        return moves
    }

    private static func action(_ game: GameOptions, _ chance: inout Xorshift) -> Action {
        if game.kind == .memory { return .tap(cell: UInt8(chance.below(Int(game.rows) * Int(game.columns)))) }
        return .move(Direction(rawValue: UInt8(chance.below(4))) ?? .up)
    }
}

// Whether both play the same game.

extension EngineBench {
    /// Plays both side by side with the engine's draws; the first difference.
    private static func difference<Naive: NaiveGame>(_ game: GameOptions, _: Naive.Type) -> String? {
        var chance = Xorshift()
        for number: UInt32 in 0..<20 {
            var run = Run(options: game, seed: Seed(number: number))
            var naive = Naive(run)
            for step in 0..<500 where run.phase == .playing {
                let action = action(game, &chance)
                var (events, own): ([Event], [Event]) = ([], [])
                do { try run.apply(action, at: 0, events: &events) } catch { events = [] }
                let accepted = naive.act(action, &own)
                if case .insert? = events.last { own.append(events[events.count - 1]) }
                if let last = own.last { naive.follow(last) }
                let isSame =
                    accepted != events.isEmpty && own == events && naive.cells == run.cells
                    && naive.isOver == (run.phase != .playing)
                if !isSame { return "game \(number), step \(step)" }
            }
        }
        return nil
    }

    private static var build: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }

    private static var load: String {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        return text.split(separator: " ").prefix(1).joined()
    }

    static func json(_ results: [Result], seconds: Int) -> String {
        let games = results.map {
            """
            {"game":"\($0.game.name)","rows":\($0.game.rows),"columns":\($0.game.columns),\
            "moves_a_second":\(String(format: "%.0f", $0.engine)),\
            "naive_moves_a_second":\(String(format: "%.0f", $0.naive)),"ratio":\(String(format: "%.2f", $0.ratio))}
            """
        }
        return """
            {"bench":"engine","build":"\(build)","load":"\(load)","seconds":\(seconds),\
            "games":[\(games.joined(separator: ","))]}
            """
    }
}

extension GameOptions {
    /// As `--game` names it.
    var name: String { ["2048", "sliding", "memory"][Int(kind.rawValue)] }
}
