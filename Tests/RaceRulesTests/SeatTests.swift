import PuzzleEngine
import RaceRules
import RaceTestKit
import Testing

@Suite struct `Seats and hosts` {
    @Test(arguments: [["Kim", "Kim", "kim"], ["Ann Ann Ann Ann Ann", "Ann Ann Ann Ann Ann"]])
    func `B98 equal names are told apart within twenty graphemes`(names: [String]) throws {
        var script = RoomScript()
        for (person, name) in names.enumerated() { try script.enter(person, name: name) }
        let shown = script.room.seats.map(\.name)
        #expect(Set(shown.map { $0.lowercased() }).count == names.count)
        #expect(shown.allSatisfy { $0.count <= 20 })
    }

    @Test func `the same person keeps the seat on coming back`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.apply(.connection(SeatNumber(rawValue: 1), isHere: false))
        try script.enter(1)
        #expect(script.room.seats.count == 2)
        #expect(script.room.seats[1].isHere)
    }

    @Test func `sixteen seats and no more`() throws {
        var script = RoomScript()
        for person in 0..<16 { try script.enter(person) }
        #expect(throws: Refusal.roomFull) { try script.enter(16) }
        try script.apply(.leave(SeatNumber(rawValue: 4)))
        try script.enter(16)
        #expect(script.room.seat(of: .person(16))?.number == SeatNumber(rawValue: 4))
    }

    @Test func `B99 in a full room a seat whose racer is away makes place`() throws {
        var script = RoomScript()
        for person in 0..<16 { try script.enter(person) }
        try script.apply(.connection(SeatNumber(rawValue: 3), isHere: false))
        try script.enter(16)
        #expect(script.room.seat(of: .person(16))?.number == SeatNumber(rawValue: 3))
        #expect(script.room.seat(of: .person(3)) == nil)
    }

    @Test func `B78 a host who leaves is followed by the longest-seated connected racer`() throws {
        var script = RoomScript()
        for person in 0..<3 { try script.enter(person) }
        try script.apply(.connection(SeatNumber(rawValue: 1), isHere: false))
        try script.apply(.leave(SeatNumber(rawValue: 0)))
        #expect(script.room.host == SeatNumber(rawValue: 2))
    }

    @Test func `B78 a host who is away for a minute is followed, and comes back as a guest`() throws {
        var script = RoomScript()
        for person in 0..<2 { try script.enter(person) }
        try script.apply(.connection(SeatNumber(rawValue: 0), isHere: false))
        script.wait(59_999)
        #expect(script.room.host == SeatNumber(rawValue: 0))
        script.wait(1)
        #expect(script.room.host == SeatNumber(rawValue: 1))
        try script.enter(0)
        #expect(script.room.host == SeatNumber(rawValue: 1))
    }

    @Test func `a host who is back in time stays host`() throws {
        var script = RoomScript()
        for person in 0..<2 { try script.enter(person) }
        try script.apply(.connection(SeatNumber(rawValue: 0), isHere: false))
        try script.apply(.connection(SeatNumber(rawValue: 0), isHere: true), after: 30_000)
        script.wait(120_000)
        #expect(script.room.host == SeatNumber(rawValue: 0))
    }

    @Test func `the room's maker is its host even when somebody was quicker`() throws {
        var script = RoomScript()
        try script.enter(1)
        #expect(script.room.host == SeatNumber(rawValue: 0))
        try script.enter(0)
        #expect(script.room.host == script.room.seat(of: .person(0))?.number)
    }

    @Test func `B93 who comes during a race waits, counts for nothing there and races the next one`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.enter(2)
        #expect(throws: Refusal.notAllowed) { try script.act(2, .move(.left)) }
        try script.playOut(0)
        try script.playOut(1)
        #expect(script.room.phase == .finished)
        for seat: UInt8 in 0..<3 { try script.ready(seat) }
        #expect(script.room.race?.racers.count == 3)
    }
}
