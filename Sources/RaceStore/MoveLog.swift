/// Number of a room in the store. Never reused, unlike the room's code.
public struct RoomID: Hashable, Sendable, RawRepresentable {
    /// The row in the database, from 1.
    public let rawValue: Int64

    /// Names the room with this number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// One accepted input of a room, encoded by the room; the store does not look inside.
public struct LogRecord: Hashable, Sendable {
    /// The room that took the input.
    public let room: RoomID
    /// Its number among the inputs of the room, from 1.
    public let sequence: UInt32
    /// The input.
    public let bytes: [UInt8]

    /// Makes a record.
    public init(room: RoomID, sequence: UInt32, bytes: [UInt8]) {
        self.room = room
        self.sequence = sequence
        self.bytes = bytes
    }
}

/// Where rooms write their inputs before anybody hears of them, and find them again after a restart.
public protocol MoveLog: Sendable {
    /// Commits all of `records` or none.
    ///
    /// Returns at once. `committed` is called exactly once, on the log's own thread (keep it short), in the order of the
    /// calls. Appends that arrive while a commit runs share the next one. A record that is already there with the same
    /// bytes counts as committed, so that repeating after an unclear failure is harmless; with other bytes it is a
    /// `conflict`.
    func append(_ records: [LogRecord], committed: @escaping @Sendable (Result<Void, StoreError>) -> Void)

    /// All committed records of a room, in order; empty for an unknown room.
    func replay(_ room: RoomID) async throws(StoreError) -> [LogRecord]
}

/// What a committed move survives. Results and identities always survive both.
public enum Durability: Sendable {
    /// The death of the process, not of the machine.
    case process
    /// A power cut too, at the price of one disk flush for each commit.
    case power
}
