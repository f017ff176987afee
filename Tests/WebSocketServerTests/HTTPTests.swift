import Foundation
import Testing

@testable import WebSocketServer

/// A web root with a secret beside it.
final class WebFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "web-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/js", withIntermediateDirectories: true)
        try write("index.html", "<script type=module src=\"/~/js/main.js\"></script>")
        try write("room.html", "<title>room</title>")
        try write("js/main.js", String(repeating: "export const one = 1;\n", count: 100))
        try write("engine.wasm", "\0asm")
        try write(".hidden", "secret")
        try write("../secret-\(URL(fileURLWithPath: path).lastPathComponent)", "secret")
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + "/../secret-\(URL(fileURLWithPath: path).lastPathComponent)")
    }
}

@Suite struct HTTPTests {
    private let folder: WebFolder

    init() throws {
        folder = try WebFolder()
    }

    private func script(in page: RawClient.Answer) throws -> String {
        let quoted = page.text.split(separator: "\"")
        return String(try #require(quoted.first { $0.hasPrefix("/~") }))
    }

    @Test func `a page names its files by hash, and they may be kept for ever`() async throws {
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            let page = try client.request("GET", "/")
            #expect(page.status == 200)
            #expect(page.headers["cache-control"] == "no-cache")
            let path = try script(in: page)
            #expect(path.wholeMatch(of: #/\/~[0-9a-f]{16}\/js\/main\.js/#) != nil)
            let file = try client.request("GET", path)
            #expect(file.status == 200)
            #expect(file.headers["cache-control"] == "public, max-age=31536000, immutable")
            #expect(file.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(file.body.count == 2200)
        }
    }

    @Test func `requests follow one another on one connection`() async throws {
        let handlers = Handlers(request: { request, respond in
            respond(.text(200, "\(request.method) \(request.path) \(request.query["a"] ?? "") \(request.body.count)"))
        })
        try await withServer(handlers, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<3 {
                #expect(try client.request("GET", "/index").status == 200)
                #expect(try client.request("HEAD", "/").headers["content-length"] != "0")
                #expect(try client.request("GET", "/missing").status == 404)
                #expect(try client.request("GET", "/r/K7QX4M").text == "<title>room</title>")
                #expect(
                    try client.request("POST", "/api/v1/x?a=b%20c", body: [1, 2, 3]).text == "POST /api/v1/x b c 3\n")
                #expect(
                    try client.request("POST", "/api/v1/x", ["host: localhost", "content-length: 0"]).text
                        == "POST /api/v1/x  0\n")
                #expect(try client.request("GET", "/healthz").text == "GET /healthz  0\n")
            }
        }
    }
}
