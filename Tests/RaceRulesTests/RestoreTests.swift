import PuzzleEngine
import RaceRules
import RaceTestKit
import Testing

private let first = SeatNumber(rawValue: 0)
private let second = SeatNumber(rawValue: 1)

@Suite struct `Restart` {
    @Test func `B155 downtime does not count and the race goes on a second after the last racer is back`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.act(0, .move(.left), after: 5000)
        try script.apply(.restored)
        #expect(script.room.race?.clock == RaceClock(base: 5000, at: nil))
        #expect(throws: Refusal.paused) { try script.act(0, .move(.up)) }
        try script.enter(0)
        #expect(script.room.race?.clock.at == nil)
        try script.apply(.enter(.person(1), name: "P1", isBot: false), after: 700)
        let clock = try #require(script.room.race?.clock)
        #expect(clock.base == 5000)
        #expect(clock.at == script.time + 1000)
        #expect(script.latest.contains(.clock(clock)))
        script.wait(1000)
        #expect(try script.act(0, .move(.up), after: 0) != nil)
        #expect(script.room.race?.clock.time(at: script.time) == 5000)
    }

    @Test func `who does not come back is waited for five seconds`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.apply(.restored)
        try script.enter(0)
        script.wait(4990)
        #expect(script.room.race?.clock.at == nil)
        script.wait(10)
        #expect(script.room.race?.clock.at != nil)
    }

    @Test func `a racer who was away before the restart is not waited for`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.apply(.connection(second, isHere: false))
        try script.apply(.restored)
        try script.enter(0)
        #expect(script.room.race?.clock.at != nil)
    }

    @Test func `a restored countdown begins again for all`() throws {
        var script = RoomScript()
        try script.enter(0)
        try script.enter(1)
        try script.ready(0)
        try script.ready(1)
        script.wait(1000)
        try script.apply(.restored)
        #expect(script.room.phase == .countdown)
        try script.enter(0)
        try script.enter(1)
        #expect(script.room.race?.clock.at == script.time + 3000)
        script.wait(3000)
        #expect(script.room.phase == .racing)
    }

    @Test func `the closing countdown runs in race time`() throws {
        var script = RoomScript()
        try script.race(2)
        try script.playOut(0)
        let closesAt = try #require(script.room.race?.closesAt)
        try script.apply(.restored)
        script.wait(4000)
        try script.enter(0)
        try script.enter(1)
        script.wait(1000 + 29_999)
        #expect(script.room.phase == .racing)
        script.wait(1)
        #expect(script.room.phase == .finished)
        #expect(script.room.race?.closesAt == closesAt)
    }

    @Test(arguments: 0..<40) func `the fold of the log is the live room, whatever happened`(seed: UInt64) throws {
        var script = RoomScript(.script(minimum: 1 + Int(seed % 2)))
        var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: UInt64) -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random % bound
        }
        for _ in 0..<400 {
            let seat = SeatNumber(rawValue: UInt8(next(4)))
            let race = script.room.race?.id ?? RaceID(rawValue: 0)
            let judged = script.room.race?.racer(on: seat)?.judged ?? 0
            let inputs: [RoomInput] = [
                .enter(.person(Int(next(4))), name: "P", isBot: next(2) == 0),
                .connection(seat, isHere: next(2) == 0), .leave(seat), .ready(seat, .test(seat.rawValue)),
                .ready(seat, nil), .options(seat, .script(target: next(2) == 0 ? 32 : 64)), .start(seat),
                .cancel(seat), .forfeit(seat, race), .tick, .restored,
                .act(seat, race, number: judged + UInt32(next(3)), .undo),
            ]
            let acts = RoomInput.act(
                seat, race, number: judged + 1, .move(Direction.allCases[Int(next(4))]))
            let choice = next(60)
            let input = choice < UInt64(inputs.count) ? inputs[Int(choice)] : acts
            if case .forfeit = input, next(4) > 0 { continue }
            _ = try? script.apply(input, after: next(50) * next(50))
        }
        // Refused inputs are not logged but moved the clock.
        script.wait(0)
        let isEqual = RoomState.fold(script.records) == script.room
        #expect(isEqual)
    }
}

@Suite struct `Log records` {
    @Test func `every input is read back as it was written`() throws {
        let memory = try MemoryOptions(rows: 4, columns: 4, closing: .hideAfter(ms: 1500))
        let sliding = try SlidingOptions(rows: 3, columns: 5)
        let inputs: [RoomInput] = [
            .create(.person(3), .script()),
            .create(.person(3), try RoomOptions(game: .memory(memory))),
            .create(.person(3), try RoomOptions(game: .sliding(sliding), minimumSeats: 16, countdownSeconds: 0)),
            .enter(.person(1), name: "Kim 🐺", isBot: true), .connection(first, isHere: false), .leave(second),
            .ready(first, .test(7)), .ready(first, nil), .start(first), .cancel(first), .tick, .restored,
            .act(first, RaceID(rawValue: .max), number: 1_000_000, .move(.right)),
            .act(first, RaceID(rawValue: 1), number: 1, .tap(cell: 63)),
            .act(first, RaceID(rawValue: 1), number: 1, .undo), .forfeit(first, RaceID(rawValue: 5)),
            .preside(.person(1), name: "Kim 🐺"), .rename(.desk, "李"), .kick(.desk, second),
            .mute(first, second, true), .lock(.desk, false),
        ]
        for input in inputs {
            let read = RoomInput.decode(input.encode(at: .max))
            #expect(read?.input == input)
            #expect(read?.time == .max)
        }
    }

    @Test func `cut, lengthened and random records are no inputs and harm nothing`() {
        let whole = RoomInput.create(.person(3), .script()).encode(at: 123_456)
        for length in whole.indices { #expect(RoomInput.decode(Array(whole.prefix(length))) == nil) }
        #expect(RoomInput.decode(whole + [0]) == nil)
        var random: UInt64 = 42
        for _ in 0..<20_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: random >> (8 * UInt64($0))) }
            _ = RoomInput.decode([1] + bytes)
        }
    }
}
