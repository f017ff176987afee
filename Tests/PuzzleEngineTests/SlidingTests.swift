import Testing

@testable import PuzzleEngine

struct SlidingTests {
    @Test(arguments: 2...8, 2...8)
    func `B27 every scramble is a solvable permutation and never the goal`(rows: Int, columns: Int) throws {
        let options = try SlidingOptions(rows: UInt8(rows), columns: UInt8(columns))
        for number in 0..<500 {
            let board = SlidingBoard.scrambled(options, seed: Seed(number: UInt32(number)), board: 0)
            let tiles = board.tiles
            #expect(tiles.sorted() == (0..<UInt8(rows * columns)).map { $0 })
            #expect(parityRule(tiles, columns))
            #expect(!board.isSolved)
        }
    }

    @Test func `B28 parity tells solvable boards`() throws {
        var swapped = (1...15).map(UInt8.init) + [0]
        #expect(SlidingBoard.isSolvable(swapped, columns: 4))
        swapped.swapAt(13, 14)
        #expect(!SlidingBoard.isSolvable(swapped, columns: 4))
        for number in 0..<50 {
            let walked = walk(from: goal(4, 4), 4, 4, moves: 101, TestChance(number))
            #expect(SlidingBoard.isSolvable(walked, columns: 4))
        }
    }

    @Test func `B29 the boards judged solvable are the boards that can be reached`() {
        for (rows, columns) in [(2, 3), (3, 2)] as [(UInt8, UInt8)] {
            let reached = reachable(goal(rows, columns), rows, columns)
            #expect(reached.count == 360)
            var solvable = 0
            permutations(of: goal(rows, columns)) { tiles in
                if SlidingBoard.isSolvable(tiles, columns: columns) {
                    solvable += 1
                    #expect(reached.contains(tiles))
                }
            }
            #expect(solvable == 360)
        }
    }

    @Test(arguments: [(3, 4), (4, 3), (3, 5), (5, 4), (2, 8), (8, 2), (7, 8)] as [(UInt8, UInt8)])
    func `B29 legal moves keep a board solvable and a swap makes it unsolvable`(rows: UInt8, columns: UInt8) {
        for number in 0..<20 {
            var tiles = walk(from: goal(rows, columns), rows, columns, moves: 200, TestChance(number))
            #expect(SlidingBoard.isSolvable(tiles, columns: columns))
            #expect(parityRule(tiles, Int(columns)))
            let pair = tiles.indices.filter { tiles[$0] == 1 || tiles[$0] == 2 }
            tiles.swapAt(pair[0], pair[1])
            #expect(!SlidingBoard.isSolvable(tiles, columns: columns))
            #expect(!parityRule(tiles, Int(columns)))
        }
    }

    @Test(arguments: [(3, 3), (4, 4)] as [(UInt8, UInt8)])
    func `B30 the blank stands in every cell of the scrambles`(rows: UInt8, columns: UInt8) throws {
        let options = try SlidingOptions(rows: rows, columns: columns)
        var blanks = Set<UInt8>()
        for number in 0..<400 {
            let board = SlidingBoard.scrambled(options, seed: Seed(number: UInt32(number)), board: 0)
            #expect(board.tiles[Int(board.blank)] == 0)
            blanks.insert(board.blank)
        }
        #expect(blanks.count == Int(rows * columns))
    }

