import EngineFuzz
import Foundation
import Testing

/// A short walk here, a longer one in `deploy/test` with optimisation, libFuzzer by `Tests/Fuzz/run`.
struct FuzzTests {
    @Test func `random play and damaged replays neither trap nor break a promise`() throws {
        let folder = Vectors.folder.appending(path: "replays")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let replays = try names.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
        #expect(replays.allSatisfy { EngineFuzz.fault($0) == nil })
        var walk = Walk(number: 1, replays: replays)
        for _ in 0..<5000 {
            let fault = EngineFuzz.fault(walk.next())
            #expect(fault == nil)
        }
    }
}
