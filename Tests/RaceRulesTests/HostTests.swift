import PuzzleEngine
import RaceRules
import RaceTestKit
import Testing

private let first = SeatNumber(rawValue: 0)

@Suite struct `Hosts who do not race` {
    @Test func `the maker runs the room from the desk and is in no count`() throws {
        var script = RoomScript()
        try script.apply(.preside(.person(0), name: "Ms Kim"))
        #expect(script.latest == [.host(script.room.hostShown)])
        #expect(script.room.hostShown?.seat == nil)
        for person in 1...3 { try script.enter(person) }
        #expect(script.room.host == .desk)
        try script.apply(.options(.desk, .script(target: 64)))
        for seat: UInt8 in 0..<2 { try script.ready(seat) }
        #expect(throws: Refusal.notHost) { try script.apply(.start(first)) }
        try script.apply(.start(.desk))
        #expect(script.room.race?.racers.count == 2)
        try script.apply(.cancel(.desk))
        #expect(script.room.phase == .lobby)
    }

    @Test func `nobody but the maker gets to the desk`() throws {
        var script = RoomScript()
        #expect(throws: Refusal.notAllowed) { try script.apply(.preside(.person(1), name: "Kim")) }
        try script.enter(1)
        #expect(throws: Refusal.notJoined) { try script.apply(.start(.desk)) }
        #expect(throws: Refusal.notJoined) { try script.apply(.leave(.desk)) }
    }

    @Test func `the maker changes between seat and desk and stays host`() throws {
        var script = RoomScript()
        try script.race(2)
        #expect(throws: Refusal.notAllowed) { try script.apply(.preside(.person(0), name: "Kim")) }
        try script.playOut(0)
        try script.apply(.preside(.person(0), name: "Kim"))
        #expect(script.room.host == .desk)
        #expect(script.room.race?.racers.count == 2)
        try script.playOut(1)
        try script.enter(0, name: "Kim")
        #expect(script.room.desk == nil)
        #expect(script.room.host == script.room.seat(of: .person(0))?.number)
    }

    @Test func `B78 a host at the desk who is away for a minute is followed by a racer and comes back as a guest`()
        throws
    {
        var script = RoomScript()
        try script.apply(.preside(.person(0), name: "Ms Kim"))
        try script.apply(.connection(.desk, isHere: false))
        script.wait(120_000)
        #expect(script.room.host == .desk, "without a racer nobody can follow")
        try script.enter(1)
        script.wait(1)
        #expect(script.room.host == first)
        #expect(throws: Refusal.notAllowed) { try script.apply(.preside(.person(0), name: "Ms Kim")) }
        try script.enter(0)
        #expect(script.room.host == first)
    }

    @Test func `B78 a host who leaves the desk in a race hands over and the race goes on`() throws {
        var script = RoomScript()
        try script.apply(.preside(.person(0), name: "Ms Kim"))
        for person in 1...2 { try script.enter(person) }
        for seat: UInt8 in 0..<2 { try script.ready(seat) }
        script.wait(3000)
        try script.apply(.leave(.desk))
        #expect(script.room.host == first)
        #expect(script.room.phase == .racing)
        try script.playOut(0)
        try script.playOut(1)
        #expect(script.room.phase == .finished)
        for seat: UInt8 in 0..<2 { try script.ready(seat) }
        #expect(script.room.phase == .countdown)
    }

    @Test func `a race whose racers are all away ends for a host who waits at the desk`() throws {
        var script = RoomScript()
        try script.apply(.preside(.person(0), name: "Ms Kim"))
        for person in 1...2 { try script.enter(person) }
        for seat: UInt8 in 0..<2 { try script.ready(seat) }
        script.wait(3000)
        for seat: UInt8 in 0..<2 { try script.apply(.connection(SeatNumber(rawValue: seat), isHere: false)) }
        script.wait(60_000)
        #expect(script.room.phase == .finished)
    }

    @Test func `everybody hears of another host, and of another name or connection of the host`() throws {
        var script = RoomScript()
        try script.enter(0, name: "Kim")
        try script.apply(.rename(first, "Lee"))
        #expect(script.latest.contains(.host(script.room.hostShown)))
        #expect(script.room.hostShown?.name == "Lee")
        try script.apply(.connection(first, isHere: false))
        #expect(script.latest.contains(.host(script.room.hostShown)))
        #expect(script.room.hostShown?.isHere == false)
    }

    @Test func `B100 a new name is told apart from the others' and changes one row`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.apply(.rename(SeatNumber(rawValue: 1), "P0"))
        #expect(script.room.seats.map(\.name) == ["P0", "P0 2"])
        try script.apply(.rename(SeatNumber(rawValue: 1), "P0"))
        #expect(script.latest.isEmpty)
        #expect(throws: Refusal.notJoined) { try script.apply(.rename(SeatNumber(rawValue: 5), "X")) }
    }

    @Test func `the log of desk and names makes the same room`() throws {
        var script = RoomScript()
        try script.apply(.preside(.person(0), name: "Ms Kim"))
        try script.enter(1)
        try script.apply(.rename(.desk, "Ms Lee"))
        try script.apply(.rename(first, "Ms Lee"))
        #expect(RoomState.fold(script.records) == script.room)
        #expect(script.room.seats[0].name == "Ms Lee 2")
    }
}
