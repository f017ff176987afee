import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRules
import RaceTestKit
import Testing

/// `Tests/Vectors/protocol/server.json`: every frame of a scripted evening, as this encoder writes them. The page's
/// reducer, the Swift client and the contract's schemas read the same file. `TILERACE_RECORD=1` writes it anew.
@Suite struct `Server messages` {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Vectors/protocol/server.json")

    @Test func `the frames of a scripted evening are the recorded ones`() throws {
        var evening = Evening()
        let frames = try evening.play()
        let lines = frames.map { String(decoding: $0, as: UTF8.self) }
        let text =
            "{\n\"source\": \"Written by ServerMessageTests from a scripted room; see there.\",\n\"frames\": [\n"
            + lines.joined(separator: ",\n") + "\n]\n}\n"
        if ProcessInfo.processInfo.environment["TILERACE_RECORD"] != nil {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(text.split(separator: "\n") == recorded.split(separator: "\n"))
    }

    @Test func `every error code has a text and says whether to try again`() throws {
        for code in ErrorCode.allCases {
            let frame = ServerMessage.error(ProtocolError(code, regarding: "join"))
            let json = try #require(try JSONSerialization.jsonObject(with: Data(frame)) as? NSDictionary)
            #expect(json["code"] as? String == code.rawValue)
            #expect((json["text"] as? String)?.hasSuffix(".") == true)
            #expect(json["retry"] is Bool)
        }
    }
}

/// Two people and a viewer play 2048, then sliding, then memory.
private struct Evening {
    private var script = RoomScript(.script(minimum: 2, seconds: 3))
    private var frames: [[UInt8]] = []
    private var version: UInt64 = 0
    private let code = RoomCode("K7QX4M")

    mutating func play() throws -> [[UInt8]] {
        frames.append(ServerMessage.welcome(name: "Kim 🐺", token: Token(random: [UInt8](0..<32)), server: "1.2.3"))
        frames.append(ServerMessage.welcome(name: "Guest 1000", token: nil, server: "1.2.3"))
        frames.append(ServerMessage.ping(1, now: nil))
        frames.append(ServerMessage.ping(2, now: 123))
        frames.append(ServerMessage.pong(7))
        try say(.enter(.person(0), name: "Kim", isBot: false))
        try say(.enter(.person(1), name: "Kim", isBot: true))
        try say(.enter(.person(2), name: "Lee", isBot: false))
        try say(.leave(SeatNumber(rawValue: 2)))
        show(.racer(SeatNumber(rawValue: 0)))
        try abort()
        try race()
        try say(.options(SeatNumber(rawValue: 0), RoomOptions(game: .sliding(SlidingOptions(rows: 2, columns: 3)))))
        show(.spectator)
        try forfeited([.tap(cell: 0), .tap(cell: 5), .tap(cell: 1), .move(.left), .move(.up)])
        let memory = try MemoryOptions(rows: 2, columns: 2, closing: .hideAfter(ms: 500))
        try say(.options(SeatNumber(rawValue: 0), RoomOptions(game: .memory(memory))))
        try forfeited([.tap(cell: 0), .tap(cell: 1), .tap(cell: 2), .tap(cell: 3)])
        try say(.leave(SeatNumber(rawValue: 1)))
        show(.racer(SeatNumber(rawValue: 0)))
        try people()
        frames.append(ServerMessage.error(ProtocolError(.unknownRoom, regarding: "join")))
        return frames
    }

    private mutating func people() throws {
        try say(.preside(.person(0), name: "Kim"))
        try say(.rename(.desk, "Ms Kim"))
        show(.host)
        try say(.enter(.person(2), name: "Lee", isBot: false))
        let seat = script.room.seat(of: .person(2))?.number ?? .desk
        try say(.rename(seat, "Kim"))
        show(.spectator)
        try say(.lock(.desk, true))
        try say(.mute(.desk, seat, true))
        show(.racer(seat))
        try say(.kick(.desk, seat))
        show(.host)
        try say(.leave(.desk))
    }

    private mutating func abort() throws {
        try ready()
        try say(.cancel(SeatNumber(rawValue: 0)))
    }

    private mutating func race() throws {
        try ready()
        show(.racer(SeatNumber(rawValue: 1)))
        try say(.tick, after: 3000)
        try act(0, .undo)
        for direction: Direction in [.left, .down, .left, .down, .right] { try act(0, .move(direction)) }
        try act(0, .undo)
        try say(.connection(SeatNumber(rawValue: 1), isHere: false), after: 5)
        show(.racer(SeatNumber(rawValue: 0)))
        try say(.restored, after: 5)
        try say(.enter(.person(0), name: "Kim", isBot: false))
        try say(.tick, after: 1000)
        let order: [Direction] = [.left, .down, .right, .up]
        var turn = 0
        while script.room.race?.racer(on: SeatNumber(rawValue: 0))?.state == .racing, turn < 4000 {
            let before = script.room.race?.racer(on: SeatNumber(rawValue: 0))?.board.moves
            try act(0, .move(order[turn % 4]))
            turn = script.room.race?.racer(on: SeatNumber(rawValue: 0))?.board.moves == before ? turn + 1 : 0
        }
        try say(.tick, after: 60_000)
        show(.spectator)
        try say(.enter(.person(1), name: "Kim", isBot: true))
    }

    private mutating func forfeited(_ actions: [Action]) throws {
        try ready()
        try say(.tick, after: 3000)
        for action in actions { try act(0, action) }
        show(.racer(SeatNumber(rawValue: 1)))
        for seat: UInt8 in 0..<2 {
            try say(.forfeit(SeatNumber(rawValue: seat), script.room.race?.id ?? RaceID(rawValue: 0)), after: 7)
        }
    }

    private mutating func ready() throws {
        for seat: UInt8 in 0..<2 { try say(.ready(SeatNumber(rawValue: seat), .test(seat)), after: 11) }
    }

    private mutating func act(_ seat: UInt8, _ action: Action) throws {
        guard let race = script.room.race else { return }
        let number = (race.racer(on: SeatNumber(rawValue: seat))?.judged ?? 0) + 1
        let verdict = try say(.act(SeatNumber(rawValue: seat), race.id, number: number, action), after: 20)
        if case .refused(let error) = verdict {
            frames.append(ServerMessage.ack(race.id, number: number, code: ErrorCode(error), isRepeat: false))
            frames.append(ServerMessage.ack(race.id, number: number, code: ErrorCode(error), isRepeat: true))
        }
    }

    @discardableResult
    private mutating func say(_ input: RoomInput, after: UInt64 = 0) throws -> Verdict? {
        let verdict = try script.apply(input, after: after)
        let changes = script.latest + script.latestDraws
        guard !changes.isEmpty else { return verdict }
        var json = JSONWriter()
        json.array { json in
            for entry in changes { ServerMessage.write(entry, in: script.room.phase, to: &json) }
        }
        frames.append(
            ServerMessage.events(from: version, count: changes.count, now: script.time, entries: json.bytes))
        version += UInt64(changes.count)
        return verdict
    }

    private mutating func show(_ viewer: ServerMessage.Viewer) {
        guard let code else { return }
        frames.append(
            ServerMessage.room(
                script.room, code: code, at: Position(epoch: 0xAB, version: version), now: script.time, watchers: 1,
                viewer: viewer))
    }
}
