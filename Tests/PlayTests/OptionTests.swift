import Foundation
import Testing

/// The options of `tilerace play`.
@Suite struct OptionTests {
    private func refusal(_ options: [String]) throws -> String {
        let outcome = try Program.run(["play", "--json"] + options)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(options)")
        // One sentence on one line.
        #expect(outcome.errors.hasPrefix("tilerace: ") && outcome.errors.hasSuffix(".\n"), "\(outcome.errors)")
        #expect(outcome.errors.count { $0 == "\n" } == 1 && outcome.errors.utf8.count < 400)
        return outcome.errors
    }

    @Test(arguments: ["0", "-2", "3", "4", "2047", "2.5", "2048abc", "1e400", "4294967297", "262144", "", " 8", "٨"])
    func `B10: a target that no board can hold is refused`(target: String) throws {
        #expect(try refusal(["--target", target]).contains("131072"))
    }

    @Test func `B10: 3x3 stops at 1024, at 512 without fours`() throws {
        #expect(try Program.run(["play", "--json", "--size", "3", "--target", "1024"]).status == 0)
        #expect(try refusal(["--size", "3", "--target", "2048"]).contains("1024"))
        #expect(try refusal(["--size", "3", "--target", "1024", "--fours", "0"]).contains("512"))
    }

    @Test(arguments: [
        ["--game", "chess"], ["--size", "2"], ["--size", "7"], ["--size", "4x5"], ["--size", "x"], ["--size", "4x"],
        ["--size", "-4"], ["--fours", "101"], ["--fours", "ten"], ["--undos", "-1"], ["--undos", "10000"],
        ["--game", "sliding", "--size", "1"], ["--game", "sliding", "--size", "9x3"],
        ["--game", "sliding", "--target", "8"], ["--game", "memory", "--size", "3"],
        ["--game", "memory", "--undos", "1"],
        ["--game", "memory", "--hide-after", "99"], ["--hide-after", "1000"], ["--seed-hex", "12"],
        ["--seed-hex", String(repeating: "g", count: 64)], ["--seed", "a", "--seed-hex", "b"], ["--seed", ""],
        ["--seed="], ["--board", ""], ["--board", "2,2"], ["--board", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"],
        ["--board", "3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"], ["--board", "2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"],
        ["--board", "18446744073709551616,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"],
        ["--size", "3", "--board", "1024,1024,0,0,0,0,0,0,0"],
        ["--game", "sliding", "--size", "2", "--board", "2,1,3,0"],
        ["--game", "sliding", "--size", "2", "--board", "1,1,3,0"],
        ["--game", "memory", "--size", "2", "--board", "1,1,1,1"],
        ["--game", "memory", "--size", "2", "--board", "0,0,1,1"], ["--save", "/nowhere/at/all"], ["--save", "/"],
        ["--json=yes"], ["--colour"], ["again"], ["--target"], ["--bo\u{1B}[31mard", "1"],
        ["--size", String(repeating: "9", count: 100_000)],
    ])
    func `what is wrong with an option is said in one sentence`(options: [String]) throws {
        #expect(!(try refusal(options)).contains("\u{1B}"))
    }

    @Test func `other commands keep to the same manner`() throws {
        for words in [["verify"], ["verify", "a", "b"], ["bench"], ["bench", "nothing"], ["ply"]] {
            #expect(try Program.run(words).status == 2)
        }
        for words in [
            ["--help"], ["play", "--help"], ["verify", "--help"], ["bench", "--help"], ["bench", "engine", "-h"],
        ] {
            let outcome = try Program.run(words)
            #expect(outcome.status == 0 && outcome.lines.count > 0)
        }
        #expect(try Program.run(["bench", "engine", "--help"]).text.contains("--seconds"))
        #expect(!(try Program.run(["bench", "engine", "--help"]).text.contains("--rooms")))
    }

    @Test func `environment variables are options too`() throws {
        let outcome = try Program.run(
            ["play", "--json", "--seed", "a"], environment: ["TILERACE_GAME": "sliding", "TILERACE_TARGET": ""])
        #expect(try Answer(outcome.lines[0]).board.sorted() == Array(0...15))
    }
}

/// Seed phrases.
@Suite struct SeedTests {
    private func start(_ phrase: String) throws -> Answer? {
        let outcome = try Program.run(["play", "--json", "--game", "sliding", "--seed", phrase])
        guard outcome.status == 0 else {
            #expect(outcome.status == 2 && outcome.errors.count { $0 == "\n" } == 1)
            return nil
        }
        return try Answer(outcome.lines[0])
    }

