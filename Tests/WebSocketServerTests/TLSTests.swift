import Foundation
import Testing

@testable import WebSocketServer

@Suite struct TLSTests {
    private let folder: WebFolder
    private let files: ServerConfiguration.TLSFiles

    /// Made once: certificate and key.
    private static let pem = Result {
        let folder = try WebFolder()
        let names = ["/.cert.pem", "/.key.pem"]
        try run(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-out", folder.path + names[0], "-keyout", folder.path + names[1])
        return try names.map { try String(contentsOfFile: folder.path + $0, encoding: .utf8) }
    }

    init() throws {
        folder = try WebFolder()
        files = .init(certificate: folder.path + "/.cert.pem", key: folder.path + "/.key.pem")
        let pem = try Self.pem.get()
        try folder.write(".cert.pem", pem[0])
        try folder.write(".key.pem", pem[1])
    }

    /// Runs `openssl`: what it prints.
    @discardableResult
    private static func run(_ arguments: String..., input: [UInt8] = []) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = FileHandle.nullDevice
        try process.run()
        standardInput.fileHandleForWriting.write(Data(input))
        if input.isEmpty { try standardInput.fileHandleForWriting.close() }
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(output)
    }

    private func talk(_ server: WebSocketServer, _ input: [UInt8], _ more: String...) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-quiet", "-alpn", "h2,http/1.1"] + more
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = FileHandle.nullDevice
        try process.run()
        standardInput.fileHandleForWriting.write(Data(input))
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(output)
    }

    @Test func `files of any size come over TLS`() async throws {
        let content = String(repeating: "0123456789", count: 200_000)
        try folder.write("large.bin", content)
        try await withServer(
            .echo,
            { [files, folder] in
                $0.tls = files
                $0.webRoot = folder.path
            }
        ) { server in
            var configuration = ServerConfiguration()
            configuration.webRoot = folder.path
            let hash = try StaticSite(configuration).hash
            let request = "GET /~\(hash)/large.bin HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
            let output = String(decoding: try talk(server, Array(request.utf8)), as: UTF8.self)
            #expect(output.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(output.hasSuffix("\r\n\r\n" + content))
        }
    }

    @Test func `a WebSocket speaks over TLS, and batches are written whole`() async throws {
        let text = String(repeating: "x", count: 200_000)
        let handlers = Handlers(received: { connection, _ in
            connection.send(Array(text.utf8))
            connection.send(Array("end".utf8))
            connection.close(code: 1000, reason: "")
        })
        try await withServer(handlers, { [files] in $0.tls = files }) { server in
            let head = ["GET /ws HTTP/1.1"] + RawClient.handshakeHeaders
            let frame: [UInt8] = [0x81, 0x82, 0, 0, 0, 0, 0x67, 0x6F]
            let output = try talk(server, Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + frame)
            let answer = String(decoding: output, as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 101"))
            #expect(answer.contains(text))
            #expect(output.suffix(9).elementsEqual([0x81, 3, 0x65, 0x6E, 0x64, 0x88, 2, 0x03, 0xE8]))
        }
    }

    @Test func `HTTP 2 is not agreed on, plain text is not answered`() async throws {
        try await withServer(.echo, { [files] in $0.tls = files }) { server in
            let log = try Self.run(
                "s_client", "-connect", "127.0.0.1:\(server.port)", "-alpn", "h2,http/1.1", input: [])
            #expect(String(decoding: log, as: UTF8.self).contains("ALPN protocol: http/1.1"))
            let plain = try RawClient(port: server.port)
            #expect(throws: RawClient.Failure.self) { try plain.request("GET", "/") }
        }
    }

    @Test func `a certificate that cannot be read is refused at start`() async throws {
        var configuration = ServerConfiguration()
        configuration.tls = .init(certificate: folder.path + "/.none.pem", key: files.key)
        let server = try WebSocketServer(configuration: configuration, handlers: .echo)
        #expect(throws: ServerError.noContext) { try server.start() }
    }
}
