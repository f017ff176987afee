import Testing

@testable import WebSocketServer

/// Connections that are sent to by a test, on their loop.
final class Stage: Sendable {
    let opened = Recorder<Connection>()
    let drained = Recorder<Bool>()
    let closed = Recorder<UInt64>()

    var handlers: Handlers {
        Handlers(
            opened: { [opened] in opened.add($0) },
            drained: { [drained] connection in
                drained.add(connection.missed)
                connection.send(Array("snapshot".utf8))
            },
            closed: { [closed] in closed.add($0.id) })
    }

    /// Opens a WebSocket and waits for the server to know it.
    func open(_ server: WebSocketServer, receiveBuffer: Int32? = nil) async throws -> RawClient {
        let count = opened.items.count
        let client = try RawClient.webSocket(port: server.port, receiveBuffer: receiveBuffer)
        try await eventually("it is open") { opened.items.count == count + 1 }
        return client
    }

    /// Runs on the loop of a one-loop server and waits for the end of that turn's work.
    func onLoop(
        _ server: WebSocketServer, _ work: @escaping @Sendable ([Connection]) -> Void
    ) async {
        await withCheckedContinuation { continuation in
            server.loops[0].post { [opened] in
                work(opened.items)
                continuation.resume()
            }
        }
    }
}

extension Outbox {
    func send(_ text: String, first: Connection? = nil) {
        send(Array(text.utf8), first: first)
    }
}

extension Connection {
    func send(_ text: String) {
        send(Array(text.utf8))
    }
}

@Suite struct OutboxTests {
    private let stage = Stage()

    private func texts(_ client: RawClient, _ count: Int) throws -> [String] {
        try (0..<count).map { _ in try client.text() }
    }

    @Test func `direct sends and outboxes keep the order of the calls`() async throws {
        try await withServer(stage.handlers) { server in
            let a = try await stage.open(server)
            let b = try await stage.open(server)
            await stage.onLoop(server) { connections in
                let all = Outbox(loop: server.loops[0])
                let some = Outbox(loop: server.loops[0])
                connections[0].send("direct 1")
                all.send("nobody")
                all.add(connections[0])
                all.send("all 2")
                connections[0].send("direct 3")
                some.add(connections[0])
                all.send("all 4")
                some.send("some 5")
                all.add(connections[1])
                all.send("all 6")
                connections[0].send("direct 7")
                all.send("all 8")
                all.remove(connections[0])
                all.send("all 9")
                some.send("some 10")
                #expect(all.count == 1 && some.count == 1)
            }
            #expect(
                try texts(a, 8) == [
                    "direct 1", "all 2", "direct 3", "all 4", "some 5", "all 6", "direct 7", "all 8",
                ])
            #expect(try a.text() == "some 10")
            #expect(try texts(b, 3) == ["all 6", "all 8", "all 9"])
        }
    }

    @Test func `a crowd is served in turns, with joins and leaves between`() async throws {
        try await withServer(stage.handlers, { $0.socketsPerAddress = 1000 }) { server in
            var clients: [RawClient] = []
            for _ in 0..<400 { clients.append(try await stage.open(server)) }
            let crowd = Recorder<Outbox>()
            await stage.onLoop(server) { connections in
                let outbox = Outbox(loop: server.loops[0])
                for connection in connections { outbox.add(connection) }
                outbox.send("one", first: connections[399])
                outbox.send("two")
                crowd.add(outbox)
                // After the first chunk of the crowd is written.
                server.loops[0].beforeWait {
                    server.loops[0].post {
                        outbox.remove(connections[0])
                        outbox.remove(connections[398])
                        connections[397].send("direct")
                        outbox.send("three")
                        outbox.add(connections[0])
                        connections[396].close(code: 4000, reason: "")
                        outbox.send("four", first: connections[0])
                    }
                }
            }
            for (index, client) in clients.enumerated() {
                let expected =
                    switch index {
                    case 0: ["one", "two", "four"]
                    case 396: ["one", "two", "three"]
                    case 397: ["one", "two", "direct", "three", "four"]
                    case 398: ["one", "two"]
                    default: ["one", "two", "three", "four"]
                    }
                #expect(try texts(client, expected.count) == expected, "member \(index)")
            }
            for client in clients { client.hangUp() }
            try await eventually("all are closed") { stage.closed.items.count == 400 }
            await stage.onLoop(server) { _ in
                #expect(crowd.items[0].count == 0)
                crowd.items[0].send("nobody")
            }
        }
    }

    @Test func `what is gathered in a turn leaves in one packet`() async throws {
        try await withServer(stage.handlers) { server in
            let client = try await stage.open(server)
            await stage.onLoop(server) { connections in
                let outbox = Outbox(loop: server.loops[0])
                outbox.add(connections[0])
                for number in 0..<50 { outbox.send("\(number)") }
            }
            #expect(try client.packet().count == 50 * 2 + 90)
        }
    }

    @Test func `one that stops reading is skipped, then told that it missed something, and others feel nothing`()
        async throws
    {
        try await withServer(stage.handlers) { server in
            let slow = try await stage.open(server, receiveBuffer: 4096)
            let quick = try await stage.open(server)
            let outboxes = Recorder<Outbox>()
            await stage.onLoop(server) { connections in
                let outbox = Outbox(loop: server.loops[0])
                for connection in connections { outbox.add(connection) }
                outboxes.add(outbox)
            }
            let text = String(repeating: "x", count: 10_000)
            for number in 0..<2_000 {
                await stage.onLoop(server) { _ in outboxes.items[0].send("\(number) \(text)") }
                #expect(try quick.text() == "\(number) \(text)")
            }
            await stage.onLoop(server) { connections in
                #expect(connections[0].isBehind && connections[0].missed)
                #expect(!connections[1].isBehind)
                connections[0].send("dropped")
            }
            var last = -1
            while true {
                let message = try slow.text()
                guard message != "snapshot" else { break }
                let number = try #require(Int(message.prefix { $0 != " " }))
                #expect(number == last + 1, "nothing is missing before the snapshot")
                last = number
            }
            #expect(stage.drained.items.contains(true))
            #expect(last < 200, "no more than some buffers were held")
            await stage.onLoop(server) { connections in
                #expect(!connections[0].isBehind && !connections[0].missed)
                outboxes.items[0].send("next")
            }
            #expect(try slow.text() == "next")
        }
    }

    @Test func `one that stays behind is cut off`() async throws {
        try await withServer(stage.handlers, { $0.behindLimit = 1 }) { server in
            let slow = try await stage.open(server, receiveBuffer: 4096)
            let text = String(repeating: "x", count: 100_000)
            await stage.onLoop(server) { connections in
                for _ in 0..<20 { connections[0].send(text) }
            }
            try await eventually("it is closed") { stage.closed.items.count == 1 }
            #expect(try slow.seesEnd())
        }
    }

    @Test func `one that is behind and closed with a reason hears it when it reads on`() async throws {
        try await withServer(stage.handlers) { server in
            let slow = try await stage.open(server, receiveBuffer: 4096)
            let text = String(repeating: "x", count: 1_000_000)
            await stage.onLoop(server) { connections in
                connections[0].send(text)
                connections[0].send(text)
            }
            await stage.onLoop(server) { connections in
                #expect(connections[0].isBehind)
                connections[0].close(code: 4000, reason: "slow")
            }
            #expect(try texts(slow, 2) == [text, text])
            #expect(try slow.frame()?.closeReason == "slow")
        }
    }
}
