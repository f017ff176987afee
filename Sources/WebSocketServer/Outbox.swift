/// Sends the same messages to all its members, which are connections of one loop: framed once, gathered until the loop
/// is about to wait, then written once to each socket. Use it on that loop only.
///
/// A member gets what is sent between its ``add(_:)`` and its ``remove(_:)``, in the order of the calls here, on other
/// outboxes and on the connection itself. An outbox for each class of viewers is cheap; outboxes that share members
/// and are sent to in turns write more often.
///
/// `@unchecked Sendable`: what is mutable is touched on the loop's thread only, which debug builds check.
public final class Outbox: @unchecked Sendable {
    /// Where its members live.
    public let loop: EventLoop
    /// Those before `next` have got `batch`, the others have not. Nobody waits for a batch when it is empty.
    private var members: [Connection] = []
    private var next = 0
    private var batch: [UInt8] = []
    private var gathered: [UInt8] = []
    private var movers: [Connection] = []
    private var isDirty = false
    /// Other outboxes with some of the same members, and how many.
    private var neighbours: [ObjectIdentifier: (outbox: Outbox, shared: Int)] = [:]

    /// Sockets written to before others have a turn: about 0.4 ms of work.
    private static let chunk = 128
    /// More than this is written without waiting for the end of the turn, so that no turn gathers without bound.
    private static let gatherLimit = 262_144

    /// An outbox for connections of `loop`.
    public init(loop: EventLoop) {
        self.loop = loop
    }

    /// The number of members. A connection leaves by itself when its close begins.
    public var count: Int { members.count }

    /// Adds a connection of this loop: it gets what is sent from now on. Closing connections and members are ignored.
    public func add(_ connection: Connection) {
        assert(loop.isCurrent && connection.loop === loop)
        guard !connection.isClosing, !connection.memberships.contains(where: { $0.outbox === self }) else { return }
        if !gathered.isEmpty { seal() }
        for (other, _) in connection.memberships { link(other, by: 1) }
        connection.memberships.append((self, members.count))
        members.append(connection)
        if !batch.isEmpty { promote(members.count - 1) }
    }

    /// Removes a member after giving it what was sent before. Others are ignored.
    public func remove(_ connection: Connection) {
        assert(loop.isCurrent)
        catchUp(connection)
        drop(connection)
    }

    /// Sends one text message to all members.
    ///
    /// - Parameters:
    ///   - payload: UTF-8.
    ///   - first: A member that is written to before the others: the one whose move this is.
    public func send(_ payload: [UInt8], first: Connection? = nil) {
        assert(loop.isCurrent)
        guard !members.isEmpty else { return }
        for (neighbour, _) in neighbours.values { neighbour.flushWhole() }
        Frame.append(text: payload, to: &gathered)
        if let first, !movers.contains(where: { $0 === first }) { movers.append(first) }
        if gathered.count > Self.gatherLimit { return flushWhole() }
        guard !isDirty else { return }
        isDirty = true
        loop.markDirty(self)
    }

    // MARK: Writing

    /// Writes to the next members. Returns whether some are left.
    func flushChunk() -> Bool {
        if batch.isEmpty {
            guard !gathered.isEmpty else {
                isDirty = false
                return false
            }
            seal()
        }
        write(atMost: Self.chunk)
        isDirty = !batch.isEmpty || !gathered.isEmpty
        return isDirty
    }

    /// Writes all that was sent, to all.
    func flushWhole() {
        write(atMost: .max)
        guard !gathered.isEmpty else { return }
        seal()
        write(atMost: .max)
    }

    /// Writes to one member all that was sent.
    func catchUp(_ connection: Connection) {
        guard !batch.isEmpty || !gathered.isEmpty else { return }
        deliverBatch(to: connection)
        guard !gathered.isEmpty else { return }
        seal()
        deliverBatch(to: connection)
    }

    /// Makes what is gathered the batch, after the batch before it is with everybody; movers get it at once.
    private func seal() {
        write(atMost: .max)
        swap(&batch, &gathered)
        next = 0
        let movers = self.movers
        self.movers.removeAll(keepingCapacity: true)
        for mover in movers { deliverBatch(to: mover) }
    }

    private func deliverBatch(to connection: Connection) {
        guard !batch.isEmpty, let place = place(of: connection), place >= next else { return }
        promote(place)
        batch.withUnsafeBytes { connection.write(afterOwn: $0) }
    }

    private func write(atMost limit: Int) {
        guard !batch.isEmpty else { return }
        var written = 0
        batch.withUnsafeBytes { frames in
            // A member that cannot be written to leaves while this loop runs.
            while next < members.count && written < limit {
                let member = members[next]
                next += 1
                written += 1
                member.write(afterOwn: frames)
            }
        }
        if next >= members.count {
            batch.removeAll(keepingCapacity: batch.capacity <= 65_536)
            next = 0
        }
    }

    // MARK: Places

    private func place(of connection: Connection) -> Int? {
        connection.memberships.first { $0.outbox === self }?.place
    }

    /// Moves a member that has not got the batch among those who have.
    private func promote(_ place: Int) {
        if place != next {
            members.swapAt(place, next)
            settle(place)
        }
        settle(next)
        next += 1
    }

    /// Tells a member its place.
    private func settle(_ place: Int) {
        let member = members[place]
        guard let index = member.memberships.firstIndex(where: { $0.outbox === self }) else { return }
        member.memberships[index].place = place
    }

    /// Removes a member without writing to it.
    func drop(_ connection: Connection) {
        guard let index = connection.memberships.firstIndex(where: { $0.outbox === self }) else { return }
        var hole = connection.memberships.remove(at: index).place
        for (other, _) in connection.memberships { link(other, by: -1) }
        movers.removeAll { $0 === connection }
        if hole < next {
            next -= 1
            fill(hole, from: next)
            hole = next
        }
        fill(hole, from: members.count - 1)
        members.removeLast()
        if members.isEmpty {
            gathered.removeAll()
        }
    }

    private func fill(_ hole: Int, from place: Int) {
        guard hole != place else { return }
        members[hole] = members[place]
        settle(hole)
    }

    private func link(_ other: Outbox, by change: Int) {
        shift(other, by: change)
        other.shift(self, by: change)
    }

    private func shift(_ other: Outbox, by change: Int) {
        let shared = (neighbours[ObjectIdentifier(other)]?.shared ?? 0) + change
        neighbours[ObjectIdentifier(other)] = shared > 0 ? (other, shared) : nil
    }
}
