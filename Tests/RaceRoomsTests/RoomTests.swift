import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRooms
import RaceRules
import RaceTestKit
import Testing

func ready(_ mark: Int) -> String {
    let entropy = String(repeating: "0\(mark)", count: 16)
    return "{\"t\":\"ready\",\"on\":true,\"entropy\":\"\(entropy)\"}"
}

extension TestHall {
    /// Persons 1 … `count` say hello and join; what they heard is dropped.
    func gather(_ count: UInt8, in code: RoomCode) throws -> [Caller] {
        let callers = try (1...count).map { person in
            let caller = connect()
            caller.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(person).text)\",\"name\":\"P\(person)\"}")
            caller.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
            settle()
            return caller
        }
        for caller in callers { _ = caller.texts() }
        return callers
    }

    /// A race of `count` that has just heard GO; returns its id too.
    func race(_ count: UInt8, _ options: RoomOptions) async throws -> (callers: [Caller], race: String) {
        let code = try await makeRoom(options, by: Token.test(1))
        settle()
        let callers = try gather(count, in: code)
        for (mark, caller) in callers.enumerated() { caller.say(ready(mark + 1)) }
        settle()
        let countdown = try #require(callers[0].entries().first { $0["k"] as? String == "countdown" })
        let race = try #require((countdown["race"] as? NSDictionary)?["race"] as? String)
        loop.advance(UInt64(options.countdownSeconds) * 1000)
        settle()
        for caller in callers { _ = caller.texts() }
        return (callers, race)
    }
}

func move(_ race: String, _ number: Int, _ move: String) -> String {
    "{\"t\":\"move\",\"race\":\"\(race)\",\"n\":\(number),\"m\":\(move)}"
}

