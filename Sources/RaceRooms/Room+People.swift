import RaceProtocol
import RaceRules

/// What people say about themselves and to one another.
extension Room {
    /// Carries out what needs no seat; false for other messages.
    func carryOutAmongPeople(
        _ message: ClientMessage, of member: Member, from id: UInt64
    ) throws(Refusal) -> Bool {
        switch message {
        case .leave where member.seat == nil: drop(id, isAway: false)
        case .rename(let name): try rename(id, name.text)
        case .role(let role): try change(id, to: role)
        default: return false
        }
        return true
    }

    private func rename(_ id: UInt64, _ name: String) throws(Refusal) {
        guard let member = members[id] else { return }
        if let place = member.seat {
            try apply(.rename(place, name), mover: id)
            services.seated(member.identity, name, member.isBot)
        }
        members[id]?.name = name
    }

    /// Racing, watching and hosting change without a new connection; answered by the whole room.
    private func change(_ id: UInt64, to role: ClientMessage.Role) throws(Refusal) {
        guard let member = members[id] else { return }
        if let place = member.seat { try state.requireAside(place) }
        let place = try takePlace(for: member, as: role)
        if let old = member.seat, place == nil { try apply(.leave(old)) }
        members[id]?.seat = place
        if (member.seat == nil) != (place == nil) { publish(.watchers(watchers)) }
        say(.frame(id, snapshot(for: members[id]?.viewer ?? .spectator)))
    }

    // MARK: - Order

    /// Every connection of the person goes, those that watch too.
    func kick(_ target: SeatNumber, by host: SeatNumber, from id: UInt64) throws(Refusal) {
        let identity = state.seat(target)?.identity
        try apply(.kick(host, target), mover: id)
        let gone = members.values.filter { $0.identity == identity }
        for member in gone {
            detach(member.outlet.id)
            let frame = ServerMessage.error(ProtocolError(.kicked))
            say(.farewell(member.outlet, frame, 4003, "kicked"))
        }
        if gone.contains(where: { $0.seat == nil }) { publish(.watchers(watchers)) }
    }

    /// Another host has followed while this one was silent: who comes back to the desk watches.
    func loseDesk(_ id: UInt64) {
        members[id]?.seat = nil
        publish(.watchers(watchers))
        say(.frame(id, snapshot(for: .spectator)))
    }
}
