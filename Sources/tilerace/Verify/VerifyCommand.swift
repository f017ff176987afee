import Foundation
import PuzzleEngine

/// `tilerace verify FILE`
enum VerifyCommand: Command {
    static let name = "verify"
    static let summary = "play a replay again and say whether all of it is true, or what is not"
    static let flags: [Flag] = []
    static let operand: String? = "FILE"

    /// The most steps that are played again: a bound on the time, far above what a file can hold.
    private static let budget = 1_000_000

    static func run(_ arguments: Arguments) async throws {
        let name = Output.shown(arguments.operand, atMost: 200)
        let bytes = try ReplayFile.read(arguments.operand, name: name)
        let report: ReplayReport
        do throws(ReplayError) {
            report = ReplayReport(
                try bytes.starts(with: Array("TRR".utf8)) ? Replay(bytes: bytes) : Replay(json: bytes))
        } catch {
            throw PlayError("\(name) \(error.sentence(bytes))")
        }
        if let fault = report.fault(budget: budget) { throw PlayError("\(name): \(fault)") }
        Output.line(report.text(name: name))
    }
}

/// Reads files that others wrote.
enum ReplayFile {
    /// The bytes of a file or pipe, of which no more are read than a replay may have.
    static func read(_ path: String, name: String) throws -> [UInt8] {
        // Without O_NONBLOCK a pipe that nobody writes to would hold us up.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw PlayError("\(name) cannot be read: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PlayError("\(name) cannot be read.") }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFIFO else { throw PlayError("\(name) is not a file.") }
        if kind == S_IFREG, status.st_size > Replay.largest { throw tooLarge(name) }
        _ = fcntl(descriptor, F_SETFL, 0)
        return try readAll(descriptor, name)
    }

    private static func readAll(_ descriptor: Int32, _ name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw PlayError("\(name) cannot be read: \(String(cString: strerror(errno))).") }
            if count == 0 { return bytes }
            bytes += part[0..<count]
            if bytes.count > Replay.largest { throw tooLarge(name) }
        }
    }

    private static func tooLarge(_ name: String) -> PlayError {
        PlayError("\(name) is larger than 4 MiB, which no replay is.")
    }
}
