import RaceProtocol
public import RaceRules

/// A connection in a room.
struct Member {
    let outlet: Outlet
    /// Where they are: a seat, the host's desk, or nil for a spectator.
    var seat: SeatNumber?
    /// Who they are.
    let identity: IdentityID
    /// As they call themselves.
    var name: String
    /// A program.
    let isBot: Bool
    /// Gets the room's entries; not before its first `room` or `events` has gone out.
    var isAttached = false
    /// Room milliseconds of the latest message.
    var lastHeard: UInt64
    /// Log sequences of the actions whose answer waits for its commit, in order.
    var unanswered: [UInt32] = []
    /// Answered a ping once: its silence means something.
    var answersPings = false

    init(_ visitor: Visitor, seat: SeatNumber?, heardAt: UInt64) {
        outlet = visitor.outlet
        identity = visitor.identity
        name = visitor.name
        isBot = visitor.isBot
        self.seat = seat
        lastHeard = heardAt
    }

    var viewer: ServerMessage.Viewer {
        switch seat {
        case nil: .spectator
        case .desk?: .host
        case let seat?: .racer(seat)
        }
    }
}

extension Member {
    /// Whether one more action may be taken, when everything up to `committed` is answered.
    mutating func mayAct(after committed: UInt32, limit: Int) -> Bool {
        unanswered.removeFirst(unanswered.firstIndex { $0 > committed } ?? unanswered.count)
        return unanswered.count < limit
    }
}

/// Who joins a room.
public struct Visitor: Sendable {
    /// Their connection.
    public let outlet: Outlet
    /// The household that they come from.
    public let household: String
    /// Who they are.
    public let identity: IdentityID
    /// As they call themselves.
    public let name: String
    /// A program.
    public let isBot: Bool
}
