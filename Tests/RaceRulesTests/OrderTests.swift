import PuzzleEngine
import RaceRules
import RaceTestKit
import Testing

private let first = SeatNumber(rawValue: 0)
private let second = SeatNumber(rawValue: 1)

@Suite struct `Keeping order` {
    @Test func `B103 who is kicked is shut out for ten minutes of this room, whatever their name`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.apply(.kick(first, second))
        #expect(script.latest == [.left(second)])
        #expect(throws: Refusal.kicked) { try script.enter(1, name: "Somebody else") }
        #expect(script.room.isShutOut(.person(1), at: script.time))
        #expect(!script.room.isShutOut(.person(2), at: script.time))
        script.wait(599_999)
        #expect(throws: Refusal.kicked) { try script.enter(1) }
        script.wait(1)
        try script.enter(1)
        #expect(script.room.seat(of: .person(1)) != nil)
        #expect(RoomState.fold(script.records) == script.room)
    }

    @Test func `only the host kicks, and nobody themselves`() throws {
        var script = RoomScript()
        for person in 0..<2 { try script.enter(person) }
        #expect(throws: Refusal.notHost) { try script.apply(.kick(second, first)) }
        #expect(throws: Refusal.notAllowed) { try script.apply(.kick(first, first)) }
        #expect(throws: Refusal.notAllowed) { try script.apply(.kick(first, SeatNumber(rawValue: 9))) }
        #expect(throws: Refusal.notHost) { try script.apply(.mute(second, first, true)) }
        #expect(throws: Refusal.notHost) { try script.apply(.lock(second, true)) }
    }

    @Test func `B103 in a race only who is away is kicked, and ranks behind those who gave up`() throws {
        var script = RoomScript()
        try script.race(4)
        #expect(throws: Refusal.notAllowed) { try script.apply(.kick(first, second)) }
        try script.apply(.connection(second, isHere: false))
        try script.apply(.kick(first, second))
        #expect(script.latest.contains(.out(second, .kicked)))
        #expect(script.room.race?.racers.count == 4)
        let race = try #require(script.room.race?.id)
        try script.apply(.forfeit(SeatNumber(rawValue: 2), race))
        try script.playOut(0)
        try script.playOut(3)
        let ranks = try #require(script.room.race?.ranks)
        #expect(ranks.map(\.state).suffix(2) == [.forfeit, .kicked])
        #expect(ranks.last?.seat == second)
        #expect(throws: Refusal.kicked) { try script.enter(1) }
    }

    @Test func `a kick in the countdown that leaves too few stops it`() throws {
        var script = RoomScript()
        for person in 0..<2 { try script.enter(person) }
        for seat: UInt8 in 0..<2 { try script.ready(seat) }
        #expect(throws: Refusal.notAllowed) { try script.apply(.kick(first, second)) }
        try script.apply(.connection(second, isHere: false))
        try script.apply(.kick(first, second))
        #expect(script.room.phase == .lobby)
        #expect(script.room.seats.count == 1)
    }

    @Test func `B84 a kick of the last one who is not ready starts the others`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        for seat: UInt8 in 0..<2 { try script.ready(seat) }
        try script.apply(.kick(first, SeatNumber(rawValue: 2)))
        #expect(script.room.phase == .countdown)
    }

    @Test func `a locked room takes nobody new, but those who have a seat`() throws {
        var script = RoomScript()
        for person in 0..<2 { try script.enter(person) }
        try script.apply(.lock(first, true))
        #expect(script.latest == [.locked(true)])
        #expect(throws: Refusal.locked) { try script.enter(2) }
        try script.apply(.connection(second, isHere: false))
        try script.enter(1)
        try script.apply(.lock(first, true))
        #expect(script.latest.isEmpty)
        try script.apply(.lock(first, false))
        try script.enter(2)
    }

    @Test func `who is muted stays so on another seat`() throws {
        var script = RoomScript()
        for person in 0..<2 { try script.enter(person) }
        try script.apply(.mute(first, second, true))
        #expect(script.room.seats[1].isMuted)
        try script.apply(.leave(second))
        try script.enter(1)
        #expect(script.room.seats[1].isMuted)
        try script.apply(.mute(first, second, false))
        #expect(!script.room.isMuted(.person(1)))
        #expect(RoomState.fold(script.records) == script.room)
    }
}
