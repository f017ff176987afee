import PuzzleEngine
import Testing

@testable import RaceClient

struct GreedyPlayerTests {
    /// Plays a run with what a racer sees; the number of actions, nil when it stops before winning.
    private func play(_ game: GameOptions, seed number: UInt8, limit: Int) throws -> Int? {
        var run = Run(options: game, seed: try seed(number))
        var player = GreedyPlayer(game: game)
        var board = BoardView(cells: run.cells)
        var time: UInt32 = 0
        for turn in 1...limit {
            time += 10
            board.state = run.phase == .playing ? .racing : .won
            var action = player.choose(board, raceTime: UInt64(time))
            if action == nil, let closesAt = board.closesAt {
                time = UInt32(closesAt) + 1
                action = player.choose(board, raceTime: UInt64(time))
            }
            guard let action else { return run.phase == .won ? turn - 1 : nil }
            var events: [Event] = []
            do {
                try run.apply(action, at: time, events: &events)
            } catch {
                Issue.record("\(action) refused: \(error)")
                return nil
            }
            board.cells = run.cells
            board.closesAt = run.closesAt.map { UInt64($0) }
        }
        return nil
    }

    @Test func `2048 is won to 256 nearly always`() throws {
        let game = GameOptions.twenty48(try Twenty48Options(size: 4, target: 256))
        let wins = try (1...20).count { try play(game, seed: UInt8($0), limit: 3_000) != nil }
        #expect(wins >= 17)
    }

    @Test(arguments: [(2, 2, 8), (3, 3, 80), (3, 4, 200), (4, 4, 400)])
    func `a sliding puzzle comes home`(rows: UInt8, columns: UInt8, limit: Int) throws {
        let game = GameOptions.sliding(try SlidingOptions(rows: rows, columns: columns))
        for number in 1...(rows == 4 ? 4 : 20) { #expect(try play(game, seed: UInt8(number), limit: limit) != nil) }
    }

    @Test(arguments: [MemoryOptions.Closing.nextFlip, .hideAfter(ms: 1_000)])
    func `memory is cleared without forgetting and without a refused flip`(closing: MemoryOptions.Closing) throws {
        for (rows, columns) in [(2, 2), (4, 4), (6, 5), (8, 8)] as [(UInt8, UInt8)] {
            let game = GameOptions.memory(try MemoryOptions(rows: rows, columns: columns, closing: closing))
            let cells = Int(rows) * Int(columns)
            for number in 1...10 {
                let flips = try #require(try play(game, seed: UInt8(number), limit: 4 * cells))
                #expect(flips <= 2 * cells)
            }
        }
    }
}