    @Test(arguments: [
        "0", "1", " 7 ", "7", "--json", "'", "\"\\", "a\nb", "\u{1B}[2J", "日本", "🏁🏳️‍🌈", "ﬁ", "Ω", "\u{301}",
    ])
    func `a phrase comes back as it was given`(phrase: String) throws {
        let told = try #require(try start(phrase)?.fields["seed"] as? String)
        #expect(Array(told.utf8) == Array(phrase.precomposedStringWithCanonicalMapping.utf8))
    }

    @Test func `different phrases are different games, the same phrase is the same`() throws {
        let boards = try ["0", "1", "7", " 7 ", "00", "O"].map { try #require(try start($0)).board }
        #expect(Set(boards).count == boards.count)
        #expect(try start("0")?.board == boards[0])
    }

    @Test func `two spellings of one text are one phrase`() throws {
        #expect(try start("Käse")?.board == start("Ka\u{308}se")?.board)
        #expect(try start("한")?.board == start("\u{1112}\u{1161}\u{11AB}")?.board)
        // Compatible is not the same.
        #expect(try start("ﬁ")?.board != start("fi")?.board)
    }

    @Test func `phrases from all of Unicode come back as they were or are refused with a reason`() throws {
        var chance = TestChance(11)
        var told = 0
        for plane in 0..<17 {
            for _ in 0..<6 {
                let first = plane << 16 + chance.below(0xFF00)
                var phrase = String.UnicodeScalarView()
                for value in first..<first + 40 where value > 0 {
                    if let scalar = Unicode.Scalar(UInt32(value)) { phrase.append(scalar) }
                }
                let text = String(phrase)
                guard !text.isEmpty, let answer = try start(text) else { continue }
                told += 1
                let seed = try #require(answer.fields["seed"] as? String)
                #expect(Array(seed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
            }
        }
        #expect(told > 10)
    }

    @Test func `a long phrase is taken whole or not at all`() throws {
        let long = String(repeating: "é", count: 512)
        #expect(try start(long)?.fields["seed"] as? String == long)
        #expect(try start(long + "a") == nil)
        #expect(try start(String(repeating: "a", count: 100_000)) == nil)
    }

    @Test func `bytes that are no UTF-8 are refused`() throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "exec \"$0\" play --json --seed \"$(printf '\\377')\"", Program.binary.path]
        (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 2)
    }

    @Test func `without a phrase every game has its own, which gives it again`() throws {
        let first = try Answer(Program.run(["play", "--json", "--game", "sliding"]).lines[0])
        let second = try Answer(Program.run(["play", "--json", "--game", "sliding"]).lines[0])
        #expect(first.board != second.board)
        #expect(try start(try #require(first.fields["seed"] as? String))?.board == first.board)
    }

    @Test func `a seed may be given as its bytes`() throws {
        let hex = String(repeating: "0f", count: 32)
        let lower = try Answer(Program.run(["play", "--json", "--game", "sliding", "--seed-hex", hex]).lines[0])
        let upper = try Answer(
            Program.run(["play", "--json", "--game", "sliding", "--seed-hex", hex.uppercased()]).lines[0])
        #expect(lower.board == upper.board && lower.fields["seedHex"] as? String == hex)
    }
}
