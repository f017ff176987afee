/// One numbered change of the schema.
struct Migration {
    /// The schema's number after the change; kept in the file as `user_version`.
    let number: Int64
    let sql: String

    /// All changes so far. A released one is never edited: add the next.
    static let all = [
        Migration(
            number: 1,
            sql: """
                CREATE TABLE room (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    code TEXT NOT NULL,
                    opened_at INTEGER NOT NULL,
                    closed_at INTEGER
                ) STRICT;
                CREATE UNIQUE INDEX live_room ON room (code) WHERE closed_at IS NULL;
                CREATE TABLE move_log (
                    room INTEGER NOT NULL REFERENCES room (id),
                    sequence INTEGER NOT NULL,
                    record BLOB NOT NULL,
                    PRIMARY KEY (room, sequence)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE identity (
                    id BLOB PRIMARY KEY,
                    name TEXT NOT NULL,
                    bot INTEGER NOT NULL,
                    first_seen_at INTEGER NOT NULL,
                    last_seen_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE result (
                    race TEXT PRIMARY KEY,
                    room INTEGER NOT NULL REFERENCES room (id),
                    finished_at INTEGER NOT NULL,
                    body BLOB NOT NULL
                ) STRICT;
                CREATE INDEX result_of_room ON result (room, finished_at);
                """)
    ]
}

/// Marks a file as ours: "TILE".
private let applicationID: Int64 = 0x5449_4c45

extension Connection {
    /// The number of the schema in the file at `path`, 0 in a new one. Changes nothing.
    ///
    /// Throws `newerSchema` when the migrations end before it, and `foreignFile`.
    func schema(upTo migrations: [Migration], path: String) throws(StoreError) -> Int64 {
        let newest = migrations.last?.number ?? 0
        let owner = try number("PRAGMA application_id")
        let found = try number("PRAGMA user_version")
        let tables = try number("SELECT count(*) FROM sqlite_schema")
        guard owner == applicationID || (owner == 0 && found == 0 && tables == 0) else {
            throw StoreError(.foreignFile, "\(path) is a database of another program")
        }
        guard found <= newest else {
            throw StoreError(
                .newerSchema,
                "\(path) has schema \(found), this version knows up to \(newest): start the newer version, or restore a "
                    + "backup made before the update")
        }
        return found
    }

    /// Brings the schema of the file at `path` to the newest number, after a copy beside it when it holds an older one.
    ///
    /// Each migration is one transaction: after a failure the file is as the last good one left it.
    func migrate(_ migrations: [Migration], from found: Int64, path: String) throws(StoreError) {
        let due = migrations.filter { $0.number > found }
        if found > 0 && !due.isEmpty { try copyAside(to: "\(path).schema-\(found)") }
        for migration in due { try apply(migration) }
    }

    private func apply(_ migration: Migration) throws(StoreError) {
        try execute("BEGIN IMMEDIATE")
        do {
            try execute(migration.sql)
            try execute(
                "PRAGMA user_version = \(migration.number); PRAGMA application_id = \(applicationID); COMMIT")
        } catch {
            if !isAutocommit { try? execute("ROLLBACK") }
            throw StoreError(error.code, "migration \(migration.number): \(error.message)", cause: error.cause)
        }
    }
}
