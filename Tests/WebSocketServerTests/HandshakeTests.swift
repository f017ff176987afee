import Testing

@testable import WebSocketServer

@Suite struct HandshakeTests {
    /// A handshake with one header changed; nil takes it away.
    private func headers(_ changes: [String: String?]) -> [String] {
        RawClient.handshakeHeaders.compactMap { line in
            let name = String(line.prefix { $0 != ":" })
            guard let change = changes[name] else { return line }
            return change.map { "\(name): \($0)" }
        }
            + changes.compactMap { name, value in
                let isNew = !RawClient.handshakeHeaders.contains { $0.hasPrefix(name + ":") }
                return isNew ? value.map { "\(name): \($0)" } : nil
            }
    }

    private func status(
        _ server: WebSocketServer, _ changes: [String: String?], path: String = "/ws", method: String = "GET"
    ) throws -> Int {
        try RawClient(port: server.port).request(method, path, headers(changes)).status
    }

    @Test func `Origin is absent, the Host, or the public URL, B170`() async throws {
        let notices = Recorder<String>()
        let handlers = Handlers(notice: { notices.add($0) })
        try await withServer(handlers, { $0.publicURL = "https://race.example.org/" }) { server in
            let cases: [(origin: String?, host: String, status: Int)] = [
                (nil, "localhost", 101),
                ("http://localhost:8080", "localhost:8080", 101),
                ("http://localhost:8080", "localhost:8081", 403),
                ("http://localhost", "localhost:80", 101),
                ("https://localhost", "localhost:443", 101),
                ("http://127.0.0.1:8080", "127.0.0.1:8080", 101),
                ("http://[::1]:8080", "[::1]:8080", 101),
                ("HTTP://LOCALHOST", "localhost", 101),
                ("https://race.example.org", "race.example.org", 101),
                ("https://race.example.org:443", "race.example.org", 101),
                ("https://race.example.org", "127.0.0.1:8080", 101),
                ("http://race.example.org", "127.0.0.1:8080", 403),
                ("https://race.example.org.evil.example", "race.example.org", 403),
                ("https://evil.example", "localhost", 403),
                ("null", "localhost", 403),
                ("", "localhost", 101),
                ("http://localhost@evil.example", "localhost", 403),
                ("http://localhost/x", "localhost", 403),
                ("http://localhost, http://evil.example", "localhost", 403),
                ("file://", "localhost", 403),
                ("http://evil.example", "evil.example", 403),
                (nil, "evil.example", 403),
                (nil, "localhost.evil.example", 403),
                (nil, "127.0.0.1.evil.example", 403),
                (nil, "race.localhost", 101),
            ]
            for (origin, host, expected) in cases {
                let got = try status(server, ["origin": origin, "host": host])
                #expect(got == expected, "Origin \(origin ?? "absent"), Host \(host)")
            }
            let notice = try #require(notices.items.first { $0.contains("evil.example") })
            #expect(notice.contains("'localhost'") || notice.contains("public URL"))
        }
    }

    @Test(
        arguments: [
            ("sec-websocket-version", "7", 426), ("sec-websocket-version", nil, 426),
            ("sec-websocket-version", "13, 8", 426),
            ("sec-websocket-key", "c2hvcnQ=", 400), ("sec-websocket-key", nil, 400),
            ("sec-websocket-key", String(repeating: "A", count: 200), 400),
            ("sec-websocket-protocol", nil, 400), ("sec-websocket-protocol", "other", 400),
            ("sec-websocket-protocol", "other, tilerace.v1", 101), ("sec-websocket-protocol", "tilerace.v11", 400),
            ("sec-websocket-protocol", String(repeating: "x", count: 300), 400),
            ("upgrade", "h2c", 400), ("upgrade", "WebSocket", 101), ("host", nil, 403),
            ("sec-websocket-extensions", "permessage-deflate; client_max_window_bits", 101),
            ("sec-websocket-extensions", String(repeating: "x", count: 254), 101),
            ("sec-websocket-extensions", String(repeating: "x", count: 255), 431),
            ("cookie", String(repeating: "x", count: 8000), 101),
        ] as [(String, String?, Int)])
    func `the handshake is checked as RFC 6455 says`(name: String, value: String?, expected: Int) async throws {
        try await withServer { server in
            let got = try status(server, [name: value])
            #expect(got == expected)
        }
    }

