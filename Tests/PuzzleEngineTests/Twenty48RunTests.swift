import Testing

@testable import PuzzleEngine

struct Twenty48RunTests {
    @Test(arguments: 3...6)
    func `B06 a full board with one merge left is not lost`(n: Int) throws {
        var vertical = stuckBoard(n)
        vertical[n * n - 1] = vertical[n * n - 1 - n]
        var run = try twenty48(vertical)
        #expect(run.phase == .playing)
        #expect(run.refuses(.move(.left), .noEffect))
        try run.play(.move(.up))

        var horizontal = stuckBoard(n)
        horizontal[n * n - 1] = horizontal[n * n - 2]
        run = try twenty48(horizontal)
        #expect(run.phase == .playing)
        #expect(run.refuses(.move(.up), .noEffect))
        try run.play(.move(.right))

        run = try twenty48(stuckBoard(n))
        #expect(run.phase == .lost)
        for direction in Direction.allCases { #expect(run.refuses(.move(direction), .finished)) }
    }

    @Test(arguments: 3...6)
    func `B07 a lost board is full`(size: UInt8) throws {
        let options = try Twenty48Options(size: size, target: 1 << UInt64(size * size), undos: .limited(0))
        for number in 0..<(size < 5 ? 20 : 3) {
            var run = Run(options: .twenty48(options), seed: Seed(number: UInt32(number)))
            var chance = TestChance(number)
            while run.phase == .playing {
                _ = try? run.play(.move(try #require(Direction(rawValue: UInt8(chance.below(4))))))
            }
            #expect(run.phase == .lost)
            #expect(!run.cells.contains(0))
        }
    }

    @Test func `B08 the win tile made by the last possible move wins`() throws {
        var run = try twenty48([32, 32, 8, 16, 4, 16, 2, 8, 8, 4, 16, 2, 2, 8, 4, 16], target: 64)
        try run.play(.move(.left), at: 1234)
        #expect(run.phase == .won)
        #expect(run.lastTime == 1234)
        #expect(!run.twenty48.canMove)
    }

    @Test(arguments: 3...6, [UInt64(32), 512, 2048])
    func `B09 the target wins in every corner exactly when it is made`(n: Int, target: UInt64) throws {
        if n == 3, target > 1024 { return }
        for (row, column) in [(0, 0), (0, n - 1), (n - 1, 0), (n - 1, n - 1)] {
            var cells = [UInt64](repeating: 0, count: n * n)
            cells[row * n] = target / 2
            cells[row * n + n - 1] = target / 2
            cells[(n - 1 - row) * n + 1] = target / 2
            var run = try twenty48(cells, target: target)
            #expect(run.phase == .playing)
            try run.play(.move(column == 0 ? .left : .right))
            #expect(run.phase == .won)
            #expect(run.progress == target)
            #expect(run.cells[row * n + column] == target)
        }
    }

    @Test func `B12 the result is frozen at the first win of a race`() throws {
        var run = try twenty48([4, 4, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], target: 8, undos: .unlimited)
        try run.play(.move(.left), at: 10)
        #expect(run.phase == .won && run.score == 12)
        for direction in Direction.allCases { #expect(run.refuses(.move(direction), .finished, at: 20)) }
        #expect(run.keepGoing() == false)
    }

    @Test func `B37 the next board of a seed starts its counts anew, and the end's time stays`() throws {
        var run = try twenty48([4, 4, 0, 0, 0, 0, 0, 0, 0], target: 8)
        try run.play(.move(.left), at: 1234)
        #expect(run.refuses(.move(.right), .finished, at: 5000))
        #expect(run.lastTime == 1234 && run.moves == 1)
        let next = Run(options: run.options, seed: Seed(number: 1), board: 1)
        #expect(next.moves == 0 && next.score == 0 && next.lastTime == 0 && next.phase == .playing)
    }

    @Test func `B13 after undoing a win that was continued the next win counts again`() throws {
        var run = try twenty48(
            [4, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], target: 8, undos: .unlimited, play: .solo)
        try run.play(.move(.left))
        #expect(run.phase == .won)
        #expect(run.keepGoing() && run.phase == .playing)
        try run.play(.move(.down))
        #expect(run.phase == .playing)
        try run.play(.undo)
        try run.play(.undo)
        #expect(run.progress == 4)
        try run.play(.move(.left))
        #expect(run.phase == .won)
    }

    @Test func `B14 undo after the winning move is refused in a race`() throws {
        var run = try twenty48([4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], target: 8, undos: .unlimited)
        try run.play(.move(.left))
        #expect(run.refuses(.undo, .finished))
    }

    @Test func `B15 undo after defeat works alone and is refused in a race`() throws {
        // One merge is left, after which every new tile leaves none.
        let cells: [UInt64] = [32, 32, 8, 16, 4, 16, 2, 8, 8, 4, 16, 2, 2, 8, 4, 16]
        var race = try twenty48(cells, undos: .unlimited)
        try race.play(.move(.left))
        #expect(race.phase == .lost)
        #expect(race.refuses(.undo, .finished))
        var solo = try twenty48(cells, undos: .unlimited, play: .solo)
        try solo.play(.move(.left))
        #expect(try solo.play(.undo) == [.undo])
        #expect(solo.phase == .playing && solo.cells == cells)
    }

    @Test func `B16 a blocked move does not touch what undo restores`() throws {
        var run = try twenty48(oneGap, undos: .limited(1))
        try run.play(.move(.right), at: 5)
        for _ in 0..<3 {
            var events: [Event] = []
            #expect(throws: MoveError.noEffect) { try run.apply(.move(.right), at: 7, events: &events) }
        }
        #expect(run.moves == 1 && run.lastTime == 5)
        try run.play(.undo, at: 9)
        #expect(run.cells == oneGap && run.score == 0 && run.moves == 0)
        #expect(run.lastTime == 9)
    }

    @Test(arguments: [UndoAllowance.limited(1), .limited(3), .limited(40), .unlimited])
    func `undo and the same move give the same spawn`(undos: UndoAllowance) throws {
        for size in UInt8(3)...6 {
            let options = try Twenty48Options(size: size, target: 1024, fours: 50, undos: undos)
            var run = Run(options: .twenty48(options), seed: Seed(number: UInt32(size)))
            var chance = TestChance(Int(size))
            for _ in 0..<200 where run.phase == .playing {
                let before = run
                let action = Action.move(try #require(Direction(rawValue: UInt8(chance.below(4)))))
                guard let events = try? run.play(action), run.phase == .playing, run.undosLeft != 0 else { continue }
                let after = run
                try run.play(.undo)
                #expect(run.cells == before.cells && run.score == before.score && run.moves == before.moves)
                #expect(try run.play(action) == events)
                #expect(run.cells == after.cells && run.score == after.score && run.moves == after.moves)
            }
        }
    }

    @Test func `undos go back to the start, as far as they are allowed`() throws {
        for (undos, allowed) in [(UndoAllowance.limited(0), 0), (.limited(7), 7), (.unlimited, 60)] {
            let options = try Twenty48Options(size: 5, target: 1 << 20, undos: undos)
            var run = Run(options: .twenty48(options), seed: Seed(number: 9))
            var boards: [[UInt64]] = []
            while boards.count < 60 {
                let before = run.cells
                for direction in Direction.allCases where (try? run.play(.move(direction))) != nil {
                    boards.append(before)
                    break
                }
            }
            for _ in 0..<allowed {
                try run.play(.undo)
                #expect(run.cells == boards.popLast())
            }
            #expect(run.refuses(.undo, undos == .unlimited ? .nothingToUndo : .noUndo))
        }
    }

    @Test func `a limited history forgets only what can no longer be undone`() throws {
        let options = try Twenty48Options(size: 6, target: 1 << 20, undos: .limited(4))
        var run = Run(options: .twenty48(options), seed: Seed(number: 2))
        var boards: [[UInt64]] = []
        var chance = TestChance(5)
        for turn in 0..<400 where run.phase == .playing {
            let before = run.cells
            if turn.isMultiple(of: 90), turn > 0 {
                try run.play(.undo)
                #expect(run.cells == boards.popLast())
            } else if (try? run.play(.move(try #require(Direction(rawValue: UInt8(chance.below(4))))))) != nil {
                boards.append(before)
            }
        }
        #expect(run.undosLeft == 0)
    }

    @Test func `actions of other games are refused`() throws {
        let run = try twenty48([0, 2, 0, 4, 0, 0, 0, 0, 0])
        #expect(run.refuses(.tap(cell: 0), .badAction))
        #expect(run.refuses(.tap(cell: 255), .badAction))
        #expect(run.refuses(.undo, .noUndo))
    }

    @Test func `time never runs backwards, and refusals do not move it`() throws {
        var run = try twenty48(oneGap)
        try run.play(.move(.right), at: 50)
        #expect(run.refuses(.move(.right), .noEffect, at: 90))
        try run.play(.move(.down), at: 20)
        #expect(run.lastTime == 50)
    }
}
