import Testing

@testable import PuzzleEngine

/// Published facts about whole state spaces, which a wrong rule cannot reproduce.
struct KnownAnswerTests {
    /// Every 3×3 board, by breadth-first search from the goal.
    @Test func `the 8-puzzle has the published number of boards at each distance`() throws {
        let expected = try Vectors.lines("sliding_depths.txt").filter { $0[0] == "3x3" }
            .map { try #require(Int($0[2])) }
        var layer = [goal(3, 3)]
        var seen = Set(layer.map(key))
        var counts: [Int] = []
        var last = layer
        while !layer.isEmpty {
            counts.append(layer.count)
            last = layer
            layer = layer.flatMap { neighbours($0, 3, 3) }.filter { seen.insert(key($0)).inserted }
        }
        #expect(counts == expected)
        #expect(counts.count == 32 && seen.count == 181_440)
        let farthest = Vectors.lines("eight_puzzle_farthest.txt").map { numbers($0[0]).map { UInt8($0) } }
        #expect(farthest.count == 2)
        #expect(Set(last.map(key)) == Set(farthest.map(key)))
    }

    @Test(arguments: [("4x4", 4, 4), ("4x3", 3, 4), ("5x2", 2, 5)] as [(String, UInt8, UInt8)])
    func `larger boards have the published numbers near the goal`(name: String, rows: UInt8, columns: UInt8) throws {
        let expected = try Vectors.lines("sliding_depths.txt").filter { $0[0] == name }
            .map { try #require(Int($0[2])) }
        var layer = [goal(rows, columns)]
        var seen = Set(layer)
        for count in expected.prefix(11) {
            #expect(layer.count == count)
            layer = layer.flatMap { neighbours($0, rows, columns) }.filter { seen.insert($0).inserted }
        }
        #expect(expected.count > 11)
    }

    @Test(arguments: Vectors.lines("korf100.txt"))
    func `Korf's instances are solvable and their lengths fit`(line: [String]) throws {
        let optimal = try #require(UInt32(line[1]))
        // Korf's goal has the blank first: turn the board round and number the tiles from the other end.
        let tiles = numbers(line[2]).reversed().map { $0 == 0 ? 0 : 16 - $0 }
        let run = try sliding(4, 4, Array(tiles))
        #expect(run.phase == .playing)
        #expect(run.manhattan <= optimal)
        #expect((optimal - run.manhattan).isMultiple(of: 2))
    }

    @Test func `all of Korf's instances are there`() {
        #expect(Vectors.lines("korf100.txt").count == 100)
    }

    /// The board of 2×2 is no option of a race, but small enough to see every state.
    @Test func `2048 on 2 by 2 reaches the published number of boards`() {
        var seen: Set<[UInt8]> = []
        var frontier: [Twenty48Board] = []
        func visit(_ board: Twenty48Board) {
            if seen.insert(board.exponents).inserted { frontier.append(board) }
        }
        func spawn(_ board: Twenty48Board, _ then: (Twenty48Board) -> Void) {
            for cell in 0..<4 where board.cells[cell] == 0 {
                for exponent: UInt8 in [1, 2] {
                    var next = board
                    next.put(exponent, at: cell)
                    then(next)
                }
            }
        }
        spawn(Twenty48Board(size: 2)) { spawn($0, visit) }
        var events: [Event] = []
        while let board = frontier.popLast() {
            for direction in Direction.allCases {
                var next = board
                if next.slide(direction, events: &events) != nil { spawn(next, visit) }
            }
        }
        let canonical = Set(seen.map { board in symmetries(board).min { $0.lexicographicallyPrecedes($1) } })
        #expect(seen.count == 662)
        #expect(canonical.count == 110)
        #expect(seen.flatMap { $0 }.max() == 5)
        #expect(seen.map { $0.reduce(0) { $0 + ($1 == 0 ? 0 : 1 << Int($1)) } }.max() == 60)
    }
}

extension Twenty48Board {
    fileprivate var exponents: [UInt8] { (0..<count).map { cells[$0] } }
}

/// A 3×3 board in one number: cheaper to keep than an array.
private func key(_ tiles: [UInt8]) -> UInt64 { tiles.reduce(0) { $0 << 4 | UInt64($1) } }

private func neighbours(_ tiles: [UInt8], _ rows: UInt8, _ columns: UInt8) -> [[UInt8]] {
    let board = SlidingBoard(rows: rows, columns: columns, tiles: tiles)
    return Direction.allCases.compactMap { direction in
        guard let tile = board.tile(moving: direction) else { return nil }
        var next = board
        var events: [Event] = []
        next.shift(tile, events: &events)
        return next.tiles
    }
}

private func symmetries(_ b: [UInt8]) -> [[UInt8]] {
    let turns = [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0], [1, 3, 0, 2]]
    return turns.flatMap { turn in [turn.map { b[$0] }, [turn[1], turn[0], turn[3], turn[2]].map { b[$0] }] }
}
