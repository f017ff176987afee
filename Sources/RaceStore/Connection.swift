import CSQLite

/// A value bound to a statement.
enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// One SQLite connection. Opened without SQLite's own locks: only one thread at a time may use it.
final class Connection {
    enum Mode { case write, read }

    fileprivate let handle: OpaquePointer

    /// Opens the file; `write` creates it when it is missing. Throws `cannotOpen` or `corrupt`.
    init(path: String, mode: Mode) throws(StoreError) {
        let access = mode == .write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw StoreError(.cannotOpen, "cannot open \(path): \(reason)", cause: code)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 2_000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// True outside a transaction: SQLite ends one by itself after some failures.
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Rows that the last statement inserted, updated or deleted.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Runs statements that need no values and give no rows.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, in: sql) }
    }

    /// Compiles a statement that is kept for many runs.
    func prepare(_ sql: String) throws(StoreError) -> Statement {
        var compiled: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard code == SQLITE_OK, let compiled else { throw failure(code, in: sql) }
        return Statement(compiled, of: self, sql: sql)
    }

    /// The one number that a query such as a PRAGMA answers.
    func number(_ sql: String) throws(StoreError) -> Int64 {
        try prepare(sql).rows { $0.integer(0) }.first ?? 0
    }

    /// Copies the database as it is now over the one at `path`. Commits of other connections go on meanwhile.
    func copy(to path: String) throws(StoreError) {
        let target = try Connection(path: path, mode: .write)
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.failure(sqlite3_extended_errcode(target.handle), in: "backup")
        }
        // All pages in one step: one read snapshot, so that writers neither wait nor restart the copy.
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE && finish == SQLITE_OK else {
            throw target.failure(finish == SQLITE_OK ? step : finish, in: "backup to \(path)")
        }
    }

    fileprivate func failure(_ code: Int32, in sql: String) -> StoreError {
        StoreError(meaning(of: code), "\(String(cString: sqlite3_errmsg(handle))) in: \(sql)", cause: code)
    }
}

/// A compiled statement.
final class Statement {
    private let handle: OpaquePointer
    private let connection: Connection
    private let sql: String

    fileprivate init(_ handle: OpaquePointer, of connection: Connection, sql: String) {
        self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs a statement that gives no rows.
    func run(_ values: Value...) throws(StoreError) {
        defer { sqlite3_reset(handle) }
        try bind(values)
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE else { throw connection.failure(code, in: sql) }
    }

    /// Runs a query and makes something of each row.
    func rows<T>(_ values: Value..., make: (Row) -> T) throws(StoreError) -> [T] {
        defer { sqlite3_reset(handle) }
        try bind(values)
        var made: [T] = []
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return made }
            guard code == SQLITE_ROW else { throw connection.failure(code, in: sql) }
            made.append(make(Row(handle: handle)))
        }
    }

    private func bind(_ values: [Value]) throws(StoreError) {
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            let code =
                switch value {
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .text(let text): sqlite3_bind_text(handle, index, text, -1, copied)
                // An empty array has no address, which SQLite would take for NULL.
                case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
                case .blob(let bytes): sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), copied)
                }
            guard code == SQLITE_OK else { throw connection.failure(code, in: sql) }
        }
    }
}

/// The current row of a query; valid until the next step.
struct Row {
    fileprivate let handle: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the value before the call returns.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

private func meaning(of code: Int32) -> StoreError.Code {
    switch code {
    // The numbers of SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _FOREIGNKEY, macros that Swift does not import.
    case 1555, 2067: return .conflict
    case 787: return .unknownRoom
    default: break
    }
    switch code & 0xff {
    case SQLITE_FULL: return .diskFull
    case SQLITE_IOERR: return .io
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM: return .cannotOpen
    default: return .unexpected
    }
}
