import PuzzleEngine
import RaceRules
import RaceTestKit
import Testing

@Suite struct `Lobby and countdown` {
    @Test func `when all present are ready the countdown runs and GO comes at its instant`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(0)
        #expect(script.room.phase == .lobby)
        try script.ready(1)
        #expect(script.room.phase == .countdown)
        #expect(script.room.nextDeadline == 3000)
        script.wait(2999)
        #expect(script.room.phase == .countdown)
        script.wait(1)
        #expect(script.room.phase == .racing)
        let boards = try #require(script.room.race?.boards)
        #expect(boards.count == 2)
        #expect(boards[0].cells == boards[1].cells)
        #expect(boards[0].cells.filter { $0 > 0 }.count == 2)
    }

    @Test func `one racer alone does not start a race for two`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.ready(0)
        script.wait(60_000)
        #expect(script.room.phase == .lobby)
    }

    @Test func `B84 an absent unready seat does not hold the others up`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.ready(0)
        try script.ready(1)
        #expect(script.room.phase == .lobby)
        try script.apply(.connection(SeatNumber(rawValue: 2), isHere: false))
        script.wait(2999)
        #expect(script.room.phase == .lobby)
        script.wait(1)
        #expect(script.room.phase == .countdown)
    }

    @Test func `B92 a reload while the others are ready costs nobody the race`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.ready(0)
        try script.ready(1)
        try script.ready(2, false)
        try script.apply(.connection(SeatNumber(rawValue: 2), isHere: false))
        try script.apply(.enter(.person(2), name: "P2", isBot: false), after: 900)
        script.wait(60_000)
        #expect(script.room.phase == .lobby)
        try script.ready(2)
        #expect(script.room.race?.racers.count == 3)
    }

    @Test func `who was ready is still ready after a reload`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.ready(1)
        try script.apply(.connection(SeatNumber(rawValue: 1), isHere: false))
        try script.enter(1)
        #expect(script.room.seats[1].isReady)
        try script.enter(1)
        #expect(script.latest.isEmpty)
    }

    @Test func `B85 when the last unready racer leaves a fresh countdown starts that the host can cancel`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.ready(0)
        try script.ready(1)
        try script.apply(.leave(SeatNumber(rawValue: 2)))
        #expect(script.room.phase == .countdown)
        try script.apply(.cancel(SeatNumber(rawValue: 0)))
        #expect(script.room.phase == .lobby)
        #expect(script.latest.contains(.lobby(.cancelled)))
        #expect(script.room.seats.allSatisfy { !$0.isReady })
    }

    @Test func `B79 a countdown with too few racers left is cancelled and leaves no race`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(0)
        try script.ready(1)
        script.wait(2000)
        try script.apply(.leave(SeatNumber(rawValue: 1)))
        #expect(script.room.phase == .lobby)
        #expect(script.room.race == nil)
        #expect(script.latest.contains(.lobby(.tooFew)))
    }

    @Test func `B79 the count is checked again at GO`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(0)
        try script.ready(1)
        try script.apply(.connection(SeatNumber(rawValue: 1), isHere: false), after: 2000)
        #expect(script.room.phase == .countdown)
        script.wait(1000)
        #expect(script.room.phase == .lobby)
    }

    @Test func `B91 who is back before GO races with the others`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(0)
        try script.ready(1)
        try script.apply(.connection(SeatNumber(rawValue: 1), isHere: false), after: 1000)
        try script.apply(.connection(SeatNumber(rawValue: 1), isHere: true), after: 500)
        script.wait(1500)
        #expect(script.room.phase == .racing)
        #expect(script.room.race?.racers.count == 2)
    }

    @Test func `B101 a second ready changes nothing and keeps the first share of the seed`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.ready(0)
        try script.apply(.ready(SeatNumber(rawValue: 0), .test(99)))
        #expect(script.latest.isEmpty)
        #expect(script.room.seats[0].entropy == .test(0))
    }

    @Test func `the host starts with those who are ready, nobody else does`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.ready(0)
        try script.ready(2)
        #expect(throws: Refusal.notHost) { try script.apply(.start(SeatNumber(rawValue: 2))) }
        try script.apply(.start(SeatNumber(rawValue: 0)))
        #expect(script.room.race?.racers.map(\.seat.rawValue) == [0, 2])
    }

    @Test func `new options clear ready flags and bind the next race anew`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(1)
        let before = try #require(script.room.commitment)
        try script.apply(.options(SeatNumber(rawValue: 0), .script(target: 64)))
        #expect(script.room.seats.allSatisfy { !$0.isReady })
        let after = try #require(script.room.commitment)
        #expect(before.0 != after.0)
        #expect(before.1 != after.1)
        #expect(throws: Refusal.notHost) { try script.apply(.options(SeatNumber(rawValue: 1), .script())) }
    }

    @Test func `an aborted countdown draws anew`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        let first = try #require(script.room.commitment)
        try script.ready(0)
        try script.ready(1)
        try script.ready(1, false)
        #expect(script.room.phase == .lobby)
        #expect(script.room.commitment?.1 != first.1)
    }

    @Test func `the seed is fixed by the secret and every share in seat order`() throws {
        var script = RoomScript()
        try script.race(2)
        let race = try #require(script.room.race)
        let seed = FairPlay.seed(secret: race.draw.secret, contributions: race.racers.map(\.entropy.bytes))
        #expect(race.boards[0].cells == Run(options: race.game, seed: seed).cells)
        #expect(race.draw.commitment(to: race.game).count == 32)
    }
}
