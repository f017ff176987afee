import EngineFuzz
import Foundation
import PuzzleEngine

/// What takes too long without optimisation, or must be tried with it: `deploy/test` builds this for release.
@main
enum EngineCheck {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first.flatMap(UInt64.init)) {
        case ("identity", nil): try checkIdentity()
        case ("states", nil): try countStates(all: arguments.contains("all"))
        case ("walk", let count?): try walk(count, from: arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 0)
        default:
            stop("engine-check identity | states few|all | walk COUNT [FIRST]: run in the repository's root", code: 2)
        }
    }

    private static let vectors = URL(filePath: "Tests/Vectors/engine")

    /// Plays the self-test games of every recorded digest.
    private static func checkIdentity() throws {
        for fields in try lines("identity.txt") {
            guard fields.count == 3, let first = UInt32(fields[0]), let count = UInt32(fields[1]) else {
                stop("identity.txt: \(fields)", code: 2)
            }
            let digest = SelfTest.digest(first: first, count: count).map { String(format: "%02x", $0) }.joined()
            if digest != fields[2] { stop("\(count) games from \(first): \(digest), recorded \(fields[2])", code: 1) }
            print("\(count) games from \(first): \(digest)")
        }
    }

    /// Counts the reachable boards of 2048; `all`: the 48 million of 3×3 too, which takes minutes.
    private static func countStates(all: Bool) throws {
        for fields in try lines("states_2048.txt") where all || fields[1] != "never" {
            let bound: StateCount.Bound =
                switch fields[1] {
                case "at tile 8": .exponent(3)
                case "at sum 24": .sum(24)
                default: .never
                }
            let count = StateCount(size: Int(fields[0]) ?? 0, bound: bound)
            let found = ["\(count.canonical)", "\(count.boards)", fields[4] == "-" ? "-" : "\(count.ends)"]
            if found != fields[2...].map({ $0 }) { stop("\(fields[0]) \(fields[1]): \(found)", code: 1) }
            print(
                "\(fields[0])x\(fields[0]) \(fields[1]): \(count.canonical) boards, \(count.boards) with their images")
        }
    }

    private static func lines(_ name: String) throws -> [[String]] {
        try String(contentsOf: vectors.appending(path: name), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map { $0.split(separator: ";").map(String.init) }
    }

    /// Walks of a thousand inputs each; a fault names the walk that finds it again.
    private static func walk(_ count: UInt64, from first: UInt64) throws {
        let folder = vectors.appending(path: "replays")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let replays = try names.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
        let began = ContinuousClock.now
        for number in 0..<(count + 999) / 1000 {
            var walk = Walk(number: first + number, replays: replays)
            for _ in 0..<1000 {
                let input = walk.next()
                guard let fault = EngineFuzz.fault(input) else { continue }
                stop("walk 1 \(first + number): \(fault), after \(input.prefix(100))", code: 1)
            }
        }
        print("\(count) inputs, no trap and no broken promise, \(ContinuousClock.now - began)")
    }

    private static func stop(_ text: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(code)
    }
}
