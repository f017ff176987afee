import Foundation

/// This program's `serve` as a child process on a free port, with data that goes with it.
final class ServerChild {
    let port: UInt16
    private let process = Process()
    private let data: URL

    init(durability: String, sockets: Int) throws {
        data = FileManager.default.temporaryDirectory.appending(path: "tilerace-bench-\(UUID().uuidString)")
        let web = data.appending(path: "web")
        try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
        for page in ["index.html", "room.html"] { try Data().write(to: web.appending(path: page)) }
        let output = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "serve", "--port", "0", "--data", data.path, "--web", web.path, "--durability", durability,
            "--sockets-per-address", "\(sockets)", "--rooms-per-address", "\(sockets)", "--messages-per-second",
            "100000",
        ]
        process.standardOutput = output
        try process.run()
        var told = ""
        while !told.contains("\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw UsageError("The server did not start.") }
            told += String(decoding: more, as: UTF8.self)
        }
        guard let port = told.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0.isNumber }) }) else {
            throw UsageError("The server did not tell its port: \(told)")
        }
        self.port = port
    }

    /// CPU seconds, user and system, that the server has used.
    var cpuSeconds: Double {
        guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return 0 }
        // proc(5): utime and stime are fields 14 and 15; the name in field 2 may hold anything.
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: data)
    }
}
