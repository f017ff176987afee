/// How the host keeps order: who may be here, who may speak, whether the door is open.
extension RoomState {
    /// Milliseconds for which somebody who was kicked is shut out.
    static let shutOut: UInt64 = 600_000

    /// Kicked less than ten minutes before the room time `time`: may neither race nor watch.
    public func isShutOut(_ identity: IdentityID, at time: UInt64) -> Bool {
        shutOutUntil[identity].map { time < $0 } ?? false
    }

    /// Nobody is kicked out of a race while they are there.
    mutating func kick(_ target: SeatNumber, by place: SeatNumber, entries: inout [Entry]) throws(Refusal) {
        try requireHost(place)
        guard let seat = seat(target), !seat.isLeaving, target != place else { throw .notAllowed }
        guard phase == .lobby || phase == .finished || !seat.isHere else { throw .notAllowed }
        shutOutUntil = shutOutUntil.filter { $0.value > now }
        shutOutUntil[seat.identity] = now + Self.shutOut
        try leave(target, as: .kicked, entries: &entries)
    }

    mutating func mute(
        _ target: SeatNumber, _ isMuted: Bool, by place: SeatNumber, entries: inout [Entry]
    ) throws(Refusal) {
        try requireHost(place)
        guard let seat = index(of: target), target != place else { throw .notAllowed }
        guard seats[seat].isMuted != isMuted else { return }
        seats[seat].isMuted = isMuted
        if isMuted { muted.insert(seats[seat].identity) } else { muted.remove(seats[seat].identity) }
        entries.append(.seat(seats[seat]))
    }

    /// Muted on a seat of this room, whether they still sit there or watch.
    public func isMuted(_ identity: IdentityID) -> Bool { muted.contains(identity) }

    mutating func lock(_ isOn: Bool, by place: SeatNumber, entries: inout [Entry]) throws(Refusal) {
        try requireHost(place)
        guard isLocked != isOn else { return }
        isLocked = isOn
        entries.append(.locked(isOn))
    }

    /// Whether somebody without a seat may take one.
    func requireOpenDoor(for identity: IdentityID) throws(Refusal) {
        guard !isLocked || (identity == maker && host == .desk) else { throw .locked }
    }
}
