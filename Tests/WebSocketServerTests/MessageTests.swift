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
}
