import Foundation
import RaceClient

/// A `tilerace serve` of its own, on a free port and in a folder of its own.
final class ServerProcess {
    private let process = Process()
    private let output = Pipe()
    /// Where it keeps its data.
    let folder: URL
    private(set) var port: UInt16 = 0

    /// Starts a server and waits for the line that says where it listens. `port` 0 takes a free one.
    init(folder: URL? = nil, port: UInt16 = 0) throws {
        self.folder =
            folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("tilerace-\(UUID().uuidString)")
        process.executableURL = Self.binary
        process.arguments = ["serve", "--port", "\(port)", "--data", self.folder.path, "--loops", "2"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while let bytes = try output.fileHandleForReading.read(upToCount: 1), !bytes.isEmpty {
            text += String(decoding: bytes, as: UTF8.self)
            if text.hasSuffix("\n") { break }
        }
        let digits = text.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
        self.port = UInt16(digits) ?? 0
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var endpoint: Endpoint { Endpoint(port: port) }

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
