import Foundation
import Testing

@testable import PuzzleEngine

/// One engine on every platform: the digests of random games with all options.
struct IdentityTests {
    @Test(arguments: Vectors.lines("identity.txt").filter { $0[1] == "1000" || isRelease })
    func `self-test games give the recorded digest`(line: [String]) throws {
        let (first, count) = (try #require(UInt32(line[0])), try #require(UInt32(line[1])))
        #expect(SelfTest.digest(first: first, count: count) == hex(line[2]))
    }

    @Test func `self-test games cover every option, end and refusal`() {
        let seen = (UInt32(0)..<600).compactMap { SelfTest.play($0)?.run }
        #expect(seen.count == 600)
        #expect(seen.contains { $0.undosLeft == nil && $0.phase == .won })
        for kind in GameKind.allCases { #expect(seen.contains { $0.options.kind == kind && $0.phase == .won }) }
        #expect(seen.contains { $0.phase == .lost })
        #expect(Set(seen.map { $0.options.rows }) == Set(2...8))
    }

    @Test func `the WebAssembly engine fits into 40 KB and gives the same digest in wasmkit and Node`() throws {
        let root = Vectors.folder.appending(path: "../../..").standardizedFileURL
        let wasm = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID()).wasm")
        defer { try? FileManager.default.removeItem(at: wasm) }
        _ = try run(root.appending(path: "deploy/build-wasm").path, wasm.path)
        #expect(try Data(contentsOf: wasm).count <= 40 * 1024)
        let line = try #require(Vectors.lines("identity.txt").first)
        let check = hex(line[2]).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let answer = try run("wasmkit", "run", wasm.path, "engine_self_check", "i32:\(line[0])", "i32:\(line[1])")
        #expect(answer.contains("(\(check))"))
        // Node is no part of the toolchain; where it is, the module beside the page is tried in it.
        guard (try? run("node", "--version")) != nil else { return }
        for name in ["engine", "verify"] {
            let tests = root.appending(path: "Tests/EngineWasmTests/\(name).test.mjs").path
            #expect(try run("ENGINE_WASM=\(wasm.path)", "node", "--test", tests).contains("# fail 0"))
        }
    }
}

private let isRelease: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()

/// What a program prints; throws when there is none or it fails.
private func run(_ arguments: String...) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    struct Failed: Error {}
    if process.terminationStatus != 0 { throw Failed() }
    return String(decoding: data, as: UTF8.self)
}
