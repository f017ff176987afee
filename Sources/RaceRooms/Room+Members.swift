public import RaceProtocol
import RaceRules

/// Connections: joining, resuming, hearing, leaving.
extension Room {
    /// Somebody joins or resumes; answered by `events`, `room` or an error, in order with everything else.
    public nonisolated func join(_ visitor: Visitor, as role: ClientMessage.Role, since: Position?) {
        run { $0.admit(visitor, as: role, since: since) }
    }

    private func admit(_ visitor: Visitor, as role: ClientMessage.Role, since: Position?) {
        if services.failedJoins.isOver(visitor.household, at: loop.now()), !isKnown(visitor.identity) {
            return refuse(.tooMany, to: visitor.outlet, regarding: "join")
        }
        // A racer who watches from now on is away from the seat; one who joins again is back in it at once.
        if members[visitor.outlet.id] != nil { drop(visitor.outlet.id, isAway: role == .spectator) }
        // A new place is told by the whole room, whatever its owner had seen before.
        let wasHere = role == .spectator || place(of: visitor.identity, as: role) != nil
        if role != .spectator {
            guard !isReloading else { return refuse(.storage, to: visitor.outlet, regarding: "join") }
        }
        var member = Member(visitor, seat: nil, heardAt: now)
        do throws(Refusal) {
            member.seat = try takePlace(for: member, as: role)
        } catch {
            return refuse(ErrorCode(error) ?? .notAllowed, to: visitor.outlet, regarding: "join")
        }
        members[visitor.outlet.id] = member
        emptySince = nil
        if member.seat == nil { publish(.watchers(watchers)) }
        let first = (wasHere ? resume(since, for: member.viewer) : nil) ?? snapshot(for: member.viewer)
        say(.attach(visitor.outlet.id, first))
        beat()
    }

    /// Has a seat here, or has made the room.
    private func isKnown(_ identity: IdentityID) -> Bool {
        identity == state.maker || state.seat(of: identity) != nil
    }

    private func place(of identity: IdentityID, as role: ClientMessage.Role) -> SeatNumber? {
        switch role {
        case .spectator: nil
        case .racer: state.seat(of: identity)?.number
        case .host: state.desk == nil ? nil : .desk
        }
    }

    /// Where somebody is who races, hosts or watches (nil) from now on.
    func takePlace(for member: Member, as role: ClientMessage.Role) throws(Refusal) -> SeatNumber? {
        switch role {
        case .spectator:
            guard !state.isShutOut(member.identity, at: now) else { throw .kicked }
            return nil
        case .racer: try apply(.enter(member.identity, name: member.name, isBot: member.isBot))
        case .host: try apply(.preside(member.identity, name: member.name))
        }
        guard let taken = place(of: member.identity, as: role) else { return nil }
        // A second window of the same person takes the place over; the first is told and closed.
        for (id, other) in members where other.seat == taken && id != member.outlet.id {
            refuse(.takenOver, to: other.outlet, regarding: nil)
            other.outlet.loop.run { other.outlet.close(4001, "taken over") }
            detach(id)
        }
        services.seated(member.identity, member.name, member.isBot)
        return taken
    }

    private func refuse(_ code: ErrorCode, to outlet: Outlet, regarding type: String?) {
        deliver(ServerMessage.error(ProtocolError(code, regarding: type)), to: outlet)
        flushRemote()
    }

    var watchers: Int { members.values.count { $0.seat == nil } }

    /// The connection is gone, or its person left the room.
    public nonisolated func disconnect(_ outlet: UInt64) {
        run { $0.drop(outlet, isAway: true) }
    }

    func drop(_ id: UInt64, isAway: Bool) {
        guard let member = members[id] else { return }
        detach(id)
        if let seat = member.seat {
            if isAway, !isReloading, !isConnected(seat) { _ = try? apply(.connection(seat, isHere: false)) }
        } else {
            publish(.watchers(watchers))
        }
        if members.isEmpty { emptySince = loop.now() }
    }

    func detach(_ id: UInt64) {
        guard let member = members.removeValue(forKey: id), member.isAttached else { return }
        let outbox = outboxes[member.outlet.loop.index]
        member.outlet.loop.run { outbox?.remove(id) }
    }

    /// The connection had fallen behind and drained: what it missed is replaced by the whole room.
    public nonisolated func caughtUp(_ outlet: UInt64) {
        run { room in
            guard let member = room.members[outlet], member.isAttached else { return }
            room.say(.frame(outlet, room.snapshot(for: member.viewer)))
        }
    }

    // MARK: - What somebody sees first

    func snapshot(for viewer: ServerMessage.Viewer) -> [UInt8] {
        ServerMessage.room(
            state, code: code, at: history.position, now: now, watchers: watchers, viewer: viewer)
    }

    private func resume(_ since: Position?, for viewer: ServerMessage.Viewer) -> [UInt8]? {
        guard let since, let items = history.since(since) else { return nil }
        return frame(of: items, for: viewer.seat)
    }

    func frame(of items: some Collection<History.Item>, for viewer: SeatNumber?) -> [UInt8] {
        var entries = JSONWriter(capacity: 256)
        entries.array { json in
            for item in items { json.raw(json: item.bytes(for: viewer)) }
        }
        let from = items.first.map { $0.version - 1 } ?? history.version
        return ServerMessage.events(from: from, count: items.count, now: now, entries: entries.bytes)
    }
}
