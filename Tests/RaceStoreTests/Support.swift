import CSQLite
import Foundation
import Synchronization
import Testing

@testable import RaceStore

/// A folder of one test, gone afterwards.
final class Folder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("tilerace-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var database: String { "\(path)/tilerace.db" }

    func open(durability: Durability = .process, maximumBytes: Int64? = nil) throws -> SQLiteStore {
        try SQLiteStore(path: path, durability: durability, maximumBytes: maximumBytes, now: { 1_000 })
    }

    func open(_ migrations: [Migration]) throws -> SQLiteStore {
        try SQLiteStore(
            path: path, durability: .process, maximumBytes: nil, migrations: migrations, now: { 1_000 })
    }
}

func record(_ room: RoomID, _ sequence: UInt32, _ bytes: [UInt8] = [1, 2, 3]) -> LogRecord {
    LogRecord(room: room, sequence: sequence, bytes: bytes)
}

extension MoveLog {
    /// Appends and waits for the commit.
    func commit(_ records: [LogRecord]) async -> Result<Void, StoreError> {
        await withCheckedContinuation { continuation in
            append(records) { continuation.resume(returning: $0) }
        }
    }
}

/// What callbacks reported, in their order.
final class Reports: Sendable {
    private let all = Mutex<[String]>([])

    var values: [String] { all.withLock { $0 } }

    func add(_ value: String) { all.withLock { $0.append(value) } }

    /// Polls until there are `count`; ten seconds at most.
    func wait(for count: Int) async throws -> [String] {
        for _ in 0..<2_000 where values.count < count { try await Task.sleep(for: .milliseconds(5)) }
        return values
    }
}

/// A connection of another program, to hold locks and to look at the file.
final class Intruder {
    private var handle: OpaquePointer?

    init(_ path: String) { #expect(sqlite3_open(path, &handle) == SQLITE_OK) }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) { #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)") }

    func number(_ sql: String) -> Int64 {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1
    }
}

func code<T>(_ result: Result<T, StoreError>) -> StoreError.Code? {
    if case .failure(let error) = result { error.code } else { nil }
}

/// The code of the error that `body` throws.
func code(_ body: () async throws -> Void) async -> StoreError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? StoreError)?.code
    }
}
