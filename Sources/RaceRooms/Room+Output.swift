import RaceProtocol
import RaceRules

/// Frames for other loops, gathered so that each loop is woken once a release.
struct RemoteFrames {
    enum Frame: Sendable {
        case shared([UInt8], first: UInt64?)
        case direct(Outlet, [UInt8])
        case add(UInt64)
    }
    var byLoop: [Int: [Frame]] = [:]
}

/// From committed outputs to connections.
extension Room {
    /// One frame for a run of entries, encoded once where everybody sees the same.
    func broadcast(_ items: [History.Item], mover: UInt64?) {
        guard !items.isEmpty else { return }
        guard items.allSatisfy({ $0.owned == nil }) else {
            for member in members.values where member.isAttached {
                deliver(frame(of: items, for: member.seat), to: member.outlet)
            }
            return
        }
        let frame = frame(of: items, for: nil)
        for outbox in outboxes.indices where outboxes[outbox] != nil {
            send(.shared(frame, first: mover), to: outbox)
        }
    }

    func deliver(_ bytes: [UInt8], to outlet: Outlet) { send(.direct(outlet, bytes), to: outlet.loop.index) }

    /// Sends a connection its first frame and adds it to its loop's outbox.
    func attach(_ id: UInt64, first bytes: [UInt8]) {
        guard var member = members[id] else { return }
        let loop = member.outlet.loop.index
        deliver(bytes, to: member.outlet)
        guard !member.isAttached else { return }
        member.isAttached = true
        members[id] = member
        if outboxes[loop] == nil { outboxes[loop] = makeOutbox(on: member.outlet.loop) }
        send(.add(id), to: loop)
    }

    private func makeOutbox(on other: LoopPort) -> OutboxPort {
        if other.index == loop.index { return other.makeOutbox() }
        return LazyOutbox.port(on: other)
    }

    private func send(_ frame: RemoteFrames.Frame, to index: Int) {
        guard index != loop.index else { return carryOut(frame, outboxes[index]) }
        remote.byLoop[index, default: []].append(frame)
    }

    func flushRemote() {
        guard !remote.byLoop.isEmpty else { return }
        for (index, frames) in remote.byLoop {
            let outbox = outboxes[index]
            services.loops[index].post {
                for frame in frames { carryOut(frame, outbox) }
            }
        }
        remote.byLoop.removeAll(keepingCapacity: true)
    }
}

private func carryOut(_ frame: RemoteFrames.Frame, _ outbox: OutboxPort?) {
    switch frame {
    case .shared(let bytes, let first): outbox?.send(bytes, first)
    case .direct(let outlet, let bytes): outlet.send(bytes)
    case .add(let id): outbox?.add(id)
    }
}
