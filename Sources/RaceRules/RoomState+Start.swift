import PuzzleEngine

/// From lobby or result to GO.
extension RoomState {
    /// Seats of the counted-down race whose racers are connected.
    var presentRacers: [Seat] {
        guard let race else { return [] }
        return seats.filter { $0.isHere && !$0.isLeaving && race.index(of: $0.number) != nil }
    }

    private var gathered: Bool { phase == .lobby || phase == .finished }

    mutating func accept(_ draw: Draw, entries: inout [Entry]) {
        guard next == nil else { return }
        next = draw
        entries.append(.next(draw.race, commitment: draw.commitment(to: options.game)))
    }

    mutating func ready(_ number: SeatNumber, _ entropy: Entropy?, entries: inout [Entry]) throws(Refusal) {
        guard let seat = index(of: number), !seats[seat].isLeaving else { throw .notJoined }
        if phase == .countdown, entropy == nil, race?.index(of: number) != nil {
            abortCountdown(.cancelled, entries: &entries)
            return
        }
        guard gathered, seats[seat].isHere else { throw .notAllowed }
        // The first share counts: a double click changes nothing.
        guard (entropy == nil) == seats[seat].isReady else { return }
        seats[seat].entropy = entropy
        entries.append(.seat(seats[seat]))
        startIfReady(entries: &entries)
    }

    mutating func change(_ new: RoomOptions, by number: SeatNumber, entries: inout [Entry]) throws(Refusal) {
        try requireHost(number)
        guard gathered else { throw .notAllowed }
        guard new != options else { return }
        options = new
        entries.append(.options(new))
        clearReady(entries: &entries)
        next = nil
    }

    mutating func start(by number: SeatNumber, entries: inout [Entry]) throws(Refusal) {
        try requireHost(number)
        guard gathered, readySeats.count >= options.minimumSeats else { throw .notAllowed }
        countDown(entries: &entries)
    }

    mutating func cancel(by number: SeatNumber, entries: inout [Entry]) throws(Refusal) {
        try requireHost(number)
        guard phase == .countdown else { throw .notAllowed }
        abortCountdown(.cancelled, entries: &entries)
    }

    private var readySeats: [Seat] { seats.filter { $0.isHere && !$0.isLeaving && $0.isReady } }

    /// Counts down when all who are present are ready and they are enough.
    mutating func startIfReady(entries: inout [Entry]) {
        guard gathered, quietUntil == nil, readySeats.count >= options.minimumSeats,
            seats.allSatisfy({ $0.isReady || !$0.isHere || $0.isLeaving })
        else { return }
        countDown(entries: &entries)
    }

    private mutating func countDown(entries: inout [Entry]) {
        guard let draw = next else { return }
        clearLeft(entries: &entries)
        raceCount += 1
        let contributions = readySeats.compactMap { seat in seat.entropy.map { (seat.number, $0) } }
        let race = Race(
            draw: draw, number: raceCount, game: options.game, contributions: contributions,
            goAt: now + UInt64(options.countdownSeconds) * 1000)
        self.race = race
        phase = .countdown
        entries.append(.countdown(race))
        clearReady(entries: &entries)
        next = nil
    }

    mutating func abortCountdown(_ reason: LobbyReason, entries: inout [Entry]) {
        race = nil
        raceCount -= 1
        phase = .lobby
        restoration = nil
        entries.append(.lobby(reason))
    }

    private mutating func clearReady(entries: inout [Entry]) {
        for seat in seats.indices where seats[seat].isReady {
            seats[seat].entropy = nil
            entries.append(.seat(seats[seat]))
        }
    }

    /// GO, if enough racers are there to hear it.
    mutating func go(entries: inout [Entry]) {
        guard let race, presentRacers.count >= options.minimumSeats else {
            abortCountdown(.tooFew, entries: &entries)
            return
        }
        phase = .racing
        entries.append(.go(race.boards))
    }
}
