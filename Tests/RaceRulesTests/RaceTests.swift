import PuzzleEngine
import RaceRules
import RaceTestKit
import Testing

private let first = SeatNumber(rawValue: 0)
private let second = SeatNumber(rawValue: 1)

@Suite struct `Races` {
    @Test func `an accepted action is a step with the race time of its arrival`() throws {
        var script = RoomScript()
        try script.race(2)
        let start = try #require(script.room.race?.racer(on: first)?.board.cells)
        var events: [Event] = []
        let legal = try #require(
            Direction.allCases.first { slide(cells: start, size: 4, $0, events: &events) != nil })
        #expect(try script.act(0, .move(legal), after: 1234) == .accepted)
        guard case .step(let step)? = script.latest.first else { throw Refusal.stale }
        #expect(step.time == 1234)
        #expect(step.number == 1)
        #expect(step.events.contains { if case .insert = $0 { true } else { false } })
    }

    @Test func `B82 an action before GO is refused and uses no number`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(0)
        try script.ready(1)
        #expect(throws: Refusal.notAllowed) { try script.act(0, .move(.left), after: 2999) }
        script.wait(1)
        #expect(script.room.race?.racer(on: first)?.judged == 0)
    }

    @Test func `B60 a repeated number gets the first answer and a gap is told`() throws {
        var script = RoomScript()
        try script.race(2)
        let id = try #require(script.room.race?.id)
        var verdicts: [Verdict?] = []
        for (number, direction) in zip(UInt32(1)..., [Direction.left, .left, .left, .down]) {
            verdicts.append(try script.apply(.act(first, id, number: number, .move(direction)), after: 5))
        }
        let before = script.room.race?.racer(on: first)?.board
        for (number, verdict) in zip(UInt32(1)..., verdicts) {
            let again = try script.apply(.act(first, id, number: number, .move(.up)), after: 5)
            switch verdict {
            case .refused(let error): #expect(again == .repeated(error))
            default: #expect(again == .repeated(nil))
            }
        }
        #expect(throws: Refusal.gap) { try script.apply(.act(first, id, number: 9, .move(.up))) }
        #expect(script.room.race?.racer(on: first)?.board == before)
    }

    @Test func `another race's action is stale`() throws {
        var script = RoomScript()
        try script.race(2)
        #expect(throws: Refusal.stale) {
            try script.apply(.act(first, RaceID(rawValue: 12345), number: 1, .move(.left)))
        }
    }

    @Test func `B87 after the first finish the others have at least thirty seconds, then they are DNF`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.playOut(0)
        let race = try #require(script.room.race)
        #expect(race.racer(on: first)?.state == .won)
        let finish = try #require(race.racer(on: first)?.board.time)
        #expect(race.closesAt == finish + 30_000)
        script.wait(29_999)
        #expect(script.room.phase == .racing)
        script.wait(1)
        #expect(script.room.phase == .finished)
        let ranks = try #require(script.room.race?.ranks)
        #expect(ranks.map(\.rank) == [1, 2])
        #expect(ranks.map(\.state) == [.won, .dnf])
        #expect(script.room.seat(first)?.wins == 1)
    }

    @Test func `B123 who was still racing at the close has no finish time of the winner`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.act(1, .move(.left), after: 100)
        try script.act(1, .move(.up), after: 100)
        try script.playOut(0)
        script.wait(40_000)
        let loser = try #require(script.room.race?.ranks.last)
        #expect(loser.seat == second)
        #expect(loser.time <= 200)
    }

    @Test func `equal milliseconds are equal ranks`() throws {
        var script = RoomScript(.script(minimum: 3))
        try script.race(3)
        // Both play the same actions at the same instants: one board, one time.
        let order: [Direction] = [.left, .down, .right, .up]
        while script.room.race?.racer(on: first)?.state == .racing {
            for direction in order {
                script.time += 10
                let verdict = try script.act(0, .move(direction), after: 0)
                #expect(try script.act(1, .move(direction), after: 0) == verdict)
                if verdict == .accepted { break }
            }
        }
        try script.apply(.forfeit(SeatNumber(rawValue: 2), try #require(script.room.race?.id)))
        #expect(script.room.race?.ranks.map(\.rank) == [1, 1, 3])
    }

    @Test func `B36 nothing moves after the win and the result stays`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.playOut(0)
        let board = script.room.race?.racer(on: first)?.board
        #expect(try script.act(0, .move(.left)) == .refused(.finished))
        #expect(try script.act(0, .undo) == .refused(.finished))
        #expect(script.room.race?.racer(on: first)?.board.cells == board?.cells)
        #expect(script.room.race?.racer(on: first)?.board.time == board?.time)
    }

    @Test func `a forfeit counts after every DNF and ends the race when nobody is left`() throws {
        var script = RoomScript()
        try script.race(2)
        let id = try #require(script.room.race?.id)
        try script.apply(.forfeit(first, id))
        #expect(throws: Refusal.finished) { try script.apply(.forfeit(first, id)) }
        #expect(script.room.phase == .racing)
        try script.apply(.forfeit(second, id))
        #expect(script.room.phase == .finished)
        #expect(script.room.race?.ranks.map(\.state) == [.forfeit, .forfeit])
        #expect(script.room.seats.allSatisfy { $0.wins == 0 })
    }

    @Test func `B122 who leaves after finishing keeps the result`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.playOut(0)
        try script.apply(.leave(first))
        try script.playOut(1)
        #expect(script.room.phase == .finished)
        #expect(script.room.race?.ranks.first { $0.seat == first }?.state == .won)
    }

    @Test func `B86 a race whose racers are all away ends after a minute for those who wait`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.apply(.connection(second, isHere: false))
        script.wait(300_000)
        #expect(script.room.phase == .racing)
        try script.apply(.forfeit(first, try #require(script.room.race?.id)))
        script.wait(59_000)
        try script.apply(.connection(second, isHere: true))
        try script.apply(.connection(second, isHere: false))
        script.wait(59_999)
        #expect(script.room.phase == .racing)
        script.wait(1)
        #expect(script.room.phase == .finished)
        #expect(script.room.race?.ranks.map(\.state) == [.dnf, .forfeit])
    }

    @Test func `rematch needs those who are present, and the departed seat is free then`() throws {
        var script = RoomScript()
        try script.race(3)
        for seat: UInt8 in 0..<3 { try script.playOut(seat) }
        try script.apply(.leave(SeatNumber(rawValue: 2)))
        #expect(script.room.seats.count == 3)
        try script.ready(0)
        try script.ready(1)
        #expect(script.room.phase == .countdown)
        #expect(script.room.race?.number == 2)
        #expect(script.room.seats.map(\.number) == [first, second])
    }

    @Test func `B90 a lost connection stops no clock and loses no board`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.act(0, .move(.left))
        try script.act(0, .move(.down))
        let board = script.room.race?.racer(on: first)?.board
        try script.apply(.connection(first, isHere: false), after: 100)
        try script.enter(0)
        #expect(script.room.race?.racer(on: first)?.board == board)
        #expect(script.room.race?.clock == RaceClock(base: 0, at: 3000))
    }
}
