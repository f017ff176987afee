import Glibc
import Testing

@testable import WebSocketServer

@Suite struct MessageTests {
    @Test func `a message comes back`() async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            for text in ["a", "", String(repeating: "é", count: 100), String(repeating: "x", count: 4096)] {
                try client.sendText(text)
                #expect(try client.text() == text)
            }
        }
    }

    @Test func `a message in fragments, with a ping between, comes whole`() async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.sendFrame(1, Array("one ".utf8), final: false)
            try client.sendFrame(9, Array("?".utf8))
            try client.sendFrame(0, [], final: false)
            try client.sendFrame(0, Array("two".utf8))
            // A pong may overtake a message.
            let answers = [try client.frame(), try client.frame()]
            #expect(answers.contains(RawClient.Frame(opcode: 10, payload: Array("?".utf8))))
            #expect(answers.contains(RawClient.Frame(opcode: 1, payload: Array("one two".utf8))))
        }
    }

    @Test func `a message that comes byte by byte comes whole`() async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            for byte: UInt8 in [0x81, 0x83, 1, 2, 3, 4, 0x61 ^ 1, 0x62 ^ 2, 0x63 ^ 3] {
                try client.send([byte])
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(try client.text() == "abc")
        }
    }

    @Test(arguments: [4096, 4097, 70_000])
    func `the size of a message is limited, in one frame or many, B73`(size: Int) async throws {
        try await withServer { server in
            for fragments in [1, 4] {
                let client = try RawClient.webSocket(port: server.port)
                let text = [UInt8](repeating: 0x78, count: size)
                let step = (size + fragments - 1) / fragments
                for start in stride(from: 0, to: size, by: step) {
                    let end = min(size, start + step)
                    // Refused in the middle, the rest may find nobody.
                    try? client.sendFrame(start == 0 ? 1 : 0, Array(text[start..<end]), final: end == size)
                }
                let frame = try #require(try client.frame())
                if size > 4096 {
                    #expect(frame.opcode == 8 && frame.closeCode == 1009)
                    #expect(frame.closeReason == "message too large")
                } else {
                    #expect(frame.payload == text)
                }
            }
        }
    }

    @Test func `a frame that announces a terabyte is refused before it has come`() async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.send([0x81, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4])
            try client.send([UInt8](repeating: 0x78, count: 65_536))
            #expect(try client.frame()?.closeCode == 1009)
        }
    }

    /// RFC 6455 §5.1 wants such a frame refused; libwebsockets 4.1.6 takes it and shows no one that it had no mask. It
    /// only matters to proxies that a page tries to poison, and pages cannot send it.
    @Test func `a frame without a mask harms nobody`() async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.sendFrame(1, Array("bare".utf8), masked: false)
            #expect(try client.text() == "bare")
        }
    }

    @Test func `binary messages are refused`() async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.sendFrame(2, [1, 2, 3])
            #expect(try client.frame()?.closeCode == 1003)
        }
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xE2, 0x82]] as [[UInt8]])
    func `text that is not UTF-8 is refused`(payload: [UInt8]) async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.sendFrame(1, payload)
            #expect(try client.frame()?.closeCode == 1007)
        }
    }

    @Test(arguments: [0x83, 0xC1, 0x89 & 0x7F] as [UInt8])
    func `frames against the protocol close with 1002`(head: UInt8) async throws {
        try await withServer { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.send([head, 0x80, 0, 0, 0, 0])
            #expect(try client.frame()?.closeCode == 1002)
        }
    }

    @Test func `a closing peer is answered, told once, and sent nothing more`() async throws {
        let closed = Recorder<UInt64>()
        let handlers = Handlers(
            received: { $0.send(Array($1)) },
            closed: { connection in
                closed.add(connection.id)
                connection.send(Array("too late".utf8))
            })
        try await withServer(handlers) { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.sendFrame(8, [0x03, 0xE8])
            #expect(try client.frame()?.closeCode == 1000)
            #expect(try client.frame() == nil)
            let vanished = try RawClient.webSocket(port: server.port)
            vanished.hangUp()
            try await eventually("both are closed") { closed.items.count == 2 }
            #expect(Set(closed.items).count == 2)
        }
    }

    @Test func `what was sent before a close comes, what is sent after does not`() async throws {
        let handlers = Handlers(received: { connection, _ in
            connection.send(Array("last".utf8))
            connection.close(code: 4001, reason: String(repeating: "é", count: 100))
            connection.send(Array("never".utf8))
        })
        try await withServer(handlers) { server in
            let client = try RawClient.webSocket(port: server.port)
            try client.sendText("go")
            #expect(try client.text() == "last")
            let close = try #require(try client.frame())
            #expect(close.closeCode == 4001)
            // Cut to 123 bytes without breaking a character.
            #expect(close.closeReason == String(repeating: "é", count: 61))
            try client.sendFrame(8, [0x0F, 0xA1])
            #expect(try client.frame() == nil)
        }
    }

    @Test func `a silent socket is closed, one that only pings is not`() async throws {
        try await withServer(.echo, { $0.silenceLimit = 2 }) { server in
            let silent = try RawClient.webSocket(port: server.port)
            let pinging = try RawClient.webSocket(port: server.port)
            for _ in 0..<26 {
                try pinging.sendFrame(9, [])
                usleep(100_000)
            }
            let close = try #require(try silent.frame())
            #expect(close.closeCode == 1001 && close.closeReason == "silent")
            for _ in 0..<26 { #expect(try pinging.frame()?.opcode == 10) }
            try pinging.sendText("here")
            #expect(try pinging.text() == "here")
        }
    }
}
