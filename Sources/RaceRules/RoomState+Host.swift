import PuzzleEngine

/// A host who does not race: a teacher, an organiser, a screen on the wall.
public struct Desk: Equatable, Sendable {
    /// As shown: unlike every name on a seat.
    public internal(set) var name: String
    /// Connected.
    public internal(set) var isHere = true
}

/// Who runs the room.
extension RoomState {
    /// The host as everybody may see them.
    public var hostShown: Host? {
        guard let host else { return nil }
        if host == .desk { return desk.map { Host(seat: nil, name: $0.name, isHere: $0.isHere) } }
        return seat(host).map { Host(seat: host, name: $0.name, isHere: $0.isHere) }
    }

    /// Somebody is connected on this seat, or at the desk.
    public func isHere(_ place: SeatNumber) -> Bool {
        place == .desk ? desk?.isHere == true : seat(place)?.isHere == true
    }

    /// This seat is taken, or somebody is at the desk.
    public func has(_ place: SeatNumber) -> Bool { place == .desk ? desk != nil : seat(place) != nil }

    func requireHost(_ place: SeatNumber) throws(Refusal) {
        guard has(place) else { throw .notJoined }
        guard place == host else { throw .notHost }
    }

    /// The maker runs the room from the desk, unless somebody else has followed as its host meanwhile.
    mutating func preside(_ identity: IdentityID, name: String, entries: inout [Entry]) throws(Refusal) {
        let seat = seat(of: identity)
        guard !isShutOut(identity, at: now) else { throw .kicked }
        guard identity == maker, host == nil || host == .desk || host == seat?.number || !makerCame else {
            throw .notAllowed
        }
        if let seat { try requireAside(seat.number) }
        makerCame = true
        desk = Desk(name: distinct(name, except: identity))
        setHost(.desk)
        if let seat, !seat.isLeaving { try leave(seat.number, as: .forfeit, entries: &entries) }
    }

    /// Only who is in no race, or out of it, may change between racing, watching and hosting.
    public func requireAside(_ place: SeatNumber) throws(Refusal) {
        guard phase == .countdown || phase == .racing, let racer = race?.racer(on: place) else { return }
        guard racer.state != .racing else { throw .notAllowed }
    }

    mutating func deskConnection(isHere: Bool) throws(Refusal) {
        guard let desk else { throw .notJoined }
        guard desk.isHere != isHere else { return }
        self.desk?.isHere = isHere
        if host == .desk { hostAwaySince = isHere ? nil : now }
    }

    mutating func leaveDesk() throws(Refusal) {
        guard desk != nil else { throw .notJoined }
        desk = nil
        passHost(from: .desk)
    }

    /// The maker's first coming makes them host; so does a seat that they take instead of the desk.
    mutating func takeHostOnArrival(of seat: Seat) {
        let isMaker = seat.identity == maker
        let isFirstOfMaker = isMaker && !makerCame
        let comesFromDesk = isMaker && host == .desk
        if isMaker { (makerCame, desk) = (true, nil) }
        if host == nil || isFirstOfMaker || comesFromDesk {
            setHost(seat.number)
        } else if host == seat.number {
            hostAwaySince = nil
        }
    }

    mutating func passHost(from place: SeatNumber) {
        guard host == place else { return }
        setHost(successor?.number ?? seats.first { !$0.isLeaving }?.number)
        if let host, !isHere(host) { hostAwaySince = now }
    }

    mutating func succeedHost() {
        hostAwaySince = nil
        guard let successor else { return }
        if host == .desk { desk = nil }
        setHost(successor.number)
    }

    /// The longest-seated connected racer other than the host.
    private var successor: Seat? {
        seats.filter { $0.isHere && !$0.isLeaving && $0.number != host }
            .min { ($0.seatedAt, $0.number) < ($1.seatedAt, $1.number) }
    }

    private mutating func setHost(_ place: SeatNumber?) {
        hostAwaySince = nil
        host = place
    }

    /// Says who hosts whenever that, their name or their connection has changed.
    mutating func tellHost(entries: inout [Entry]) {
        let shown = hostShown
        guard shown != hostTold else { return }
        hostTold = shown
        entries.append(.host(shown))
    }

    // MARK: - Names

    mutating func rename(_ place: SeatNumber, to name: String, entries: inout [Entry]) throws(Refusal) {
        if place == .desk {
            guard desk != nil else { throw .notJoined }
            let shown = distinct(name, except: maker)
            desk?.name = shown
            return
        }
        guard let seat = index(of: place), !seats[seat].isLeaving else { throw .notJoined }
        let shown = distinct(name, except: seats[seat].identity)
        guard shown != seats[seat].name else { return }
        seats[seat].name = shown
        entries.append(.seat(seats[seat]))
    }
}
