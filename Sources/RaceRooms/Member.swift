import RaceProtocol
public import RaceRules

/// A connection in a room.
struct Member {
    let outlet: Outlet
    /// Nil for a spectator.
    let seat: SeatNumber?
    /// Gets the room's entries; not before its first `room` or `events` has gone out.
    var isAttached = false
    /// Room milliseconds of the latest message.
    var lastHeard: UInt64
    /// Answered a ping once: its silence means something.
    var answersPings = false

    var viewer: ServerMessage.Viewer { seat.map { .racer($0) } ?? .spectator }
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
