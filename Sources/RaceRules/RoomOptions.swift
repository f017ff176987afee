public import PuzzleEngine

/// What a room plays and how its races start.
public struct RoomOptions: Equatable, Sendable {
    /// The game and its own options.
    public let game: GameOptions
    /// Seats that must be taken before a race starts, 1…16.
    public let minimumSeats: Int
    /// Countdown before GO in seconds: 0, 3, 5 or 10.
    public let countdownSeconds: Int

    /// Throws `Refusal.badOptions` when a number is out of its range.
    public init(game: GameOptions, minimumSeats: Int = 2, countdownSeconds: Int = 3) throws(Refusal) {
        guard (1...SeatNumber.limit).contains(minimumSeats), [0, 3, 5, 10].contains(countdownSeconds) else {
            throw .badOptions
        }
        self.game = game
        self.minimumSeats = minimumSeats
        self.countdownSeconds = countdownSeconds
    }
}

/// Why an input changed nothing. The raw values are the protocol's codes.
public enum Refusal: String, Error, Sendable {
    /// The room has no free seat.
    case roomFull = "room-full"
    /// The sender has no seat here.
    case notJoined = "not-joined"
    /// Not in this phase or not by this role.
    case notAllowed = "not-allowed"
    /// Only the host may.
    case notHost = "not-host"
    /// An option is out of its range.
    case badOptions = "bad-options"
    /// The race is not the current one.
    case stale = "stale"
    /// The sender's race is over.
    case finished = "finished"
    /// The race clock stands; the same message may succeed when it runs again.
    case paused = "paused"
    /// Sent away by the host, and shut out for ten minutes.
    case kicked
    /// The host lets nobody new take a seat.
    case locked
    /// More at once than one person may.
    case tooMany = "too-many"
    /// An action number was left out; the sender needs the whole room.
    case gap = "gap"
}
