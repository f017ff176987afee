import PuzzleEngine
import Synchronization
import Testing
import WebSocketServer

@testable import RaceClient

/// What was seen, in order, from any thread.
final class Journal<Item: Sendable>: Sendable {
    private let all = Mutex<[Item]>([])

    var items: [Item] { all.withLock { $0 } }

    func add(_ item: Item) { all.withLock { $0.append(item) } }

    /// Polls until the items fulfil a condition; ten seconds at most.
    func wait(until condition: ([Item]) -> Bool) async throws -> [Item] {
        for _ in 0..<2_000 where !condition(items) { try await Task.sleep(for: .milliseconds(5)) }
        return items
    }
}

/// A server that answers each message as the test wants.
func serve(
    journal: Journal<String>, answer: @escaping @Sendable (Connection, String) -> Void
) throws -> WebSocketServer {
    var configuration = ServerConfiguration()
    configuration.loops = 1
    configuration.maximumMessage = 200_000
    let handlers = Handlers(
        opened: { _ in journal.add("opened") },
        received: { connection, bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            journal.add(text)
            answer(connection, text)
        },
        closed: { _ in journal.add("closed") })
    let server = try WebSocketServer(configuration: configuration, handlers: handlers)
    try server.start()
    return server
}

struct LiveSocketTests {
    @Test func `messages go both ways whole, in order, at any size`() async throws {
        let server = try serve(journal: Journal()) { connection, text in connection.send(Array(text.utf8)) }
        let loop = try ClientLoop()
        let events = Journal<ClientEvent>()
        let socket = loop.connect(to: Endpoint(port: server.port)) { events.add($0) }
        let messages = [1, 125, 126, 4_000, 70_000, 150_000, 2].map { size in
            (0..<size).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        }
        for message in messages { socket.send(message) }
        let seen = try await events.wait { $0.count >= 8 }
        #expect(seen == [.opened] + messages.map { .message($0) })
        socket.close()
        #expect(try await events.wait { $0.count >= 9 }.last == .closed(code: 1000, reason: ""))
        await loop.stop()
        await server.end()
    }

    @Test func `the server's close code and reason arrive`() async throws {
        let server = try serve(journal: Journal()) { connection, _ in connection.close(code: 4_001, reason: "why") }
        let loop = try ClientLoop()
        let events = Journal<ClientEvent>()
        loop.connect(to: Endpoint(port: server.port)) { events.add($0) }.send([UInt8(ascii: "x")])
        let seen = try await events.wait { $0.count >= 2 }
        #expect(seen == [.opened, .closed(code: 4_001, reason: "why")])
        await loop.stop()
        await server.end()
    }

    @Test func `a port where nobody listens and a foreign origin fail with a reason`() async throws {
        let server = try serve(journal: Journal()) { _, _ in }
        let loop = try ClientLoop()
        let events = Journal<ClientEvent>()
        _ = loop.connect(to: Endpoint(port: 1)) { events.add($0) }
        var foreign = Endpoint(port: server.port)
        foreign.origin = "http://elsewhere.example"
        _ = loop.connect(to: foreign) { events.add($0) }
        for event in try await events.wait(until: { $0.count >= 2 }) {
            guard case .failed(let reason) = event else {
                Issue.record("\(event)")
                continue
            }
            #expect(!reason.isEmpty)
        }
        #expect(events.items.count == 2)
        await loop.stop()
        await server.end()
    }

