/// A room that was open when the server went down, or still is.
public struct StoredRoom: Hashable, Sendable {
    /// Its number in the store.
    public let id: RoomID
    /// Its code, unique among live rooms.
    public let code: String
    /// When it was opened, in milliseconds since 1970.
    public let openedAt: Int64
}

/// Somebody who has had a seat.
public struct StoredIdentity: Hashable, Sendable {
    /// Hash of the secret token; the token itself is never stored.
    public let id: [UInt8]
    /// The name last used.
    public let name: String
    /// Whether it says of itself that it is a program.
    public let bot: Bool
}

/// The result of one race, the source of every table computed from results.
public struct RaceResult: Hashable, Sendable {
    /// The race; unique.
    public let raceID: String
    /// The room of the race.
    public let room: RoomID
    /// When the race finished, in milliseconds since 1970.
    public let finishedAt: Int64
    /// The result as JSON; the store does not look inside.
    public let body: [UInt8]

    /// Makes a result.
    public init(raceID: String, room: RoomID, finishedAt: Int64, body: [UInt8]) {
        self.raceID = raceID
        self.room = room
        self.finishedAt = finishedAt
        self.body = body
    }
}
