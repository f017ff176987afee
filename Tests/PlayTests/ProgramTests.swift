import Foundation
import Testing

/// `tilerace play --json`
@Suite struct ProgramTests {
    private static let games = [
        ["--game", "2048", "--size", "3", "--undos", "unlimited"], ["--game", "2048", "--size", "4"],
        ["--game", "2048", "--size", "5", "--fours", "100"], ["--game", "2048", "--size", "6", "--target", "8"],
        ["--game", "sliding", "--size", "2"], ["--game", "sliding", "--size", "3x5"],
        ["--game", "sliding", "--size", "8"], ["--game", "memory", "--size", "2x3"],
        ["--game", "memory", "--size", "8"], ["--game", "memory", "--hide-after", "100"],
    ]

    @Test func `an answer has the fields of the contract and nothing else`() throws {
        let answers = try Answer.all(["--seed", "0"], ["L", "5"])
        #expect(Set(answers[0].fields.keys) == ["ok", "n", "phase", "score", "board", "events", "options", "seed"])
        #expect(Set(answers[1].fields.keys) == ["ok", "n", "phase", "score", "board", "events"])
        #expect(Set(answers[2].fields.keys) == ["ok", "n", "code", "text"])
        #expect(answers.map(\.n) == [0, 1, 2])
        #expect(answers[0].board.count == 16 && answers[0].board.count { $0 != 0 } == 2)
    }

    @Test(arguments: games) func `events lead from board to board`(options: [String]) throws {
        var chance = TestChance(7)
        let words = ["U", "D", "L", "R"] + (options[1] == "2048" ? ["undo"] : (0..<16).map { "\($0)" })
        let lines = (0..<600).map { _ in words[chance.below(words.count)] }
        let answers = try Answer.all(options + ["--seed", "events"], lines)
        var board = answers[0].board
        var accepted = 0
        for answer in answers.dropFirst() where answer.ok {
            accepted += 1
            guard answer.events.first?.letter != "u" else {
                board = answer.board
                continue
            }
            for event in answer.events { apply(event, to: &board) }
            #expect(board == answer.board, "line \(answer.n)")
        }
        #expect(accepted > 1)
    }

    private func apply(_ event: (letter: String, numbers: [Int]), to board: inout [Int]) {
        let numbers = event.numbers
        switch event.letter {
        case "m": (board[numbers[0]], board[numbers[1]]) = (0, numbers[2])
        case "x":
            #expect(board[numbers[1]] * 2 == numbers[3])
            board[numbers[0]] = 0
            board[numbers[1]] = 0
            board[numbers[2]] = numbers[3]
        case "i": board[numbers[0]] = numbers[1]
        case "s": board[numbers[0]] = numbers[1] + 1
        case "h": board[numbers[0]] = 0
        default: #expect(board[numbers[0]] == board[numbers[1]])
        }
    }

    @Test(arguments: games) func `the same seed and lines give the same answers`(options: [String]) throws {
        let lines = ["U", "L", "D", "R", "0", "1", "2", "undo", "L"]
        let once = try Program.run(["play", "--json", "--seed", "same"] + options, lines: lines).lines
        let again = try Program.run(["play", "--json", "--seed", "same"] + options, lines: lines).lines
        // The one number that follows the clock.
        let isTimed = options.contains("--hide-after")
        #expect(once == again || isTimed)
        #expect(try once.map { try Answer($0).board } == again.map { try Answer($0).board })
    }

    @Test func `each line is answered before the next is written`() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = Program.binary
        process.arguments = ["play", "--json", "--game", "memory", "--seed", "slow"]
        process.environment = Program.environment()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer { process.terminate() }
        func line() throws -> Answer {
            var bytes: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
                bytes.append(byte)
            }
            return try Answer(String(decoding: bytes, as: UTF8.self))
        }
        #expect(try line().n == 0)
        for number in 1...16 {
            // In two parts: half a line is no line.
            try input.fileHandleForWriting.write(contentsOf: Data("\(number - 1)".utf8))
            try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            #expect(try line().n == number)
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `lines that are no actions are refused and change nothing`() throws {
        let lines: [[UInt8]] = [
            [], [0], [0xFF, 0xFE], [0xC3], Array("u".utf8), Array(" L".utf8), Array("L ".utf8), Array("+3".utf8),
            Array("-1".utf8), Array("3.0".utf8), Array("16".utf8), Array("99999999999999999999".utf8),
            Array("4294967296".utf8), Array("٣".utf8), Array("{\"m\":\"L\"}".utf8), Array("undo".utf8), [76, 0],
            [UInt8](repeating: 57, count: 4096), [UInt8](repeating: 57, count: 4097),
            [UInt8](repeating: 0, count: 1 << 20),
        ]
        let input = Array(lines.joined(separator: [10])) + [10] + Array("L\r".utf8)
        let outcome = try Program.run(["play", "--json", "--game", "sliding", "--seed", "bad"], input: input)
        let answers = try outcome.lines.map { try Answer($0) }
        #expect(answers.count == lines.count + 2 && outcome.status == 0)
        #expect(answers[1...lines.count].allSatisfy { !$0.ok && !$0.text.isEmpty && $0.board.isEmpty })
        #expect(answers[1..<lines.count - 1].allSatisfy { $0.code == "bad-action" })
        #expect(answers[(lines.count - 1)...lines.count].allSatisfy { $0.code == "too-large" })
        // The last line counts although it has no end.
        let last = try #require(answers.last)
        #expect(last.code == "no-effect" || last.ok)
        let quiet = try Answer.all(["--game", "sliding", "--seed", "bad"], ["L"])
        #expect(last.board == quiet[1].board)
    }

    @Test func `nothing on standard input is no line`() throws {
        #expect(try Program.run(["play", "--json"]).lines.count == 1)
        #expect(try Program.run(["play", "--json"], input: [10]).lines.count == 2)
    }

    @Test func `a walk of random lines gets one answer for each`() throws {
        let count = Int(ProcessInfo.processInfo.environment["TILERACE_FUZZ"] ?? "") ?? 30_000
        var chance = TestChance(UInt64(count))
        let words = ["U", "D", "L", "R", "undo", "go on", "", "x", "\u{0}", "99", "é"]
        for options in Self.games {
            var text: [UInt8] = []
            for _ in 0..<count / Self.games.count {
                let place = chance.below(words.count + 16)
                text += Array((place < words.count ? words[place] : "\(place - words.count)").utf8)
                if chance.below(50) == 0 { text.append(UInt8(chance.below(256))) }
                text.append(10)
            }
            let ends = text.count { $0 == 10 }
            let outcome = try Program.run(["play", "--json", "--solo", "--seed", "walk"] + options, input: text)
            #expect(outcome.status == 0 && outcome.lines.count == ends + 1, "\(options)")
        }
    }
}
