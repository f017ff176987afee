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

    @Test func `answers carry the server's date`() async throws {
        #expect(HTTPDate.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: 951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let page = try RawClient(port: server.port).request("GET", "/")
            #expect(page.headers["date"]?.hasSuffix(" GMT") == true)
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

    @Test(arguments: [
        "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/%252e%252e/secret", "/a/../../secret", "/..\\secret",
        "/~/../../secret", "/.hidden", "/~HASH/.hidden", "/~HASH/../.hidden", "/index.html%00", "/%00", "//etc/passwd",
        "http://localhost/etc/passwd", "/js/main.js", "/r/", "/r/A/B", "/r/..", "/%ff%fe", "/?/../secret", "*", "",
    ])
    func `nothing outside of the tables is served, B171`(target: String) async throws {
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            let hash = try script(in: try client.request("GET", "/")).dropFirst(2).prefix(16)
            do {
                let answer = try client.request("GET", target.replacing("HASH", with: hash))
                // The query is none of the path; dot segments are resolved, and a NUL is dropped, before it is looked up.
                let isRoot = ["/?/../secret", "/r/..", "/%00"].contains(target)
                #expect(isRoot ? [200, 404].contains(answer.status) : [400, 403, 404].contains(answer.status))
                #expect(!answer.text.contains("secret") && !answer.text.contains("root:"))
            } catch is RawClient.Failure {
                // Dropped without an answer.
            }
            #expect(try RawClient(port: server.port).request("GET", "/").status == 200)
        }
    }

    @Test func `answers say what a browser may do with them`() async throws {
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            let page = try client.request("GET", "/", ["host: localhost:8080"])
            let policy = try #require(page.headers["content-security-policy"])
            for part in [
                "default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'",
                "connect-src 'self' ws://localhost:8080 wss://localhost:8080", "frame-ancestors 'none'",
                "base-uri 'none'", "form-action 'none'", "style-src 'self'", "img-src 'self' data:",
            ] {
                #expect(policy.split(separator: "; ").contains(part[...]))
            }
            let hash = try script(in: page).dropFirst(2).prefix(16)
            for path in ["/", "/missing", "/~\(hash)/engine.wasm", "/api/v1/missing"] {
                let answer = try client.request("GET", path)
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
                #expect(answer.headers["referrer-policy"] == "no-referrer", "\(path)")
                #expect(
                    answer.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true, "\(path)")
            }
            #expect(try client.request("GET", "/~\(hash)/engine.wasm").headers["content-type"] == "application/wasm")
        }
    }

    @Test func `a page that is known is not sent again`() async throws {
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            let tag = try #require(try client.request("GET", "/").headers["etag"])
            let again = try client.request("GET", "/", ["host: localhost", "if-none-match: \(tag)"])
            #expect(again.status == 304 && again.headers["etag"] == tag)
            #expect(try client.request("GET", "/", ["host: localhost", "if-none-match: \"x\""]).status == 200)
        }
    }

    @Test(
        arguments: [
            ("gzip", "gzip"), ("gzip, deflate, br", "br"), ("br;q=0, gzip", "gzip"), ("identity", nil), (nil, nil),
        ]
            as [(String?, String?)])
    func `files are compressed for who can read that`(accepted: String?, expected: String?) async throws {
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            let path = try script(in: try client.request("GET", "/"))
            let headers = ["host: localhost"] + (accepted.map { ["accept-encoding: \($0)"] } ?? [])
            let answer = try client.request("GET", path, headers)
            #expect(answer.headers["content-encoding"] == expected)
            #expect(answer.headers["vary"] == "accept-encoding")
            #expect((answer.body.count < 200) == (expected != nil))
            if expected == "gzip" { #expect(answer.body.starts(with: [0x1F, 0x8B])) }
        }
    }

    @Test func `bodies are limited, and told in one way only`() async throws {
        let handlers = Handlers(request: { request, respond in respond(.text(200, "\(request.body.count)")) })
        try await withServer(handlers, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port)
            let most = [UInt8](repeating: 0x78, count: 16_384)
            #expect(try client.request("POST", "/api/x", body: most).text == "16384\n")
            #expect(try client.request("POST", "/api/x", body: most + [1]).status == 413)
            // The connection lives on after a body that was read to its end.
            #expect(try client.request("POST", "/api/x", body: [1]).text == "1\n")
            #expect(try client.request("POST", "/missing", body: most).status == 404)
            #expect(try client.request("POST", "/", body: most).status == 405)
            #expect(try client.request("PUT", "/api/x", body: [1, 2]).text == "2\n")
            #expect(try client.request("DELETE", "/api/x").text == "0\n")
            for headers in [
                ["transfer-encoding: chunked"], ["content-length: 4", "transfer-encoding: chunked"],
                ["content-length: -1"], ["content-length: 4, 4"], ["content-length: 99999999999999999999"],
                ["content-length: x"], [],
            ] {
                let answer = try RawClient(port: server.port).request("POST", "/api/x", ["host: localhost"] + headers)
                #expect(answer.status == 411, "\(headers)")
                #expect(answer.headers["connection"] == "close")
            }
            let get = try RawClient(port: server.port).request("GET", "/api/x", body: Array("GET /api/y".utf8))
            #expect(get.status == 400 && get.headers["connection"] == "close")
            let large = try RawClient(port: server.port)
            #expect(try large.request("POST", "/api/x", ["host: localhost", "content-length: 9000000"]).status == 413)
        }
    }

    @Test func `methods and hosts that are not served are told so`() async throws {
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            func status(_ method: String, _ headers: [String] = ["host: localhost"]) throws -> Int {
                try RawClient(port: server.port).request(method, "/", headers).status
            }
            #expect(try status("OPTIONS") == 405)
            #expect(try status("DELETE") == 405)
            #expect(try status("GET", ["host: evil.example"]) == 403)
            #expect(try status("GET", ["host: 192.168.1.5:8080"]) == 200)
            #expect(try status("GET", ["host: localhost", "host: evil.example"]) == 403)
            #expect(try status("GET", []) == 403)
            let old = try RawClient(port: server.port)
            try old.send("GET / HTTP/1.0\r\n\r\n")
            #expect(try old.answer().status == 200)
            #expect(try old.seesEnd())
        }
    }

    @Test func `an answer may come later and from elsewhere, and only once`() async throws {
        let handlers = Handlers(request: { request, respond in
            elsewhere(after: 50) {
                respond(.json(201, Array("{}".utf8)))
                respond(.text(500, "twice"))
            }
        })
        try await withServer(handlers) { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<2 {
                let answer = try client.request("GET", "/api/a")
                #expect(answer.status == 201 && answer.text == "{}")
                #expect(answer.headers["content-type"] == "application/json")
                #expect(answer.headers["cache-control"] == "no-store")
            }
        }
    }

    /// libwebsockets would take the head of a request that came together with another for its body, for ever.
    @Test(arguments: [
        ["GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"],
        ["GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"],
        ["POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nhello"],
        ["POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nhel", "lo"],
        ["POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n"],
        [
            "POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20000\r\n\r\n",
            String(repeating: "x", count: 20_000),
        ],
        ["GET /missing HTTP/1.1\r\nhost: lo", "calhost\r\n\r\n"],
        ["GET /ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"],
    ])
    func `requests that come together end with the first answer and harm nobody`(first: [String]) async throws {
        let handlers = Handlers(request: { request, respond in
            elsewhere { respond(.text(200, "\(request.body.count)")) }
        })
        try await withServer(handlers, { $0.webRoot = folder.path }) { server in
            for second in [
                "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", "POST /api/x HTTP/1.1\r\nhost: localhost\r\nconte",
                "POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 7\r\n\r\nseven!!", "x",
                "PUT /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\n\r\n",
            ] {
                let client = try RawClient(port: server.port)
                for part in first.dropLast() {
                    try client.send(part)
                    try await Task.sleep(for: .milliseconds(2))
                }
                try client.send((first.last ?? "") + second + second)
                #expect(try client.answer().status != 101)
                #expect(try client.seesEnd())
            }
            let other = try RawClient(port: server.port)
            #expect(try other.request("POST", "/api/x", body: [1, 2]).text == "2\n")
        }
    }

    @Test func `requests with bodies follow closely on one connection`() async throws {
        let handlers = Handlers(request: { request, respond in
            respond(HTTPResponse(status: 200, headers: [], body: request.body))
        })
        try await withServer(handlers) { server in
            let client = try RawClient(port: server.port)
            for number in 0..<300 {
                let body = Array("\(number) \(String(repeating: "x", count: number * 40))".utf8)
                #expect(try client.request(["POST", "PUT"][number % 2], "/api/x", body: body).body == body)
            }
        }
    }

    @Test func `clients that leave at any point leave nothing behind`() async throws {
        let requests = Recorder<String>()
        let handlers = Handlers(request: { request, respond in
            requests.add(request.path)
            elsewhere(after: 50) { respond(.text(200, "late")) }
        })
        try folder.write("large.bin", String(repeating: "x", count: 4_000_000))
        try await withServer(handlers, { $0.webRoot = folder.path }) { server in
            let hash = try script(in: try RawClient(port: server.port).request("GET", "/")).dropFirst(2).prefix(16)
            for text in [
                "", "GE", "GET / HTTP/1.1\r\nhost", "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
                "POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nabc",
                "GET /api/x HTTP/1.1\r\nhost: localhost\r\n\r\n",
                "GET /~\(hash)/large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n",
                "GET /api/x HTTP/1.1\r\nhost: localhost\r\n\r\nGET /api/x HTTP/1.1\r\nhost: localhost\r\n\r\n",
            ] {
                let client = try RawClient(port: server.port, receiveBuffer: 4096)
                try client.send(text)
                client.hangUp()
            }
            try await eventually("the handler has them") { requests.items.count >= 2 }
            #expect(try RawClient(port: server.port).request("GET", "/").status == 200)
        }
    }

    @Test func `a slow reader gets a large file whole and costs no processor time`() async throws {
        try folder.write("large.bin", String(repeating: "0123456789", count: 400_000))
        try await withServer(.echo, { $0.webRoot = folder.path }) { server in
            let client = try RawClient(port: server.port, receiveBuffer: 4096)
            let hash = try script(in: try client.request("GET", "/")).dropFirst(2).prefix(16)
            let request = "GET /~\(hash)/large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n"
            // The second request lies unread while the first answer waits for its reader.
            try client.send(request)
            try await Task.sleep(for: .milliseconds(100))
            try client.send(request)
            let before = await server.loops[0].processorTime()
            try await Task.sleep(for: .milliseconds(500))
            let busy = await server.loops[0].processorTime() - before
            #expect(busy < .milliseconds(50), "the loop spins")
            for _ in 0..<2 {
                #expect(try client.answer().body.count == 4_000_000)
            }
        }
    }

    @Test func `a hash stands for the content of all files`() throws {
        var configuration = ServerConfiguration()
        configuration.webRoot = folder.path
        let first = try StaticSite(configuration).hash
        #expect(try StaticSite(configuration).hash == first)
        try folder.write("engine.wasm", "\0asm2")
        #expect(try StaticSite(configuration).hash != first)
        configuration.webRoot = folder.path + "/nowhere"
        #expect(throws: ServerError.self) { try StaticSite(configuration) }
    }
}
