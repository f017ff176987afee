import Foundation
import Testing

/// `tilerace verify` and the replays that `play --save` writes.
@Suite struct VerifyTests {
    private static let replays = Program.root.appending(path: "Tests/Vectors/engine/replays")
    private static let recorded = (try? FileManager.default.contentsOfDirectory(atPath: replays.path).sorted()) ?? []

    /// What verify says about a file with these bytes; nil if all of it is true.
    private func fault(_ bytes: some Collection<UInt8>) throws -> String? {
        let folder = try Folder()
        try Data(bytes).write(to: folder.url("file"))
        return try fault(at: folder.path("file"))
    }

    private func fault(at path: String) throws -> String? {
        let outcome = try Program.run(["verify", path])
        if outcome.status == 0 { return nil }
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.hasSuffix(".\n") && outcome.errors.count { $0 == "\n" } == 1, "\(outcome.errors)")
        return outcome.errors
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.replays.appending(path: name), encoding: .utf8)
    }

    @Test(arguments: recorded) func `recorded replays are true`(name: String) throws {
        let outcome = try Program.run(["verify", Self.replays.appending(path: name).path])
        #expect(outcome.status == 0 && outcome.text.contains("all of it is true") && outcome.errors == "")
    }

    @Test(arguments: [
        ["--size", "3", "--undos", "unlimited"], ["--size", "5", "--fours", "100"], ["--target", "16"],
        ["--game", "sliding", "--size", "2x3"], ["--game", "memory", "--size", "2x3"],
        ["--game", "memory", "--hide-after", "100"], ["--game", "sliding", "--size", "2", "--board", "1,2,0,3"],
        ["--game", "memory", "--size", "2", "--board", "2,1,1,2"],
        ["--board", "2,4,2,4,4,2,4,2,2,4,2,4,4,2,4,0", "--seed-hex", String(repeating: "9a", count: 32)],
        ["--solo", "--size", "3", "--target", "8", "--undos", "unlimited"],
    ])
    func `a saved game is a true replay`(options: [String]) throws {
        var chance = TestChance(5)
        let words = ["U", "D", "L", "R", "undo", "go on", "0", "1", "2", "3", "4", "5", "x", "99"]
        let folder = try Folder()
        let seed = options.contains("--seed-hex") ? [] : ["--seed", " \"Käse\"\\\n🏁 "]
        let answers = try Answer.all(
            options + seed + ["--save", folder.path("game")],
            (0..<300).map { _ in words[chance.below(words.count)] })
        #expect(try fault(at: folder.path("game")) == nil)
        let told = try Program.run(["verify", folder.path("game")]).text
        let last = try #require(answers.last { $0.ok })
        #expect(told.contains("seat 0: \(last.phase), score \(last.score), "))
    }

    @Test func `a signal saves the game too`() throws {
        let folder = try Folder()
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = Program.binary
        process.arguments = ["play", "--json", "--save", folder.path("game")]
        process.environment = Program.environment()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // The first line is there once signals are heard.
        _ = try output.fileHandleForReading.read(upToCount: 1)
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 143)
        #expect(try fault(at: folder.path("game")) == nil)
    }

    @Test func `the first difference is said`() throws {
        let whole = try text("fair-2048.json")
        var fair = try #require(JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any])
        var runs = try #require(fair["runs"] as? [[String: Any]])
        func edited(_ edit: (inout [String: Any]) throws -> Void) throws -> String {
            var copy = fair
            try edit(&copy)
            let data = try JSONSerialization.data(
                withJSONObject: copy, options: [.sortedKeys, .withoutEscapingSlashes])
            return try fault(data) ?? "true"
        }
        #expect(try edited { _ in } == "true")
        #expect(try edited { $0["runs"] = Array(runs.reversed()) }.contains("not in the order of their seats"))
        #expect(try edited { $0["runs"] = [] }.contains("no run"))
        #expect(try edited { $0["race"] = "other" }.contains("commitment"))
        #expect(try edited { $0["schema"] = 2 }.contains("version"))
        func steps(_ edit: (inout [[Any]]) -> Void) throws -> String {
            var run = runs[1]
            var boards = try #require(run["boards"] as? [[[Any]]])
            edit(&boards[0])
            run["boards"] = boards
            return try edited { $0["runs"] = [runs[0], run, runs[2]] }
        }
        #expect(try steps { $0.swapAt(3, 9) }.contains("Seat 1: step"))
        #expect(try steps { $0.removeLast(4) }.contains("Seat 1: the result tells"))
        #expect(try steps { $0[5].append(1) }.contains("Seat 1: step 6"))
        #expect(try steps { $0[7][1] = 0 }.contains("Seat 1: step 8"))
        #expect(try steps { $0[7][2] = 60_000 }.contains("credited 60000 ms"))
        #expect(try steps { $0[7][1] = -7 }.contains("byte"))
        var result = try #require(runs[2]["result"] as? [String: Any])
        result["score"] = try #require(result["score"] as? Int) + 4
        runs[2]["result"] = result
        fair["runs"] = runs
        #expect(try edited { _ in }.contains("Seat 2: the result tells score"))
    }

    @Test func `files that are cut off, foreign or hostile are one sentence`() throws {
        let whole = try text("seed-sliding.json")
        for share in [0, 1, 10, 50, 90, 99] {
            #expect(try fault(whole.utf8.prefix(whole.utf8.count * share / 100)) != nil)
        }
        for text in [
            "\n", "null", "TRR1", "TRR2xxxx", whole + "\n", " " + whole, String(repeating: "[", count: 1 << 20),
            String(repeating: "{\"options\":", count: 100_000),
            whole.replacing("\"rows\":2", with: "\"rows\":2147483648"),
            whole.replacing("\"rows\":2", with: "\"rows\":-1"), whole.replacing("\"seat\":0", with: "\"seat\":-0"),
            whole.replacing("\"boards\":[[", with: "\"boards\":[[[\"U\",-5,0],"),
            String(repeating: "\0", count: 4 << 20),
        ] { #expect(try fault(text.utf8) != nil) }
        #expect(try fault((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }) != nil)
    }

    @Test func `sizes that lie cost nothing`() throws {
        // Short form: sliding 2×2, no race id, a given seed, no start, one track of 2³² − 1 steps.
        var bytes = Array("TRR1".utf8) + [1, 2, 2, 0] + [UInt8](repeating: 0, count: 12) + [0, 2]
        bytes += [UInt8](repeating: 7, count: 32) + [0, 1, 0, 0, 1, 255, 255, 255, 255]
        #expect(try fault(bytes) != nil)
        // As many steps as a file can hold.
        let head = try text("seed-sliding.json").components(separatedBy: "\"boards\":[[")[0] + "\"boards\":[["
        #expect(try fault((head + String(repeating: "[0,0,0],", count: 520_000)).utf8) != nil)
        let folder = try Folder()
        try Data().write(to: folder.url("huge"))
        let handle = try FileHandle(forWritingTo: folder.url("huge"))
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        #expect(try fault(at: folder.path("huge"))?.contains("4 MiB") == true)
        // KiB, of the largest process that this one has waited for.
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        #expect(usage.ru_maxrss < 200 << 10)
    }

    @Test(arguments: ["/", "/dev/zero", "/dev/null", "/nowhere", "", "\u{1B}[31m"])
    func `what is no file is said so`(path: String) throws {
        #expect(try fault(at: path)?.contains("\u{1B}") == false)
    }

    @Test func `bench engine measures what plays the same game`() throws {
        let outcome = try Program.run(["bench", "engine", "--game", "memory", "--json"])
        let report = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let games = try #require(report["games"] as? [[String: Any]])
        #expect(games.count == 3)
        #expect(games.allSatisfy { ($0["ratio"] as? Double ?? 0) > 0 && ($0["moves_a_second"] as? Double ?? 0) > 1000 })
    }
}
