import Foundation
import RaceClient

/// A `tilerace serve` of its own, on a free port and in a folder of its own, that may crash and start again there.
final class ServerProcess {
    private var process = Process()
    /// Where it keeps its data.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tilerace-\(UUID().uuidString)")
    private(set) var port: UInt16 = 0

    /// Starts a server on a free port.
    init() throws { try start() }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var endpoint: Endpoint { Endpoint(port: port) }

    /// Starts it, on the same port as before, and waits for the line that says where it listens.
    func start() throws {
        process = Process()
        let output = Pipe()
        process.executableURL = Self.binary
        process.arguments = ["serve", "--port", "\(port)", "--data", folder.path, "--loops", "2"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while let bytes = try output.fileHandleForReading.read(upToCount: 1), !bytes.isEmpty {
            line += String(decoding: bytes, as: UTF8.self)
            guard line.hasSuffix("\n") else { continue }
            if line.hasPrefix("Open "), let digits = line.split(separator: ":").last?.prefix(while: \.isNumber) {
                port = UInt16(digits) ?? 0
                return
            }
            line = ""
        }
        throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "the server did not start"])
    }

    /// Ends it as a crash does.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The program beside this test's own, unless TILERACE_BINARY names another.
    private static var binary: URL {
        if let path = ProcessInfo.processInfo.environment["TILERACE_BINARY"] { return URL(fileURLWithPath: path) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appendingPathComponent(".build/debug/tilerace")
    }
}
