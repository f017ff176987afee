import Testing

/// What the rules say, as a program sees it line by line.
@Suite struct RulesTests {
    @Test func `B07: the last board of a lost game is full`() throws {
        var chance = TestChance(3)
        let lines = (0..<2000).map { _ in ["U", "D", "L", "R"][chance.below(4)] }
        for size in ["3", "4"] {
            let answers = try Answer.all(["--size", size, "--seed", "full"], lines)
            let end = try #require(answers.first { $0.phase == "lost" })
            #expect(!end.board.contains(0))
            #expect(answers.last?.code == "finished")
        }
    }

    @Test func `B08: the last possible move may win`() throws {
        // Up makes the 1024; whatever appears below it, no move is left.
        let answers = try Answer.all(
            ["--size", "3", "--target", "1024", "--board", "512,32,64,512,64,32,16,32,64", "--seed", "a"], ["U"])
        #expect(answers[1].phase == "won" && answers[1].events.first?.letter == "x")
    }

    @Test func `B14: a race refuses undo once the result is fixed`() throws {
        let board = ["--target", "8", "--board", "4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "--seed", "a"]
        let answers = try Answer.all(board, ["L", "undo", "R", "go on"])
        #expect(answers[1].phase == "won")
        #expect(answers[2...3].allSatisfy { $0.code == "finished" })
        #expect(answers[4].code == "bad-action")
    }

    @Test func `B12, B13, B15: alone one may undo the end or go on after it, and the next win counts anew`() throws {
        let board = ["--solo", "--target", "8", "--board", "4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "--seed", "a"]
        let answers = try Answer.all(board, ["L", "go on", "R", "undo", "undo", "L"])
        #expect(
            answers.map(\.phase) == ["playing", "won", "playing", "playing", "playing", "playing", "won"])
        let lost = ["--solo", "--size", "3", "--board", "2,4,8,16,32,64,4,8,8", "--target", "256", "--seed", "b"]
        let end = try Answer.all(lost, ["L", "undo"])
        #expect(end[2].ok && end[2].phase == "playing" && end[2].board == end[0].board)
    }

    @Test func `B16: a blocked move spoils neither undo nor what appears next`() throws {
        let answers = try Answer.all(
            ["--board", "2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "--seed", "a"], ["R", "undo", "L", "U", "R"])
        #expect(answers[2].board == answers[0].board)
        #expect(answers[3].code == "no-effect" && answers[4].code == "no-effect")
        #expect(answers[5].board == answers[1].board)
    }

    @Test func `B32, B36: nothing moves and nothing counts once the puzzle is solved`() throws {
        let board = ["--game", "sliding", "--size", "2", "--board", "1,2,0,3"]
        let answers = try Answer.all(board, ["L", "R", "0", "3"])
        #expect(answers[1].phase == "won" && answers[1].score == 3)
        #expect(answers[2...4].allSatisfy { $0.code == "finished" })
        let solved = try Answer.all(["--game", "sliding", "--size", "2", "--board", "1,2,3,0"], ["R"])
        #expect(solved[0].phase == "won" && solved[1].code == "finished")
    }

    @Test func `B34: a direction without a tile to move is refused`() throws {
        let answers = try Answer.all(["--game", "sliding", "--size", "2", "--board", "0,1,3,2"], ["D", "R", "L"])
        #expect(answers[1].code == "no-effect" && answers[2].code == "no-effect" && answers[3].ok)
    }

    @Test func `B43: tapping slides the whole run`() throws {
        let board = ["--game", "sliding", "--size", "3", "--board", "1,2,3,4,5,6,0,7,8"]
        let answers = try Answer.all(board, ["4", "8"])
        #expect(answers[1].code == "no-effect")
        #expect(answers[2].phase == "won")
        #expect(answers[2].events.map(\.numbers) == [[7, 6, 7], [8, 7, 8]])
    }

    @Test func `B44: with a delay no third card opens while two wrong ones are shown`() throws {
        let board = ["--game", "memory", "--size", "2", "--board", "1,2,1,2", "--hide-after", "60000"]
        let answers = try Answer.all(board, ["0", "1", "2", "0"])
        let closesAt = try #require(answers[2].fields["closesAt"] as? Int)
        let time = try #require(answers[2].fields["time"] as? Int)
        #expect(closesAt == time + 60_000)
        #expect(answers[3].code == "too-soon" && answers[4].code == "too-soon")
    }

    @Test func `B45: a card is no pair with itself`() throws {
        let board = ["--game", "memory", "--size", "2", "--board", "1,2,1,2"]
        let answers = try Answer.all(board, ["0", "0", "2", "1", "3", "3"])
        #expect(answers.map(\.ok) == [true, true, false, true, true, true, false])
        #expect(answers[2].code == "already-open")
        #expect(answers[3].events.map(\.letter) == ["s", "p"])
        #expect(answers[5].phase == "won" && answers[6].code == "finished")
    }
}