    @Test func `other methods, versions and paths open no WebSocket`() async throws {
        try await withServer { server in
            #expect(try status(server, [:], method: "POST") == 405)
            #expect(try status(server, [:], path: "/elsewhere") == 404)
            #expect(try status(server, [:], path: "/ws?room=K7QX4M") == 101)
            let old = try RawClient(port: server.port)
            try old.send("GET /ws HTTP/1.0\r\n" + headers([:]).joined(separator: "\r\n") + "\r\n\r\n")
            #expect(try old.answer().status == 400)
            let plain = try RawClient(port: server.port).request("GET", "/ws")
            #expect(plain.status == 426 && plain.headers["upgrade"] == "websocket")
        }
    }

    @Test func `an upgrade that nobody knows harms nobody`() async throws {
        try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send("GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: quic\r\n\r\n")
            #expect(try client.answer().status == 403)
            let other = try RawClient.webSocket(port: server.port)
            try other.sendText("alive")
            #expect(try other.text() == "alive")
        }
    }

    @Test func `the subprotocol is confirmed and no extension is agreed on`() async throws {
        try await withServer { server in
            let answer = try RawClient(port: server.port).request(
                "GET", "/ws", headers(["sec-websocket-extensions": "permessage-deflate"]))
            #expect(answer.headers["sec-websocket-protocol"] == "tilerace.v1")
            #expect(answer.headers["sec-websocket-extensions"] == nil)
            #expect(answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        }
    }

    @Test func `whom a trusted proxy speaks for is counted, what others claim is not, B160`() async throws {
        let addresses = Recorder<String>()
        let handlers = Handlers(opened: { addresses.add($0.remoteAddress) })
        for trusted in [[], ["127.0.0.0/8", "10.0.0.1"]] {
            try await withServer(
                handlers,
                {
                    $0.socketsPerAddress = 2
                    $0.trustedProxies = trusted
                }
            ) { server in
                var statuses: [Int] = []
                var clients: [RawClient] = []
                for forwarded in [
                    "6.6.6.6, 203.0.113.1", "203.0.113.2:4711, 10.0.0.1", "[2001:db8::1]:80", "203.0.113.1",
                    "7.7.7.7, 203.0.113.1",
                ] {
                    let client = try RawClient(port: server.port)
                    clients.append(client)
                    let answer = try client.request("GET", "/ws", headers(["x-forwarded-for": forwarded]))
                    statuses.append(answer.status)
                }
                #expect(statuses == (trusted.isEmpty ? [101, 101, 429, 429, 429] : [101, 101, 101, 101, 429]))
            }
        }
        #expect(
            addresses.items == [
                "127.0.0.1", "127.0.0.1", "203.0.113.1", "203.0.113.2", "2001:db8::1", "203.0.113.1",
            ])
        #expect(throws: ServerError.badProxy("10.0.0.0/33")) { try TrustedProxies(["10.0.0.0/33"]) }
    }

    @Test func `a household is an IPv4 address or an IPv6 network of 64 bits, B160`() throws {
        for (address, household) in [
            ("203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8::1", "2001:db8:0:0::/64"), ("2001:db8:0:0:ffff::9", "2001:db8:0:0::/64"),
            ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ] { #expect(try #require(ListenAddress(host: address, port: 0)).household == household) }
    }

    @Test func `an address has so many sockets and no more, and gets them back`() async throws {
        try await withServer(.echo, { $0.socketsPerAddress = 3 }) { server in
            var clients = try (0..<3).map { _ in try RawClient.webSocket(port: server.port) }
            #expect(try status(server, [:]) == 429)
            clients.removeLast().hangUp()
            try await eventually("a place is free") { (try? status(server, [:])) == 101 }
        }
    }
}
