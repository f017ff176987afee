import Testing

@testable import PuzzleEngine

struct Twenty48SlideTests {
    @Test(arguments: [
        ([8, 8, 16, 0], [16, 16, 0, 0], 16 as UInt64, true), ([2, 2, 4, 0], [4, 4, 0, 0], 4, true),
        ([4, 64, 32, 32], [0, 4, 64, 64], 64, false),
    ])
    func `B01 a tile merges once in a move`(line: [UInt64], after: [UInt64], gained: UInt64, first: Bool) throws {
        for direction in first ? [Direction.left, .up] : [.right, .down] {
            let slid = try slideLine(line, direction)
            #expect(slid.line == after && slid.gained == gained)
        }
    }

    @Test(arguments: [
        ([4, 4, 4, 4], [8, 8, 0, 0], 16 as UInt64, Direction.left), ([2, 2, 2, 2], [0, 0, 4, 4], 8, .right),
        ([2, 2, 2, 2, 2, 2], [4, 4, 4, 0, 0, 0], 12, .left),
    ])
    func `B02 four equal tiles become two`(
        line: [UInt64], after: [UInt64], gained: UInt64, direction: Direction
    ) throws {
        let slid = try slideLine(line, direction)
        #expect(slid.line == after && slid.gained == gained)
    }

    @Test(arguments: [
        ([0, 4, 4, 4], [0, 0, 4, 8], Direction.right), ([4, 4, 4, 0], [8, 4, 0, 0], .left),
        ([0, 4, 4, 4], [0, 0, 4, 8], .down), ([4, 4, 4, 0], [8, 4, 0, 0], .up),
        ([4, 4, 4], [8, 4, 0], .left), ([4, 4, 4], [0, 4, 8], .down),
    ])
    func `B03 the pair nearest the wall merges first`(
        line: [UInt64], after: [UInt64], direction: Direction
    ) throws {
        #expect(try slideLine(line, direction).line == after)
    }

    @Test(arguments: 3...6)
    func `B05 every direction is the mirror or turn of the others and keeps the sum of tiles`(size: Int) {
        for number in 0..<2000 {
            var chance = TestChance(number)
            let board = chance.board(size)
            let results = Direction.allCases.map { slideOrSame(board, size, $0) }
            #expect(results[1] == flipped(slideOrSame(flipped(board, size), size, .up), size))
            #expect(results[3] == mirrored(slideOrSame(mirrored(board, size), size, .left), size))
            #expect(results[0] == transposed(slideOrSame(transposed(board, size), size, .left), size))
            for result in results { #expect(result.reduce(0, +) == board.reduce(0, +)) }
        }
    }

    @Test(arguments: 3...6)
    func `slides agree with a plain two-dimensional implementation`(size: Int) {
        for number in 0..<2000 {
            var chance = TestChance(number + 7)
            let board = chance.board(size)
            for direction in Direction.allCases {
                #expect(slideOrSame(board, size, direction) == naiveSlide(board, size, direction))
            }
        }
    }

    @Test(arguments: 3...6)
    func `events applied one after the other lead to the same board and score`(size: Int) {
        for number in 0..<500 {
            var chance = TestChance(number + 3)
            let board = chance.board(size)
            for direction in Direction.allCases {
                var events: [Event] = []
                let slid = slide(cells: board, size: UInt8(size), direction, events: &events)
                var (cells, gained) = (board, UInt64(0))
                for event in events { gained += animate(event, &cells) }
                #expect(cells == slid?.cells ?? board)
                #expect(gained == slid?.gained ?? 0)
                #expect(events.isEmpty == (slid == nil))
            }
        }
    }

    @Test func `a merge names the source nearer the wall first`() throws {
        var events: [Event] = []
        let cells: [UInt64] = [0, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        _ = slide(cells: cells, size: 4, .right, events: &events)
        #expect(events == [.merge(from1: 3, from2: 1, to: 3, value: 4)])
        events = []
        _ = slide(cells: cells, size: 4, .left, events: &events)
        #expect(events == [.merge(from1: 1, from2: 3, to: 0, value: 4)])
    }

    @Test func `the largest tile of 6 by 6 is exact`() throws {
        let half: UInt64 = 1 << 36
        #expect(try slideLine([half, half, 0, 0, 0, 0], .left).gained == 1 << 37)
    }

    @Test func `a board that is none is not predicted`() {
        var events: [Event] = []
        let boards: [(cells: [UInt64], size: UInt8)] = [
            ([], 4), ([2, 2], 4), ([UInt64](repeating: 3, count: 16), 4), ([UInt64](repeating: 0, count: 16), 4),
            ([UInt64](repeating: 1, count: 16), 4), ([UInt64](repeating: 1 << 63, count: 16), 4),
            ([UInt64](repeating: 2, count: 4), 2), ([UInt64](repeating: 2, count: 49), 7), ([2], 255),
        ]
        for board in boards {
            #expect(slide(cells: board.cells, size: board.size, .left, events: &events) == nil)
            #expect(events.isEmpty)
        }
    }
}

private func slideOrSame(_ board: [UInt64], _ size: Int, _ direction: Direction) -> [UInt64] {
    var events: [Event] = []
    return slide(cells: board, size: UInt8(size), direction, events: &events)?.cells ?? board
}

private func animate(_ event: Event, _ cells: inout [UInt64]) -> UInt64 {
    switch event {
    case .move(let from, let to, let value):
        cells[Int(from)] = 0
        cells[Int(to)] = value
        return 0
    case .merge(let from1, let from2, let to, let value):
        cells[Int(from1)] = 0
        cells[Int(from2)] = 0
        cells[Int(to)] = value
        return value
    default: return 0
    }
}

private func flipped(_ b: [UInt64], _ n: Int) -> [UInt64] { b.indices.map { b[(n - 1 - $0 / n) * n + $0 % n] } }
private func mirrored(_ b: [UInt64], _ n: Int) -> [UInt64] { b.indices.map { b[$0 / n * n + n - 1 - $0 % n] } }
private func transposed(_ b: [UInt64], _ n: Int) -> [UInt64] { b.indices.map { b[$0 % n * n + $0 / n] } }

/// The rules read from the page of the game: compress, merge from the wall, compress.
private func naiveSlide(_ board: [UInt64], _ n: Int, _ direction: Direction) -> [UInt64] {
    var after = board
    for line in 0..<n {
        let cells = (0..<n).map { depth in
            switch direction {
            case .up: depth * n + line
            case .down: (n - 1 - depth) * n + line
            case .left: line * n + depth
            case .right: line * n + n - 1 - depth
            }
        }
        var tiles = cells.map { board[$0] }.filter { $0 != 0 }
        var i = 0
        while i + 1 < tiles.count {
            if tiles[i] == tiles[i + 1] {
                tiles[i] *= 2
                tiles.remove(at: i + 1)
            }
            i += 1
        }
        for (depth, cell) in cells.enumerated() { after[cell] = depth < tiles.count ? tiles[depth] : 0 }
    }
    return after
}
