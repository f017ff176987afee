import Foundation
import Testing

@testable import WebSocketServer

@Suite struct ServerTests {
    @Test func `all loops accept on one port`() async throws {
        let loops = Recorder<Int>()
        let handlers = Handlers(opened: { loops.add($0.loop.index) })
        try await withServer(handlers, { $0.loops = 2 }) { server in
            #expect(server.port != 0)
            var clients: [RawClient] = []
            for _ in 0..<60 { clients.append(try RawClient.webSocket(port: server.port)) }
            try await eventually("all are open") { loops.items.count == 60 }
            #expect(Set(loops.items) == [0, 1])
        }
    }

    @Test func `it is bound to exactly the address that was asked for`() async throws {
        try await withServer { server in
            #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port, host: "127.0.0.2") }
        }
        try await withServer(.echo, { $0.host = "0.0.0.0" }) { server in
            let client = try RawClient(port: server.port, host: "127.0.0.2")
            #expect(try client.request("GET", "/ws").status == 426)
        }
    }

    @Test func `IPv4 comes in through the IPv6 address of all interfaces, under its own name`() async throws {
        let addresses = Recorder<String>()
        let handlers = Handlers(opened: { addresses.add($0.remoteAddress) })
        do {
            try await withServer(handlers, { $0.host = "::" }) { server in
                _ = try RawClient.webSocket(port: server.port)
                try await eventually("it is open") { addresses.items == ["127.0.0.1"] }
            }
        } catch ServerError.cannotListen {
            // No IPv6 here.
        }
    }

    @Test func `a port that another server has is refused, though both may share it`() async throws {
        try await withServer { server in
            var configuration = ServerConfiguration()
            configuration.port = server.port
            let second = try WebSocketServer(configuration: configuration, handlers: .echo)
            #expect(throws: ServerError.addressInUse(host: "127.0.0.1", port: server.port)) { try second.start() }
        }
    }

    @Test func `bad configurations are refused`() throws {
        var configuration = ServerConfiguration()
        configuration.publicURL = "race.example.org"
        #expect(throws: ServerError.badPublicURL("race.example.org")) {
            try WebSocketServer(configuration: configuration, handlers: .echo)
        }
        configuration.publicURL = nil
        configuration.host = "race.example.org"
        let server = try WebSocketServer(configuration: configuration, handlers: .echo)
        #expect(throws: ServerError.badHost("race.example.org")) { try server.start() }
    }

    @Test func `stopping closes sockets with 1001, finishes answers and refuses newcomers, B154`() async throws {
        let closed = Recorder<UInt64>()
        let pending = Recorder<@Sendable (HTTPResponse) -> Void>()
        let handlers = Handlers(
            closed: { closed.add($0.id) },
            request: { pending.add($1) })
        try await withServer(handlers, { $0.loops = 2 }) { server in
            let port = server.port
            let clients = try (0..<50).map { _ in try RawClient.webSocket(port: port) }
            let idle = try RawClient(port: port)
            let working = try RawClient(port: port)
            try working.send("GET /api/x HTTP/1.1\r\nhost: localhost\r\n\r\n")
            try await eventually("the handler has the request") { pending.items.count == 1 }
            async let first: Void = server.stop()
            async let second: Void = server.stop()
            for client in clients {
                let close = try #require(try client.frame())
                #expect(close.closeCode == 1001 && close.closeReason == "restarting")
                try client.sendFrame(8, [0x03, 0xE9])
                #expect(try client.frame() == nil)
            }
            pending.items[0](.text(200, "done"))
            let answer = try working.answer()
            #expect(answer.text == "done\n" && answer.headers["connection"] == "close")
            #expect(try working.seesEnd())
            #expect(try idle.seesEnd())
            #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
            let start = ContinuousClock.now
            _ = await (first, second)
            #expect(ContinuousClock.now - start < .seconds(2))
            #expect(closed.items.count == 50)
            await server.stop()
            // The loops still run for the actors on them.
            await withCheckedContinuation { continuation in server.loops[1].post { continuation.resume() } }
        }
    }

    @Test func `stopping does not wait for ever`() async throws {
        try await withServer(.echo) { server in
            let deaf = try RawClient.webSocket(port: server.port)
            let start = ContinuousClock.now
            await server.stop(within: 200)
            #expect(ContinuousClock.now - start < .seconds(2))
            #expect(try deaf.seesEnd())
        }
    }

    @Test func `random bytes differ`() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(SecureRandom.bytes(32).count == 32)
        #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
    }
}
