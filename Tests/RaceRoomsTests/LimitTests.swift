import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRules
import RaceTestKit
import Testing

@testable import RaceRooms

@Suite struct `Limits of pace and number` {
    @Test func `an allowance gives its burst at once and then one for each share of time`() {
        var allowance = Allowance(30, each: 1000, burst: 75)
        var taken = (0..<100).count { _ in allowance.take(at: 5000) }
        #expect(taken == 75)
        #expect(allowance.delay(at: 5000) == 34)
        taken = (5000..<6000).count { allowance.take(at: $0) }
        #expect(taken == 29)
        taken = (0..<1000).count { _ in allowance.take(at: 90_000) }
        #expect(taken == 75)
        var chat = Allowance(5, each: 10_000)
        taken = (0..<30_000).count { chat.take(at: UInt64($0)) }
        #expect(taken == 5 + 14)
    }

    @Test func `B161 bursts of people are neither delayed nor refused`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script(target: 2048))
        for number in 1...75 {
            callers[0].say(move(race, number, ["\"L\"", "\"D\"", "\"R\""][number % 3]))
            hall.settle()
            let heard = callers[0].heard()
            let answers =
                heard.flatMap { $0["e"] as? [NSDictionary] ?? [] } + heard.filter { $0["t"] as? String == "ack" }
            #expect(answers.contains { $0["n"] as? Int == number })
            hall.loop.advance(40)
        }
        hall.loop.advance(5000)
        _ = callers[0].heard()
        for number in 76...107 { callers[0].say(move(race, number, "\"L\"")) }
        hall.settle()
        #expect(callers[0].heard().allSatisfy { $0["t"] as? String != "error" })
    }

    @Test func `what comes too fast waits and is all answered in order`() async throws {
        let hall = TestHall()
        let caller = hall.connect()
        caller.say("{\"t\":\"hello\",\"v\":1}")
        for number in 1...200 { caller.say("{\"t\":\"ping\",\"d\":\(number)}") }
        #expect(caller.heard().count == 75)
        hall.loop.advance(1000)
        #expect(caller.heard().count == 30)
        hall.loop.advance(10_000)
        let rest = caller.heard().compactMap { $0["d"] as? Int }
        #expect(rest == Array(105...200))
        #expect(caller.closeCode == nil)
    }

    @Test func `B161 a flood is closed with a reason, and the next connection is welcome`() async throws {
        let hall = TestHall()
        let caller = hall.connect()
        caller.say("{\"t\":\"hello\",\"v\":1}")
        for _ in 1...1000 { caller.say("{\"t\":\"ping\",\"d\":1}") }
        #expect(caller.closeCode == 4008)
        #expect(caller.heard().last?["code"] as? String == "too-many")
        let again = hall.connect()
        again.say("{\"t\":\"hello\",\"v\":1}")
        _ = try again.next("welcome")
    }

    @Test func `messages that wait are bounded by their bytes too`() {
        var intake = Intake(Limits())
        let frame = [UInt8](repeating: 32, count: 4096)
        let verdicts = (0..<100).map { _ in frame.withUnsafeBytes { intake.take($0, at: 0) } }
        #expect(verdicts.prefix(75).allSatisfy { $0 == .now })
        #expect(verdicts[75...].count { $0 == .later } == 16)
        #expect(verdicts.last == .flood)
    }

    @Test func `no more than thirty-two actions wait for their commit`() async throws {
        let hall = TestHall()
        let (callers, race) = try await hall.race(2, .script(target: 2048))
        for number in 1...40 { callers[0].say(move(race, number, ["\"L\"", "\"D\""][number % 2])) }
        hall.settle()
        let refused = callers[0].heard().filter { $0["code"] as? String == "too-many" }
        #expect(refused.count == 8)
        #expect(refused.allSatisfy { $0["retry"] as? Bool == true })
        callers[0].say(move(race, 33, "\"L\""))
        hall.settle()
        #expect(callers[0].heard().allSatisfy { $0["t"] as? String != "error" })
    }

    @Test func `a household that failed ten joins in a minute gets into its own rooms only`() async throws {
        let hall = TestHall()
        _ = try await hall.manager.restore()
        let code = try await hall.makeRoom(.script(), by: Token.test(1))
        let racer = try hall.gather(1, in: code)[0]
        let guesser = hall.connect()
        guesser.say("{\"t\":\"hello\",\"v\":1}")
        for _ in 0..<10 { guesser.say("{\"t\":\"join\",\"room\":\"222222\"}") }
        guesser.say("{\"t\":\"join\",\"room\":\"222222\"}")
        guesser.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        let codes = guesser.heard().compactMap { $0["code"] as? String }
        #expect(codes == Array(repeating: "unknown-room", count: 10) + ["too-many", "too-many"])
        let other = hall.connect(from: "198.51.100.7")
        other.say("{\"t\":\"hello\",\"v\":1}")
        other.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        racer.session.closed()
        let back = hall.connect()
        back.say("{\"t\":\"hello\",\"v\":1,\"token\":\"\(try Token.test(1).text)\"}")
        back.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        _ = try other.next("room")
        _ = try back.next("room")
        hall.loop.advance(60_000)
        guesser.say("{\"t\":\"join\",\"room\":\"\(code)\"}")
        hall.settle()
        _ = try guesser.next("room")
    }

    @Test func `one identity has five live rooms, one household twenty`() async throws {
        let hall = TestHall()
        for _ in 0..<5 { _ = try await hall.makeRoom(.script(), by: Token.test(1)) }
        await #expect(throws: CreationError.tooMany) { try await hall.makeRoom(.script(), by: Token.test(1)) }
        for person: UInt8 in 2...16 { _ = try await hall.makeRoom(.script(), by: Token.test(person)) }
        await #expect(throws: CreationError.tooMany) { try await hall.makeRoom(.script(), by: Token.test(17)) }
        _ = try await hall.makeRoom(.script(), by: Token.test(17), from: "198.51.100.7")
    }

    @Test func `a freed room makes place for another`() {
        var quota = RoomQuota(Limits())
        let maker = RoomQuota.Maker(identity: .person(1), household: "192.0.2.1")
        let taken = (0..<9).count { _ in quota.take(maker) }
        #expect(taken == 5)
        quota.give(maker)
        let more = (0..<2).map { _ in quota.take(maker) }
        #expect(more == [true, false])
    }

    @Test func `counts of failed joins are forgotten in time and bounded in number`() {
        let joins = FailedJoins(limit: 2)
        for household in 0..<20_000 { joins.note("\(household)", at: 0) }
        joins.note("x", at: 1000)
        joins.note("x", at: 2000)
        #expect(joins.isOver("x", at: 60_999))
        #expect(!joins.isOver("x", at: 61_000))
        #expect(!joins.isOver("y", at: 1000))
    }
}
