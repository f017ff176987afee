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

/// Who joins a room.
public struct Visitor: Sendable {
    /// Their connection.
    public let outlet: Outlet
    /// Who they are.
    public let identity: IdentityID
    /// As they call themselves.
    public let name: String
    /// A program.
    public let isBot: Bool
}
