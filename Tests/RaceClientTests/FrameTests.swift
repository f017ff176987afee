import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRules
import Testing

@testable import RaceClient

let roomFrame = #"""
    {"t":"room","room":"K7QX4M","at":"00000000000000ff.7","now":900,"you":{"seat":1,"role":"racer"},"host":{"seat":0,"name":"Kim","here":true},
    "options":{"game":"2048","size":3,"target":64,"fours":10,"undos":3,"minSeats":2,"countdown":0},
    "seats":[{"seat":0,"name":"Kim","bot":false,"here":true,"ready":false,"rematch":false,"wins":2},
    {"seat":1,"name":"Bo \ud83d\udc3a","bot":true,"here":true,"ready":true,"rematch":false,"wins":0}],
    "watchers":3,"phase":"racing","next":{"race":"0000000000000002","commitment":"ab"},
    "race":{"race":"0000000000000001","no":1,"commitment":"cd","seats":[0,1],"clock":{"base":0,"at":500},
    "closesAt":null,"boards":[{"seat":1,"n":4,"cells":[2,0,0,4,0,0,0,0,2],"score":4,"moves":3,"undos":-1,
    "state":"racing","ms":300}],"ranks":[],"reveal":null,"future":{"x":[1,{}]}}}
    """#

struct FrameTests {
    @Test func `a room is read with everything that a racer needs`() throws {
        guard case .room(let room, let now) = try ServerFrame.decode(Array(roomFrame.utf8)) else {
            Issue.record("no room")
            return
        }
        #expect(now == 900)
        #expect(room.position == "00000000000000ff.7")
        #expect(room.code == "K7QX4M" && room.mySeat == 1 && room.host?.seat == 0 && room.watchers == 3)
        #expect(room.game == .twenty48(try Twenty48Options(size: 3, target: 64, undos: .limited(3))))
        #expect(room.seats.map(\.name) == ["Kim", "Bo 🐺"])
        #expect(room.seats[1].isBot && room.seats[1].isReady && room.seats[0].wins == 2)
        #expect(room.phase == .racing && room.nextRace == "0000000000000002")
        let board = try #require(room.myBoard)
        #expect(board.judged == 4 && board.undosLeft == nil && board.cells == [2, 0, 0, 4, 0, 0, 0, 0, 2])
        #expect(room.race?.clock.raceTime(at: 900) == 400)
        #expect(room.race?.clock.raceTime(at: 499) == nil)
    }

    @Test func `events, acks, pings and errors are read`() throws {
        func decode(_ text: String) throws -> ServerFrame { try ServerFrame.decode(Array(text.utf8)) }
        let step = StepView(
            seat: 0, number: 3, time: 1234, score: 8, moves: 2,
            events: [
                .move(from: 1, to: 0, value: 4), .merge(from1: 4, from2: 5, to: 4, value: 1 << 37),
                .insert(cell: 15, value: 2),
            ], cells: nil, closesAt: nil, end: .won)
        #expect(
            try decode(
                #"{"t":"events","from":7,"to":9,"now":950,"e":[{"k":"step","seat":0,"n":3,"ms":1234,"score":8,"#
                    + #""moves":2,"d":[["m",1,0,4],["x",4,5,4,137438953472],["i",15,2],["zz",1]],"end":"won"},"#
                    + #"{"k":"out","seat":1,"state":"dnf"},{"k":"dance"}]}"#)
                == .events(from: 7, to: 9, now: 950, entries: [.step(step), .out(seat: 1, state: .dnf), .unknown]))
        #expect(
            try decode(#"{"t":"ack","race":"00000000000000aa","n":5,"ok":false,"code":"no-effect","text":"x"}"#)
                == .ack(race: "00000000000000aa", number: 5, code: "no-effect"))
        #expect(try decode(#"{"t":"ping","d":12,"now":null}"#) == .ping(12, now: nil))
        #expect(
            try decode(#"{"t":"error","code":"paused","text":"x","retry":true,"re":"move"}"#)
                == .error(code: "paused", mayRetry: true, regarding: "move"))
        #expect(
            try decode(#"{"t":"welcome","v":1,"name":"Kim","rules":1,"server":"1"}"#)
                == .welcome(name: "Kim", token: nil))
        #expect(try decode(#"{"t":"news"}"#) == .unknown)
    }

    @Test func `what the server's encoder writes is read back`() throws {
        let ack = ServerMessage.ack(RaceID(rawValue: 10), number: 2, code: .noEffect, isRepeat: true)
        #expect(try ServerFrame.decode(ack) == .ack(race: "000000000000000a", number: 2, code: "no-effect"))
        #expect(try ServerFrame.decode(ServerMessage.ping(3, now: 4)) == .ping(3, now: 4))
    }

    @Test func `numbers at the end of their range stop nothing`() throws {
        let most = UInt64.max
        let text = roomFrame.replacing("\"now\":900", with: "\"now\":\(most)").replacing(
            "\"n\":4", with: "\"n\":\(most)"
        )
        .replacing("[2,0,0,4,", with: "[\(most),\(1 << 63 as UInt64),0,\(1 << 63 as UInt64),")
        guard case .room(let room, let now) = try ServerFrame.decode(Array(text.utf8)) else {
            Issue.record("no room")
            return
        }
        #expect(room.race?.clock.raceTime(at: now) != nil)
        var outbox = ActionOutbox()
        outbox.synchronise(race: "a", judged: room.myBoard?.judged ?? 0)
        _ = outbox.add(.undo)
        outbox.synchronise(race: "a", judged: 1)
        for game in games {
            var player = GreedyPlayer(game: game)
            for value in [0, 1, 255, 1 << 63, most] {
                var board = BoardView(cells: Array(repeating: value, count: Int(game.rows) * Int(game.columns)))
                board.closesAt = value
                _ = player.choose(board, raceTime: most)
                board.cells[0] = 0
                _ = player.choose(board, raceTime: value)
            }
        }
    }

    @Test func `no cut or changed byte of a frame stops the program`() {
        let whole = Array(roomFrame.utf8)
        for end in whole.indices { #expect(throws: JSONFault.self) { try ServerFrame.decode(Array(whole[..<end])) } }
        for index in whole.indices {
            for byte in [UInt8(ascii: "9"), UInt8(ascii: "\""), UInt8(ascii: "["), 0xff] {
                var changed = whole
                changed[index] = byte
                guard case .room(var room, _)? = try? ServerFrame.decode(changed) else { continue }
                room.apply(.step(StepView(seat: 1, number: 9, events: [.move(from: 255, to: 254, value: 1)])))
            }
        }
    }
}

/// The frames that the server's encoder wrote for a scripted evening.
@Suite struct RecordedFrameTests {
    @Test func `every recorded frame is understood`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/protocol/server.json")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? NSDictionary
        let frames = try #require(json?["frames"] as? [NSDictionary])
        #expect(frames.count > 50)
        for frame in frames {
            let bytes = try JSONSerialization.data(withJSONObject: frame)
            _ = try ServerFrame.decode(Array(bytes))
        }
    }
}