    @Test func `B31 scrambles are close to uniform`() throws {
        let options = try SlidingOptions(rows: 4, columns: 4)
        var first = [Int](repeating: 0, count: 16)
        var (sum, near) = (0, 0)
        for number in 0..<10_000 {
            let board = SlidingBoard.scrambled(options, seed: Seed(number: UInt32(number)), board: 0)
            first[Int(board.cells[0])] += 1
            sum += Int(board.manhattan)
            if board.manhattan < 20 { near += 1 }
        }
        for count in first { #expect((504...746).contains(count)) }
        // Uniform: 37 for the tiles alone when the blank is anywhere.
        #expect((365_000...375_000).contains(sum))
        #expect(near <= 10)
    }

    @Test func `B32 no start is solved, and a solved start is won at once`() throws {
        let options = GameOptions.sliding(try SlidingOptions(rows: 2, columns: 2))
        for number in 0..<1000 {
            let run = Run(options: options, seed: Seed(number: UInt32(number)))
            #expect(run.phase == .playing && run.cells != [1, 2, 3, 0])
        }
        let solved = try sliding(2, 2, [1, 2, 3, 0])
        #expect(solved.phase == .won && solved.lastTime == 0 && solved.moves == 0)
        #expect(solved.refuses(.move(.right), .finished))
    }

    @Test func `B34 no tile comes from outside the board`() throws {
        // The blank in each corner and the two directions in which no tile can move.
        let boards: [([UInt64], [Direction])] = [
            ([0, 1, 2, 3, 4, 5, 6, 8, 7], [.down, .right]), ([1, 2, 0, 4, 5, 3, 7, 8, 6], [.down, .left]),
            ([1, 2, 3, 4, 5, 6, 0, 7, 8], [.up, .right]), ([2, 1, 3, 4, 5, 6, 8, 7, 0], [.up, .left]),
        ]
        for (cells, blocked) in boards {
            var cells = cells
            if !SlidingBoard.isSolvable(cells.map { UInt8($0) }, columns: 3) { cells.swapAt(3, 4) }
            let run = try sliding(3, 3, cells)
            for direction in Direction.allCases {
                if blocked.contains(direction) {
                    #expect(run.refuses(.move(direction), .noEffect))
                } else {
                    var copy = run
                    try copy.play(.move(direction))
                    #expect(copy.moves == 1)
                }
            }
            for cell: UInt8 in [9, 63, 64, 255] { #expect(run.refuses(.tap(cell: cell), .badAction)) }
        }
    }

    @Test func `B36 nothing moves and nothing counts after the last tile is home`() throws {
        var run = try sliding(3, 3, [1, 2, 3, 4, 5, 6, 7, 0, 8])
        try run.play(.tap(cell: 8), at: 777)
        #expect(run.phase == .won && run.score == 8 && run.manhattan == 0 && run.lastTime == 777)
        for direction in Direction.allCases { #expect(run.refuses(.move(direction), .finished, at: 900)) }
        for cell: UInt8 in [5, 7, 0] { #expect(run.refuses(.tap(cell: cell), .finished, at: 900)) }
    }

    @Test func `B43 a tap slides the whole run, one move for each tile`() throws {
        var run = try sliding(3, 3, [1, 2, 3, 4, 5, 6, 0, 7, 8])
        let events = try run.play(.tap(cell: 8))
        #expect(events == [.move(from: 7, to: 6, value: 7), .move(from: 8, to: 7, value: 8)])
        #expect(run.moves == 2 && run.phase == .won)
        run = try sliding(3, 3, [1, 2, 3, 4, 5, 6, 0, 7, 8])
        #expect(run.refuses(.tap(cell: 6), .noEffect))
        #expect(run.refuses(.tap(cell: 4), .noEffect))
        #expect(run.refuses(.undo, .badAction))
        #expect(try run.play(.tap(cell: 0)).count == 2)
        #expect(run.cells == [0, 2, 3, 1, 5, 6, 4, 7, 8])
    }

    @Test func `a direction names the way of the tile`() throws {
        let cells: [UInt64] = [1, 2, 3, 4, 0, 6, 7, 5, 8]
        let expected: [(Direction, Event)] = [
            (.up, .move(from: 7, to: 4, value: 5)), (.down, .move(from: 1, to: 4, value: 2)),
            (.left, .move(from: 5, to: 4, value: 6)), (.right, .move(from: 3, to: 4, value: 4)),
        ]
        for (direction, event) in expected {
            var run = try sliding(3, 3, cells)
            #expect(try run.play(.move(direction)) == [event])
        }
    }

    @Test(arguments: 2...8)
    func `tiles home and distances are kept right over random play`(side: Int) throws {
        let (rows, columns) = (side, 10 - side)
        let options = GameOptions.sliding(try SlidingOptions(rows: UInt8(rows), columns: UInt8(columns)))
        var run = Run(options: options, seed: Seed(number: UInt32(side)))
        var chance = TestChance(side)
        for _ in 0..<500 where run.phase == .playing {
            _ = try? run.play(.tap(cell: UInt8(chance.below(rows * columns))))
            let cells = run.cells.map { Int($0) }
            let tiles = cells.indices.filter { cells[$0] != 0 }
            #expect(Int(run.progress) == tiles.filter { cells[$0] == $0 + 1 }.count)
            let distances = tiles.map { cell in
                let home = cells[cell] - 1
                return abs(home / columns - cell / columns) + abs(home % columns - cell % columns)
            }
            #expect(Int(run.manhattan) == distances.reduce(0, +))
        }
    }
}

extension SlidingBoard {
    var tiles: [UInt8] { (0..<Int(count)).map { cells[$0] } }
}

func goal(_ rows: UInt8, _ columns: UInt8) -> [UInt8] { (1..<(rows * columns)).map { $0 } + [0] }

/// The rule as books give it, goal blank last: odd width: inversions even; even width: inversions plus the blank's row
/// from the bottom even.
private func parityRule(_ tiles: [UInt8], _ columns: Int) -> Bool {
    let numbers = tiles.filter { $0 != 0 }
    var inversions = 0
    for i in numbers.indices { for j in i..<numbers.count where numbers[j] < numbers[i] { inversions += 1 } }
    let blank = tiles.firstIndex(of: 0) ?? 0
    let fromBottom = (tiles.count - 1 - blank) / columns
    return (columns.isMultiple(of: 2) ? inversions + fromBottom : inversions).isMultiple(of: 2)
}

private func walk(
    from tiles: [UInt8], _ rows: UInt8, _ columns: UInt8, moves: Int, _ chance: TestChance
) -> [UInt8] {
    var board = SlidingBoard(rows: rows, columns: columns, tiles: tiles)
    var chance = chance
    var events: [Event] = []
    var made = 0
    while made < moves {
        guard let direction = Direction(rawValue: UInt8(chance.below(4))), let tile = board.tile(moving: direction)
        else { continue }
        board.shift(tile, events: &events)
        made += 1
    }
    return board.tiles
}

private func reachable(_ start: [UInt8], _ rows: UInt8, _ columns: UInt8) -> Set<[UInt8]> {
    var seen: Set<[UInt8]> = [start]
    var frontier = [start]
    var events: [Event] = []
    while let tiles = frontier.popLast() {
        for direction in Direction.allCases {
            var board = SlidingBoard(rows: rows, columns: columns, tiles: tiles)
            guard let tile = board.tile(moving: direction) else { continue }
            board.shift(tile, events: &events)
            if seen.insert(board.tiles).inserted { frontier.append(board.tiles) }
        }
    }
    return seen
}

private func permutations(of tiles: [UInt8], _ visit: ([UInt8]) -> Void) {
    var tiles = tiles
    func permute(_ from: Int) {
        if from == tiles.count { return visit(tiles) }
        for i in from..<tiles.count {
            tiles.swapAt(from, i)
            permute(from + 1)
            tiles.swapAt(from, i)
        }
    }
    permute(0)
}
