/// A racer's place in a room; survives a lost connection.
public struct Seat: Equatable, Sendable {
    /// Its number.
    public let number: SeatNumber
    /// Whose it is.
    public let identity: IdentityID
    /// As shown: unlike every other name in the room.
    public internal(set) var name: String
    /// A program plays here.
    public let isBot: Bool
    /// Connected.
    public internal(set) var isHere = true
    /// The share of the next race's seed; nil while not ready.
    public internal(set) var entropy: Entropy?
    /// First places in this room.
    public internal(set) var wins: UInt32 = 0
    /// The host lets them not speak.
    public internal(set) var isMuted = false
    /// Gave the seat up in a race, whose board stays until the next one.
    public internal(set) var isLeaving = false
    /// Room milliseconds of taking the seat: the host's succession goes by it.
    public let seatedAt: UInt64

    /// Wants the next race.
    public var isReady: Bool { entropy != nil }
}
