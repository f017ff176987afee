/// The store in one SQLite file in WAL mode: a writing thread with group commit and a reading thread beside it.
public final class SQLiteStore: MoveLog {
    private let writer: MailboxThread<PendingWrite>
    private let reader: MailboxThread<ReadJob>
    private let counts = StatisticsBox()
    private let now: @Sendable () -> Int64

    /// Opens the store, making or migrating it as needed.
    ///
    /// - Parameters:
    ///   - path: The database file, or the folder that holds `tilerace.db`; missing folders are made.
    ///   - durability: What committed moves survive.
    ///   - maximumBytes: The database's size beyond which writes fail with `diskFull`; nil for no limit.
    ///   - now: The wall clock, in milliseconds since 1970; stamps rooms and identities.
    /// - Throws: `cannotOpen`, `inUse`, `corrupt`, `foreignFile`, `newerSchema`, or what a migration met.
    public convenience init(
        path: String, durability: Durability, maximumBytes: Int64? = nil, now: @escaping @Sendable () -> Int64
    ) throws(StoreError) {
        try self.init(
            path: path, durability: durability, maximumBytes: maximumBytes, migrations: Migration.all, now: now)
    }

    init(
        path: String, durability: Durability, maximumBytes: Int64?, migrations: [Migration],
        now: @escaping @Sendable () -> Int64
    ) throws(StoreError) {
        self.now = now
        let file = try databaseFile(path)
        let lock = try FileLock(path: "\(file).lock")
        try createPrivately(file)
        let connection = try Connection(path: file, mode: .write)
        let found = try connection.schema(upTo: migrations, path: file)
        try connection.configureForWriting(maximumBytes: maximumBytes)
        try connection.migrate(migrations, from: found, path: file)
        let writing = try Writer(connection: connection, lock: lock, durability: durability, statistics: counts)
        let reading = try Reader(Connection(path: file, mode: .read))
        writer = try MailboxThread { writing.commit($0) }
        reader = try MailboxThread { jobs in for job in jobs { job(reading) } }
    }

    /// Counts since the store was opened.
    public var statistics: StoreStatistics { counts.value }

    /// Commits what waits, then closes the file. Later calls fail with `closed`.
    public func close() async {
        await reader.stop()
        await writer.stop()
    }

    // MARK: Moves

    /// Appends to the move log; see `MoveLog`. `unknownRoom` when a record names a room that was never opened.
    public func append(_ records: [LogRecord], committed: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
        submit(.append(records)) { committed($0.map { _ in }) }
    }

    /// Reads a room's records on the reading thread; commits go on meanwhile.
    public func replay(_ room: RoomID) async throws(StoreError) -> [LogRecord] {
        try await read { reader throws(StoreError) in try reader.replay(room) }
    }

    /// Deletes the move logs of rooms that closed before an instant, in milliseconds since 1970; results stay.
    ///
    /// Works in small transactions so that moves get through between them.
    public func discardLogs(closedBefore: Int64) async throws(StoreError) {
        let limit: Int64 = 500
        while try await write(.discardLogs(closedBefore: closedBefore, limit: limit)) == limit {}
    }

    // MARK: Rooms

    /// Opens a room; throws `conflict` when a live room has the code.
    public func openRoom(code: String) async throws(StoreError) -> RoomID {
        RoomID(rawValue: try await write(.openRoom(code: code, at: now())))
    }

    /// Closes a room, which frees its code. Closing again changes nothing.
    public func closeRoom(_ room: RoomID) async throws(StoreError) {
        _ = try await write(.closeRoom(room, at: now()))
    }

    /// The rooms that are open, oldest first.
    public func liveRooms() async throws(StoreError) -> [StoredRoom] {
        try await read { reader throws(StoreError) in try reader.rooms() }
    }

    // MARK: Identities and results

    /// Remembers somebody at the first seat, or the new name later. On disk when it returns.
    public func saveIdentity(id: [UInt8], name: String, bot: Bool) async throws(StoreError) {
        _ = try await write(.identity(StoredIdentity(id: id, name: name, bot: bot), at: now()))
    }

    /// Somebody who has had a seat; nil when there is none of that hash.
    public func identity(id: [UInt8]) async throws(StoreError) -> StoredIdentity? {
        try await read { reader throws(StoreError) in try reader.identity(id) }
    }

    /// Saves the result of a race. On disk when it returns; a race that has a result keeps it.
    public func saveResult(_ result: RaceResult) async throws(StoreError) {
        _ = try await write(.result(result))
    }

    /// The result of a race; nil when there is none.
    public func result(raceID: String) async throws(StoreError) -> RaceResult? {
        try await read { reader throws(StoreError) in try reader.result(raceID) }
    }

    /// The results of a room, in the order of their finish.
    public func results(room: RoomID) async throws(StoreError) -> [RaceResult] {
        try await read { reader throws(StoreError) in try reader.results(room) }
    }

    /// Copies the whole store, as it is now, to a new database file; replaces one that is there. Commits go on meanwhile.
    public func backup(to path: String) async throws(StoreError) {
        try await read { reader throws(StoreError) in try reader.copy(to: path) }
    }

    // MARK: Threads

    private typealias ReadJob = @Sendable (Reader) -> Void

    private func submit(_ write: Write, done: @escaping @Sendable (Result<Int64, StoreError>) -> Void) {
        if !writer.post(PendingWrite(write: write, done: done)) { done(.failure(closed)) }
    }

    private func write(_ write: Write) async throws(StoreError) -> Int64 {
        let outcome = await withCheckedContinuation { continuation in
            submit(write) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    private func read<T: Sendable>(
        _ query: @escaping @Sendable (Reader) throws(StoreError) -> T
    ) async throws(StoreError) -> T {
        let outcome: Result<T, StoreError> = await withCheckedContinuation { continuation in
            let posted = reader.post { reader in
                continuation.resume(returning: Result { () throws(StoreError) in try query(reader) })
            }
            if !posted { continuation.resume(returning: .failure(closed)) }
        }
        return try outcome.get()
    }
}

private let closed = StoreError(.closed, "the store is closed")

extension Connection {
    /// Sets what a writer needs.
    fileprivate func configureForWriting(maximumBytes: Int64?) throws(StoreError) {
        try execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -16384;
            PRAGMA wal_autocheckpoint = 4000;
            PRAGMA journal_size_limit = 67108864;
            """)
        if let maximumBytes {
            let pages = max(1, maximumBytes / (try number("PRAGMA page_size")))
            try execute("PRAGMA max_page_count = \(pages)")
        }
    }
}
