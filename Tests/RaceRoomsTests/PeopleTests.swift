import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRooms
import RaceRules
import RaceTestKit
import Testing

@Suite struct `People in rooms` {
    /// Says hello as person `number` and joins.
    private func join(
        _ hall: TestHall, _ number: UInt8, _ code: RoomCode, as role: String = "racer"
    ) throws -> Caller {
        let caller = hall.connect()
        caller.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(number).text)\",\"name\":\"P\(number)\"}")
        caller.say("{\"t\":\"join\",\"room\":\"\(code)\",\"role\":\"\(role)\"}")
        hall.settle()
        return caller
    }

    @Test func `a maker hosts without racing, others may not`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let host = try join(hall, 1, code, as: "host")
        let room = try host.next("room")
        #expect(room["you"] as? NSDictionary == ["seat": NSNull(), "role": "host", "host": true, "muted": false])
        #expect(room["host"] as? NSDictionary == ["seat": NSNull(), "name": "P1", "here": true])
        #expect(room["watchers"] as? Int == 0)
        let guest = try join(hall, 2, code, as: "host")
        #expect(try guest.next("error")["code"] as? String == "not-allowed")
        host.say("{\"t\":\"options\",\"options\":{\"game\":\"sliding\"}}")
        hall.settle()
        #expect(host.entries().contains { $0["k"] as? String == "options" })
        host.say("{\"t\":\"move\",\"race\":\"0000000000000000\",\"n\":1,\"m\":\"L\"}")
        host.say(ready(1))
        hall.settle()
        #expect(host.heard().filter { $0["t"] as? String == "error" }.count == 2)
    }

    @Test func `a role changes without a new connection, and in a race only for those who are out`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        callers[1].say("{\"t\":\"role\",\"role\":\"spectator\"}")
        hall.settle()
        #expect(try callers[1].next("error")["code"] as? String == "not-allowed")
        callers[1].say("{\"t\":\"forfeit\",\"race\":\"\(race)\"}")
        callers[1].say("{\"t\":\"role\",\"role\":\"spectator\"}")
        hall.settle()
        let room = try callers[1].next("room")
        #expect(room["you"] as? NSDictionary == ["seat": NSNull(), "role": "spectator", "host": false, "muted": false])
        #expect(room["watchers"] as? Int == 1)
        callers[0].say("{\"t\":\"forfeit\",\"race\":\"\(race)\"}")
        callers[0].say("{\"t\":\"role\",\"role\":\"host\"}")
        callers[1].say("{\"t\":\"role\",\"role\":\"racer\"}")
        hall.settle()
        #expect((try callers[0].next("room")["you"] as? NSDictionary)?["role"] as? String == "host")
        #expect((try callers[1].next("room")["you"] as? NSDictionary)?["seat"] as? Int == 1)
    }

    @Test func `B105 who has watched elsewhere races in the new room alone`() async throws {
        let hall = TestHall()
        let old = try await hall.makeRoom(.script(), by: Token.test(1))
        let new = try await hall.makeRoom(.script(), by: Token.test(2))
        let racer = try join(hall, 1, old)
        let viewer = try join(hall, 2, old, as: "spectator")
        _ = racer.heard()
        viewer.say("{\"t\":\"join\",\"room\":\"\(new)\"}")
        hall.settle()
        #expect(racer.entries().contains { $0["k"] as? String == "watchers" && $0["count"] as? Int == 0 })
        _ = viewer.heard()
        racer.say(ready(1))
        hall.settle()
        #expect(viewer.heard().isEmpty)
        viewer.say(ready(2))
        hall.settle()
        #expect(viewer.entries().contains { $0["k"] as? String == "seat" })
    }

    @Test func `B110 who turns to watching as a race ends sees a room and keeps the role`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script())
        let code = try #require(hall.directory.codes.first)
        callers[0].say("{\"t\":\"forfeit\",\"race\":\"\(race)\"}")
        let viewer = try join(hall, 3, code, as: "spectator")
        callers[1].say("{\"t\":\"forfeit\",\"race\":\"\(race)\"}")
        let later = try join(hall, 4, code, as: "spectator")
        for one in [viewer, later] {
            let room = try one.next("room")
            #expect((room["you"] as? NSDictionary)?["role"] as? String == "spectator")
            #expect(["racing", "finished"].contains(room["phase"] as? String))
        }
        for (mark, caller) in callers.enumerated() { caller.say(ready(mark + 1)) }
        hall.settle()
        let countdown = try #require(viewer.entries().last { $0["k"] as? String == "countdown" })
        #expect((countdown["race"] as? NSDictionary)?["seats"] as? [Int] == [0, 1])
    }

    @Test func `B100 a name changes in place, a bad one changes nothing`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let callers = try hall.gather(2, in: code)
        callers[1].say("{\"t\":\"rename\",\"name\":\"\u{200B}\"}")
        hall.settle()
        #expect(try callers[1].next("error")["code"] as? String == "bad-name")
        callers[1].say("{\"t\":\"rename\",\"name\":\"P1\"}")
        hall.settle()
        let heard = callers[1].heard()
        #expect(heard.first?["t"] as? String == "welcome")
        #expect(heard.first?["token"] == nil)
        let seats = callers[0].entries().filter { $0["k"] as? String == "seat" }
        #expect((seats.first?["seat"] as? NSDictionary)?["name"] as? String == "P1 2")
        #expect(seats.count == 1)
        let again = try join(hall, 2, code)
        #expect((try again.next("room")["seats"] as? [NSDictionary])?.count == 2)
    }

    @Test func `a ping is answered at once, in a room or before one`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let caller = hall.connect()
        caller.say("{\"t\":\"hello\",\"v\":1}")
        caller.say("{\"t\":\"ping\",\"d\":7}")
        #expect(try caller.next("pong")["d"] as? Int == 7)
        caller.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        _ = caller.heard()
        caller.say("{\"t\":\"ping\",\"d\":8}")
        #expect(try caller.next("pong")["d"] as? Int == 8)
    }

    @Test func `B168 a refused connection hears nothing of the room`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let refused = hall.connect()
        refused.say("{\"t\":\"hello\",\"v\":1,\"token\":\"wrong\"}")
        refused.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        #expect(refused.heard().allSatisfy { $0["t"] as? String == "error" })
        _ = try hall.gather(2, in: code)
        #expect(refused.heard().isEmpty)
    }

    @Test func `B103 who is kicked hears why, is out with every window and may go elsewhere`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let other = try await hall.makeRoom(.script(), by: Token.test(1))
        let callers = try hall.gather(2, in: code)
        let screen = try join(hall, 2, code, as: "spectator")
        for caller in callers + [screen] { _ = caller.heard() }
        callers[0].say("{\"t\":\"kick\",\"seat\":1}")
        hall.loop.turn()
        #expect(callers[1].texts().isEmpty, "not before it is committed")
        hall.settle()
        for caller in [callers[1], screen] {
            #expect(try caller.next("error")["code"] as? String == "kicked")
            #expect(caller.closeCode == 4003)
        }
        #expect(callers[0].entries().contains { $0["k"] as? String == "left" })
        for role in ["racer", "spectator"] {
            #expect(try join(hall, 2, code, as: role).next("error")["code"] as? String == "kicked")
        }
        _ = try join(hall, 2, other).next("room")
    }

    @Test func `a locked room is still watched, and a spectator cannot sit down in it`() async throws {
        let hall = TestHall()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let host = try join(hall, 1, code)
        host.say("{\"t\":\"lock\",\"on\":true}")
        hall.settle()
        #expect(try join(hall, 2, code).next("error")["code"] as? String == "locked")
        let viewer = try join(hall, 2, code, as: "spectator")
        #expect(try viewer.next("room")["locked"] as? Bool == true)
        viewer.say("{\"t\":\"role\",\"role\":\"racer\"}")
        hall.settle()
        #expect(try viewer.next("error")["code"] as? String == "locked")
    }
}
