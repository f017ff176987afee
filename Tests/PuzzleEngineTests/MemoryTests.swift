import Testing

@testable import PuzzleEngine

struct MemoryTests {
    /// Faces 0 0 1 1 …, two cards each, side by side.
    private func game(
        _ rows: UInt8 = 2, _ columns: UInt8 = 4, closing: MemoryOptions.Closing = .nextFlip
    ) throws -> Run {
        let options = GameOptions.memory(try MemoryOptions(rows: rows, columns: columns, closing: closing))
        return try Run(
            options: options, seed: Seed(number: 1), cells: (0..<UInt64(rows * columns)).map { $0 / 2 + 1 })
    }

    @Test func `B44 no third card opens while two wrong ones are shown`() throws {
        var run = try game(closing: .hideAfter(ms: 800))
        try run.play(.tap(cell: 0), at: 1000)
        try run.play(.tap(cell: 2), at: 1100)
        #expect(run.closesAt == 1900)
        #expect(run.refuses(.tap(cell: 4), .tooSoon, at: 1150))
        #expect(run.refuses(.tap(cell: 0), .tooSoon, at: 1200))
        #expect(run.refuses(.tap(cell: 6), .tooSoon, at: 1899))
        #expect(run.moves == 2)
        #expect(
            try run.play(.tap(cell: 0), at: 1900) == [.hide(cell: 0), .hide(cell: 2), .show(cell: 0, face: 0)])
        #expect(run.closesAt == nil && run.cells == [1, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func `B44 the third flip closes two wrong cards and opens its own`() throws {
        var run = try game()
        try run.play(.tap(cell: 0))
        try run.play(.tap(cell: 2))
        #expect(run.cells == [1, 0, 2, 0, 0, 0, 0, 0])
        #expect(run.refuses(.tap(cell: 0), .alreadyOpen))
        #expect(run.refuses(.tap(cell: 2), .alreadyOpen))
        #expect(try run.play(.tap(cell: 4)) == [.hide(cell: 0), .hide(cell: 2), .show(cell: 4, face: 2)])
        #expect(run.cells == [0, 0, 0, 0, 3, 0, 0, 0])
        #expect(run.moves == 3 && run.score == 0)
    }

    @Test func `B45 a card is no pair with itself`() throws {
        var run = try game()
        try run.play(.tap(cell: 5))
        #expect(run.refuses(.tap(cell: 5), .alreadyOpen))
        #expect(run.moves == 1)
        #expect(try run.play(.tap(cell: 4)) == [.show(cell: 4, face: 2), .match(cell1: 5, cell2: 4)])
        #expect(run.score == 1)
    }

    @Test func `B46 flips of open and matched cards count nothing`() throws {
        var run = try game()
        try run.play(.tap(cell: 3))
        for _ in 0..<3 { #expect(run.refuses(.tap(cell: 3), .alreadyOpen)) }
        try run.play(.tap(cell: 7))
        #expect(run.cells == [0, 0, 0, 2, 0, 0, 0, 4])
        try run.play(.tap(cell: 0))
        try run.play(.tap(cell: 1))
        for cell: UInt8 in [0, 1] { #expect(run.refuses(.tap(cell: cell), .alreadyOpen)) }
        #expect(run.moves == 4 && run.score == 1)
    }

    @Test(arguments: 2...8, 2...8)
    func `B49 B51 every layout has each face twice and can be cleared`(rows: Int, columns: Int) throws {
        guard (rows * columns).isMultiple(of: 2) else { return }
        let options = GameOptions.memory(try MemoryOptions(rows: UInt8(rows), columns: UInt8(columns)))
        for number in 0..<20 {
            var run = Run(options: options, seed: Seed(number: UInt32(number)))
            #expect(run.layout.sorted() == (0..<(rows * columns)).map { UInt8($0 / 2 + 1) })
            #expect(run.cells.allSatisfy { $0 == 0 })
            for face in 1...(rows * columns / 2) {
                #expect(run.phase == .playing)
                for cell in run.layout.indices where run.layout[cell] == face { try run.play(.tap(cell: UInt8(cell))) }
            }
            #expect(run.phase == .won && Int(run.score) * 2 == rows * columns && Int(run.moves) == rows * columns)
            #expect(run.refuses(.tap(cell: 0), .finished))
        }
    }

    @Test func `B52 layouts are close to uniform`() throws {
        let options = GameOptions.memory(try MemoryOptions(rows: 4, columns: 4))
        var first = [Int](repeating: 0, count: 9)
        var beside = 0
        for number in 0..<10_000 {
            let layout = Run(options: options, seed: Seed(number: UInt32(number))).layout
            first[Int(layout[0])] += 1
            for cell in 0..<16 {
                if cell % 4 < 3, layout[cell] == layout[cell + 1] { beside += 1 }
                if cell < 12, layout[cell] == layout[cell + 4] { beside += 1 }
            }
        }
        // 5 sigma of 10,000 × 1/8, and of 80,000 pairs × 0.2.
        for face in 1...8 { #expect((1085...1415).contains(first[face])) }
        #expect((15_400...16_600).contains(beside))
    }

    @Test func `actions of other games and cells off the board are refused`() throws {
        let run = try game()
        for direction in Direction.allCases { #expect(run.refuses(.move(direction), .badAction)) }
        for cell: UInt8 in [8, 63, 64, 255] { #expect(run.refuses(.tap(cell: cell), .badAction)) }
        #expect(run.refuses(.undo, .badAction))
    }

    @Test func `closing at the end of time does not overflow`() throws {
        var run = try game(closing: .hideAfter(ms: 60_000))
        try run.play(.tap(cell: 0), at: .max - 5)
        try run.play(.tap(cell: 2), at: .max - 4)
        #expect(run.closesAt == .max)
        #expect(run.refuses(.tap(cell: 4), .tooSoon, at: .max - 1))
        try run.play(.tap(cell: 4), at: .max)
    }
}
