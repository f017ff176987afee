import Foundation
import Testing

/// The built `tilerace`, run with arguments and an input.
enum Program {
    /// How a run ended and what it wrote.
    struct Outcome {
        let status: Int32
        let output: [UInt8]
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    /// The program beside this test's own, unless TILERACE_BINARY names another.
    static var binary: URL {
        if let path = ProcessInfo.processInfo.environment["TILERACE_BINARY"] { return URL(filePath: path) }
        return root.appending(path: ".build/debug/tilerace")
    }

    static var root: URL { URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL }

    /// An environment without the variables that change what a terminal shows.
    static func environment(_ more: [String: String] = [:]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter {
            !["TERM", "NO_COLOR", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE"].contains($0.key)
                && !$0.key.hasPrefix("TILERACE_")
        }
        environment.merge(more) { $1 }
        return environment
    }

    /// Runs it to its end, from files and into files, so that no pipe can fill up.
    static func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Outcome {
        let folder = try Folder()
        let process = Process()
        process.executableURL = binary
        process.arguments = arguments
        process.environment = Self.environment(environment)
        try Data(input).write(to: folder.url("in"))
        for name in ["out", "err"] { try Data().write(to: folder.url(name)) }
        process.standardInput = try FileHandle(forReadingFrom: folder.url("in"))
        process.standardOutput = try FileHandle(forWritingTo: folder.url("out"))
        process.standardError = try FileHandle(forWritingTo: folder.url("err"))
        try process.run()
        process.waitUntilExit()
        // A trap ends a process by a signal: no test expects one.
        #expect(process.terminationReason == .exit)
        return Outcome(
            status: process.terminationStatus, output: Array(try Data(contentsOf: folder.url("out"))),
            errors: String(decoding: try Data(contentsOf: folder.url("err")), as: UTF8.self))
    }

    static func run(_ arguments: [String], lines: [String]) throws -> Outcome {
        try run(arguments, input: Array(lines.joined(separator: "\n").utf8))
    }
}

/// A folder that is gone when nobody holds it any more.
final class Folder {
    private let place = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: place) }

    func url(_ name: String) -> URL { place.appending(path: name) }
    func path(_ name: String) -> String { url(name).path }
}

/// One answer of `play --json`.
struct Answer {
    let ok: Bool
    let n: Int
    let phase: String
    let score: Int
    let board: [Int]
    let code: String
    let text: String
    /// The letter of each event, and its numbers.
    let events: [(letter: String, numbers: [Int])]
    let fields: [String: Any]

    init(_ line: String) throws {
        let fields = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        self.fields = fields
        ok = try #require(fields["ok"] as? Bool)
        n = try #require(fields["n"] as? Int)
        phase = fields["phase"] as? String ?? ""
        score = fields["score"] as? Int ?? -1
        board = fields["board"] as? [Int] ?? []
        code = fields["code"] as? String ?? ""
        text = fields["text"] as? String ?? ""
        events = (fields["events"] as? [[Any]] ?? []).map { event in
            (event.first as? String ?? "", event.dropFirst().compactMap { $0 as? Int })
        }
    }

    /// Plays lines with options; the start's answer and one for each line.
    static func all(_ options: [String], _ lines: [String]) throws -> [Answer] {
        let outcome = try Program.run(["play", "--json"] + options, lines: lines)
        #expect(outcome.status == 0 && outcome.errors == "")
        let answers = try outcome.lines.map { try Answer($0) }
        try #require(answers.count == lines.count + 1)
        return answers
    }
}

/// Chance that is the same in every run.
struct TestChance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 2 + 1 }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
