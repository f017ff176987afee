import PuzzleEngine

/// Coming and going.
extension RoomState {
    mutating func enter(
        _ identity: IdentityID, name: String, isBot: Bool, entries: inout [Entry]
    ) throws(Refusal) {
        guard !isShutOut(identity, at: now) else { throw .kicked }
        if let seat = seats.firstIndex(where: { $0.identity == identity }) {
            let before = seats[seat]
            if phase == .lobby || phase == .finished { seats[seat].name = distinct(name, except: identity) }
            seats[seat].isLeaving = false
            // Joining again unchanged is a client's probe: it is news to nobody.
            if seats[seat] != before || !before.isHere { arrive(seat, entries: &entries) }
            return
        }
        try requireOpenDoor(for: identity)
        if seats.count == SeatNumber.limit { evictAway(entries: &entries) }
        let taken = Set(seats.map(\.number.rawValue))
        guard let number = (0..<UInt8(SeatNumber.limit)).first(where: { !taken.contains($0) }) else {
            throw .roomFull
        }
        var seat = Seat(
            number: SeatNumber(rawValue: number), identity: identity, name: distinct(name, except: identity),
            isBot: isBot, seatedAt: now)
        seat.isMuted = muted.contains(identity)
        let place = seats.firstIndex { $0.number.rawValue > number } ?? seats.endIndex
        seats.insert(seat, at: place)
        arrive(place, entries: &entries)
    }

    /// In a full room a seat whose racer is away makes place, the longest-seated first; never one of a running race.
    private mutating func evictAway(entries: inout [Entry]) {
        guard phase == .lobby || phase == .finished else { return }
        let away = seats.filter { !$0.isHere && $0.number != host }
        guard let seat = away.min(by: { $0.seatedAt < $1.seatedAt }) else { return }
        seats.removeAll { $0.number == seat.number }
        entries.append(.left(seat.number))
    }

    private mutating func arrive(_ seat: Int, entries: inout [Entry]) {
        seats[seat].isHere = true
        entries.append(.seat(seats[seat]))
        takeHostOnArrival(of: seats[seat])
        returned(seats[seat].number, entries: &entries)
    }

    mutating func connection(_ number: SeatNumber, isHere: Bool, entries: inout [Entry]) throws(Refusal) {
        if number == .desk { return try deskConnection(isHere: isHere) }
        guard let seat = index(of: number) else { throw .notJoined }
        guard seats[seat].isHere != isHere else { return }
        if isHere {
            arrive(seat, entries: &entries)
        } else {
            seats[seat].isHere = false
            entries.append(.seat(seats[seat]))
            if host == number { hostAwaySince = now }
            quietUntil = now + Self.returnGrace
        }
    }

    /// Gives a seat up; in a race, by will (`forfeit`) or not (`kicked`).
    mutating func leave(
        _ number: SeatNumber, as state: RacerState, entries: inout [Entry]
    ) throws(Refusal) {
        if number == .desk { return try leaveDesk() }
        guard let seat = index(of: number), !seats[seat].isLeaving else { throw .notJoined }
        switch phase {
        case .racing where race?.index(of: number) != nil:
            seats[seat].isLeaving = true
            seats[seat].isHere = false
            entries.append(.seat(seats[seat]))
            if let racer = race?.index(of: number), race?.racers[racer].state == .racing {
                race?.leave(racer, as: state, entries: &entries)
            }
            passHost(from: number)
            finishIfOver(entries: &entries)
        case .finished where race?.index(of: number) != nil:
            seats[seat].isLeaving = true
            seats[seat].isHere = false
            seats[seat].entropy = nil
            entries.append(.seat(seats[seat]))
            passHost(from: number)
            startIfReady(entries: &entries)
        case .lobby, .countdown, .racing, .finished:
            seats.remove(at: seat)
            entries.append(.left(number))
            passHost(from: number)
            if phase == .countdown, presentRacers.count < options.minimumSeats {
                abortCountdown(.tooFew, entries: &entries)
            } else {
                startIfReady(entries: &entries)
            }
        }
    }

    /// Frees the seats that were given up while their boards were still shown.
    mutating func clearLeft(entries: inout [Entry]) {
        for seat in seats where seat.isLeaving { entries.append(.left(seat.number)) }
        seats.removeAll(where: \.isLeaving)
    }

    /// `name`, or `name 2`, `name 3` … when somebody else in the room has it; at most 20 graphemes.
    func distinct(_ name: String, except identity: IdentityID) -> String {
        var others = Set(seats.filter { $0.identity != identity }.map { $0.name.lowercased() })
        if let desk, identity != maker { others.insert(desk.name.lowercased()) }
        var candidate = name
        var count = 1
        while others.contains(candidate.lowercased()) {
            count += 1
            let suffix = " \(count)"
            candidate = String(name.prefix(20 - suffix.count)) + suffix
        }
        return candidate
    }
}