@Suite struct `Rooms` {
    @Test func `nothing is said before it is committed`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        callers[0].say(move(race, 1, "\"L\""))
        callers[0].say(move(race, 2, "\"D\""))
        hall.loop.turn()
        #expect(hall.log.waiting == 1)
        #expect(callers[0].texts().isEmpty)
        #expect(callers[1].texts().isEmpty)
        hall.settle()
        #expect(!callers[0].texts().isEmpty)
    }

    @Test func `a step reaches mover and rival in one frame with one number for each change`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        for (number, direction) in zip(1..., ["L", "D", "R", "U"]) {
            callers[0].say(move(race, number, "\"\(direction)\""))
        }
        hall.settle()
        let mine = try callers[0].next("events")
        let theirs = try callers[1].next("events")
        #expect(mine == theirs)
        let entries = try #require(mine["e"] as? [NSDictionary])
        #expect(mine["to"] as? Int == (mine["from"] as? Int ?? 0) + entries.count)
        #expect(entries.allSatisfy { $0["k"] as? String == "step" && $0["seat"] as? Int == 0 })
    }

    @Test func `B55 garbage is answered by an error and disturbs nobody`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        for garbage in [
            "null", "1", "\"x\"", "[]", "{}", "{\"t\":null}", "{\"t\":\"fly\"}", "\u{0}", "{\"t\":\"move\"}",
        ] {
            callers[1].say(garbage)
        }
        hall.settle()
        #expect(callers[1].heard().allSatisfy { $0["t"] as? String == "error" })
        callers[0].say(move(race, 1, "\"L\""))
        callers[0].say(move(race, 2, "\"D\""))
        hall.settle()
        #expect(!callers[0].texts().isEmpty)
    }

    @Test func `B60 a move that is sent twice is applied once and answered alike`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        var first: [NSDictionary] = []
        for number in 1...6 {
            callers[0].say(move(race, number, ["\"L\"", "\"D\""][number % 2]))
            hall.settle()
            first += callers[0].heard()
        }
        let refused = Set(first.filter { $0["t"] as? String == "ack" }.compactMap { $0["n"] as? Int })
        for number in 1...6 { callers[0].say(move(race, number, "\"U\"")) }
        hall.settle()
        let again = callers[0].heard()
        #expect(again.count == 6)
        for ack in again {
            #expect(ack["repeat"] as? Bool == true)
            #expect(ack["ok"] as? Bool == !refused.contains(try #require(ack["n"] as? Int)))
        }
        #expect(callers[1].entries().count == 6 - refused.count)
        callers[0].say(move(race, 9, "\"U\""))
        hall.settle()
        #expect(try callers[0].next("room")["phase"] as? String == "racing")
    }

    @Test func `B95 a second window takes the seat over and the first is told, once`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let callers = try hall.gather(2, in: code)
        let second = hall.connect()
        second.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(1).text)\"}")
        second.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        #expect(try callers[0].next("error")["code"] as? String == "taken-over")
        #expect(callers[0].closeCode == 4001)
        callers[0].session.closed()
        hall.settle()
        #expect(try (second.next("room")["seats"] as? [NSDictionary])?.count == 2)
        second.say(ready(1))
        hall.settle()
        #expect(callers[0].texts().isEmpty)
        #expect(!callers[1].texts().isEmpty)
    }

    @Test func `who comes back with the latest version gets just what was missed`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let callers = try hall.gather(2, in: code)
        let again = hall.connect()
        again.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(2).text)\"}")
        again.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        let position = try #require(try again.next("room")["at"] as? String)
        again.session.closed()
        callers[0].say(ready(1))
        hall.settle()
        let third = hall.connect()
        third.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(2).text)\"}")
        third.say("{\"t\":\"join\",\"room\":\"\(code)\",\"since\":\"\(position)\"}")
        hall.settle()
        let events = try third.next("events")
        #expect(events["from"] as? Int == Int(position.split(separator: ".")[1]))
        for since in ["0000000000000000.1", position.prefix(17) + "999999"] {
            let stranger = hall.connect()
            stranger.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(2).text)\"}")
            stranger.say("{\"t\":\"join\",\"room\":\"\(code)\",\"since\":\"\(since)\"}")
            hall.settle()
            _ = try stranger.next("room")
        }
    }

    @Test func `B107 a late spectator sees every board at once and B111 cannot play`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        for number in 1...8 {
            callers[number % 2].say(move(race, (number + 1) / 2, ["\"L\"", "\"D\""][number / 2 % 2]))
        }
        hall.settle()
        let code = try #require(hall.directory.codes.first)
        let viewer = hall.connect()
        viewer.say("{\"t\":\"hello\",\"v\":1}")
        viewer.say("{\"t\":\"join\",\"room\":\"\(code)\",\"role\":\"spectator\"}")
        hall.settle()
        let room = try viewer.next("room")
        let boards = try #require((room["race"] as? NSDictionary)?["boards"] as? [NSDictionary])
        #expect(boards.count == 2)
        #expect(boards.allSatisfy { ($0["n"] as? Int ?? 0) == 4 })
        viewer.say(move(race, 1, "\"L\""))
        viewer.say(ready(7))
        hall.settle()
        #expect(viewer.heard().allSatisfy { $0["code"] as? String == "not-allowed" })
    }

    @Test func `a failed commit takes back what nobody was told and the room goes on`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        callers[0].say(move(race, 1, "\"L\""))
        callers[0].say(move(race, 2, "\"D\""))
        hall.loop.turn()
        hall.log.fail()
        hall.loop.turn()
        callers[0].say(move(race, 3, "\"R\""))
        var frames: [NSDictionary] = []
        let deadline = ContinuousClock.now + .seconds(10)
        while !frames.contains(where: { $0["t"] as? String == "room" }), ContinuousClock.now < deadline {
            await Task.yield()
            hall.settle()
            frames += callers[0].heard()
        }
        let room = try #require(frames.first { $0["t"] as? String == "room" })
        let boards = try #require((room["race"] as? NSDictionary)?["boards"] as? [NSDictionary])
        #expect(boards.allSatisfy { $0["n"] as? Int == 0 })
        for (number, direction) in zip(1..., ["L", "D", "R", "U"]) {
            callers[0].say(move(race, number, "\"\(direction)\""))
        }
        hall.settle()
        #expect(callers[0].entries().contains { $0["k"] as? String == "step" })
    }

    @Test func `no frame to a rival or spectator holds a secret`() async throws {
        let hall = TestHall()
        let memory = try MemoryOptions(rows: 4, columns: 4)
        let (callers, race) = try await hall.race(2, try RoomOptions(game: .memory(memory)))
        callers[0].say(move(race, 1, "0"))
        callers[0].say(move(race, 2, "1"))
        hall.settle()
        let mine = callers[0].texts().joined()
        let theirs = callers[1].texts().joined()
        #expect(mine.contains("[\"s\",0,"))
        #expect(!theirs.contains("\"s\""))
        #expect(theirs.contains("\"moves\":2"))
        for text in [mine, theirs] {
            #expect(!text.contains("secret"))
            #expect(!text.contains(try Token.test(1).text))
        }
    }

    @Test func `a finished race is recorded with what anyone needs to run it again`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        for caller in callers { caller.say("{\"t\":\"forfeit\",\"race\":\"\(race)\"}") }
        hall.settle()
        let finished = try #require(callers[0].entries().first { $0["k"] as? String == "finished" })
        #expect((finished["reveal"] as? NSDictionary)?["secret"] != nil)
        let body = try #require(hall.results.values.first)
        let record = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? NSDictionary)
        #expect((record["race"] as? NSDictionary)?["race"] as? String == race)
        #expect((record["names"] as? [NSDictionary])?.count == 2)
    }
}
