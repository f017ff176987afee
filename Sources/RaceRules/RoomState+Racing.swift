import PuzzleEngine

/// The race itself, its end, and its return after a restart.
extension RoomState {
    mutating func act(
        _ number: SeatNumber, _ id: RaceID, number action: UInt32, _ move: Action, entries: inout [Entry]
    ) throws(Refusal) -> Verdict {
        let racer: Int
        let time: UInt32
        switch try admit(number, id, number: action) {
        case .answered(let answer): return answer
        case .due(let index, let at): (racer, time) = (index, at)
        }
        let verdict = race?.act(racer, number: action, move, time: time, entries: &entries)
        finishIfOver(entries: &entries)
        return verdict ?? .refused(.finished)
    }

    private enum Admission {
        case answered(Verdict)
        case due(racer: Int, time: UInt32)
    }

    /// Whether the action is the next one of a racer in the running race. Apart from `act`, so that no copy of the race
    /// lives while it changes: that would copy its boards at every move.
    private func admit(_ number: SeatNumber, _ id: RaceID, number action: UInt32) throws(Refusal) -> Admission {
        guard let race, race.id == id else { throw .stale }
        guard let racer = race.index(of: number) else { throw .notAllowed }
        if let answer = race.racers[racer].answer(to: action) { return .answered(answer) }
        switch phase {
        case .racing: break
        case .finished: throw .finished
        case .lobby, .countdown: throw .notAllowed
        }
        guard race.clock.runs(at: now) else { throw .paused }
        guard action == race.racers[racer].judged + 1 else { throw .gap }
        return .due(racer: racer, time: race.clock.time(at: now))
    }

    mutating func forfeit(_ number: SeatNumber, _ id: RaceID, entries: inout [Entry]) throws(Refusal) {
        guard let race, race.id == id else { throw .stale }
        guard let racer = race.index(of: number), phase == .racing else { throw .notAllowed }
        guard race.racers[racer].state == .racing else { throw .finished }
        self.race?.leave(racer, as: .forfeit, entries: &entries)
        finishIfOver(entries: &entries)
    }

    mutating func finishIfOver(entries: inout [Entry]) {
        guard phase == .racing, race?.isOpen == false else { return }
        race?.rank()
        phase = .finished
        restoration = nil
        guard let race else { return }
        for rank in race.ranks where rank.rank == 1 && rank.state == .won {
            if let seat = index(of: rank.seat) {
                seats[seat].wins += 1
                entries.append(.seat(seats[seat]))
            }
        }
        entries.append(.finished(race))
    }

    /// Starts or stops the wait after which a race without any connected racer is over for those who are here.
    mutating func noticeAbandonment() {
        let isAbandoned =
            phase == .racing && restoration == nil && (isHere(.desk) || seats.contains { $0.isHere && !$0.isLeaving })
            && race?.racers.contains { $0.state == .racing && seat($0.seat)?.isHere == true } == false
        if !isAbandoned { abandonedSince = nil } else if abandonedSince == nil { abandonedSince = now }
    }

    /// Nobody is connected and the race clock stands until the racers are back or have been waited for.
    mutating func restored(entries: inout [Entry]) {
        let present = Set(presentRacers.map(\.number))
        for seat in seats.indices { seats[seat].isHere = false }
        desk?.isHere = false
        quietUntil = now + Self.returnGrace
        if host != nil { hostAwaySince = now }
        guard phase == .racing || phase == .countdown, let clock = race?.clock else { return }
        // A restart during a wait keeps waiting for the same racers.
        let missing = present.isEmpty ? restoration?.missing ?? [] : present
        race?.clock = RaceClock(base: clock.time(at: now), at: nil)
        restoration = Restoration(missing: missing, deadline: now + Self.restoreGrace)
    }

    /// Somebody is back; when the last one is, the clock goes on.
    mutating func returned(_ number: SeatNumber, entries: inout [Entry]) {
        guard restoration != nil else { return }
        restoration?.missing.remove(number)
        if restoration?.missing.isEmpty == true { resume(entries: &entries) }
    }

    mutating func resume(entries: inout [Entry]) {
        restoration = nil
        guard let clock = race?.clock, clock.at == nil else { return }
        let lead = phase == .countdown ? UInt64(options.countdownSeconds) * 1000 : Self.resumeCountdown
        let resumed = RaceClock(base: clock.base, at: now + lead)
        race?.clock = resumed
        entries.append(.clock(resumed))
    }
}
