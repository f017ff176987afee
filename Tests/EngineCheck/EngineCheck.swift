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
        case ("walk", let count?): try walk(count, from: arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 0)
        default: stop("engine-check identity | walk COUNT [FIRST]: run in the repository's root", code: 2)
        }
    }

    private static let vectors = URL(filePath: "Tests/Vectors/engine")

    /// Plays the self-test games of every recorded digest.
    private static func checkIdentity() throws {
        let text = try String(contentsOf: vectors.appending(path: "identity.txt"), encoding: .utf8)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: ";")
            guard fields.count == 3, let first = UInt32(fields[0]), let count = UInt32(fields[1]) else {
                stop("identity.txt: \(line)", code: 2)
            }
            let digest = SelfTest.digest(first: first, count: count).map { String(format: "%02x", $0) }.joined()
            if digest != fields[2] { stop("\(count) games from \(first): \(digest), recorded \(fields[2])", code: 1) }
            print("\(count) games from \(first): \(digest)")
        }
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
