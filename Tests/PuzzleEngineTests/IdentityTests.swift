import Foundation
import Testing

@testable import PuzzleEngine

/// One engine on every platform: the digests of random games with all options.
///
/// Here the shorter of the two; `deploy/test` plays all with and without optimisation, in wasmkit, Node and Chromium.
struct IdentityTests {
    @Test(arguments: Vectors.lines("identity.txt").prefix(1))
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

    @Test func `the WebAssembly engine fits into 40 KB and gives the same digest in wasmkit`() throws {
        let root = Vectors.folder.appending(path: "../../..").standardizedFileURL
        let wasm = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID()).wasm")
        defer { try? FileManager.default.removeItem(at: wasm) }
        _ = try run(root.appending(path: "deploy/build-wasm").path, wasm.path)
        #expect(try Data(contentsOf: wasm).count <= 40 * 1024)
        let line = try #require(Vectors.lines("identity.txt").first)
        let check = hex(line[2]).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let answer = try run("wasmkit", "run", wasm.path, "engine_self_check", "i32:\(line[0])", "i32:\(line[1])")
        #expect(answer.contains("(\(check))"))
    }
}

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