    @Test func `two hundred sockets on one loop get their own answers`() async throws {
        let server = try serve(journal: Journal()) { connection, text in connection.send(Array("re \(text)".utf8)) }
        let loop = try ClientLoop()
        let answers = Journal<String>()
        let sockets = (0..<200).map { number in
            loop.connect(to: Endpoint(port: server.port)) { event in
                if case .message(let bytes) = event {
                    answers.add("\(number) \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
        for (number, socket) in sockets.enumerated() { socket.send(Array("\(number)".utf8)) }
        let seen = try await answers.wait { $0.count >= 200 }
        #expect(Set(seen) == Set((0..<200).map { "\($0) re \($0)" }))
        await loop.stop()
        await server.end()
    }
}

/// The client against a server that follows a script.
struct RaceClientTests {
    private static let room = roomFrame.replacing("\n", with: "")

    @Test func `B58, B59, B61: after a lost connection the unanswered actions come once more on one socket`()
        async throws
    {
        let journal = Journal<String>()
        let server = try serve(journal: journal) { connection, text in
            if text.contains(#""t":"join""#) && !text.contains("since") {
                connection.send(Array(Self.room.utf8))
            } else if text.contains("since") {
                let step = #"{"k":"step","seat":1,"n":5,"ms":400,"score":4,"moves":4,"d":[["i",1,2]]}"#
                connection.send(Array(#"{"t":"events","from":7,"to":8,"now":950,"e":[\#(step)]}"#.utf8))
            }
        }
        let loop = try ClientLoop()
        let client = RaceClient(
            loop: loop, endpoint: Endpoint(port: server.port), room: "K7QX4M", profile: .init(name: "Bo"))
        await client.start()
        _ = try await client.wait(milliseconds: 5_000) { $0.phase == .racing }
        #expect(await client.play(.move(.left)) == 5)
        #expect(await client.play(.move(.up)) == 6)
        _ = try await journal.wait { $0.count { $0.contains(#""t":"move""#) } >= 2 }
        await client.cutConnection()
        _ = try await client.wait(milliseconds: 10_000) { $0.version == 8 }
        #expect(await client.unanswered == 1)
        #expect(await client.room.myBoard?.cells[1] == 2)

        let heard = try await journal.wait { $0.count { $0.contains(#""t":"move""#) } >= 3 }
        let moves = heard.filter { $0.contains(#""t":"move""#) }
        #expect(moves.map { $0.contains(#""n":5"#) } == [true, false, false])
        #expect(moves[1] == moves[2])
        #expect(heard.contains { $0.contains(#""since":"00000000000000ff.7""#) })
        #expect(heard.count { $0 == "opened" } == 2)
        await client.stop()
        let end = try await journal.wait { $0.count { $0 == "closed" } == 2 }
        #expect(end.count { $0 == "closed" } == 2)
        await loop.stop()
        await server.end()
    }

    @Test func `pings are answered, refusals settle their action, a version gap joins again`() async throws {
        let journal = Journal<String>()
        let server = try serve(journal: journal) { connection, text in
            func send(_ text: String) { connection.send(Array(text.utf8)) }
            if text.contains(#""t":"join""#) && !text.contains("since") {
                send(Self.room)
                send(#"{"t":"ping","d":77,"now":901}"#)
            } else if text.contains(#""t":"move""#) {
                send(#"{"t":"ack","race":"0000000000000001","n":5,"ok":false,"code":"no-effect","text":""}"#)
                send(#"{"t":"events","from":9,"to":10,"now":950,"e":[]}"#)
            } else if text.contains("since") {
                send(Self.room.replacing("ff.7", with: "ff.10"))
            }
        }
        let loop = try ClientLoop()
        let updates = Journal<RaceClient.Update>()
        let client = RaceClient(
            loop: loop, endpoint: Endpoint(port: server.port), room: "K7QX4M", profile: .init(name: "Bo"),
            handler: { client, update in
                updates.add(update)
                if update == .joined && client.room.version == 7 { _ = client.play(.move(.down)) }
            })
        await client.start()
        let room = try await client.wait(milliseconds: 5_000) { $0.version == 10 }
        #expect(room.myBoard?.judged == 4)
        #expect(await client.unanswered == 0)
        #expect(updates.items == [.joined, .refused(number: 5, code: "no-effect"), .joined])
        #expect(try await journal.wait { $0.contains(#"{"t":"pong","d":77}"#) }.contains(#"{"t":"pong","d":77}"#))
        await loop.stop()
        await server.end()
    }

    @Test func `a refusal for good ends the client and whoever waits for it`() async throws {
        let server = try serve(journal: Journal()) { connection, text in
            guard text.contains("join") else { return }
            connection.send(Array(#"{"t":"error","code":"unknown-room","text":"","retry":false,"re":"join"}"#.utf8))
        }
        let loop = try ClientLoop()
        let client = RaceClient(
            loop: loop, endpoint: Endpoint(port: server.port), room: "AAAAAA", profile: .init())
        await client.start()
        await #expect(throws: ClientError.refused("unknown-room")) {
            _ = try await client.wait(milliseconds: 5_000) { $0.version == 1 }
        }
        await loop.stop()
        await server.end()
    }
}
