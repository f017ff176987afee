import Synchronization

/// One change of the store. Those that wait together share a transaction.
enum Write: Sendable {
    case append([LogRecord])
    case openRoom(code: String, at: Int64)
    case closeRoom(RoomID, at: Int64)
    case identity(StoredIdentity, at: Int64)
    case result(RaceResult)
    case discardLogs(closedBefore: Int64, limit: Int64)

    /// True for what must survive a power cut whatever the durability of moves is.
    var mustReachDisk: Bool {
        switch self {
        case .identity, .result: true
        case .append, .openRoom, .closeRoom, .discardLogs: false
        }
    }
}

/// A change with the one who waits for it. What the number means is the change's affair.
struct PendingWrite: Sendable {
    let write: Write
    let done: @Sendable (Result<Int64, StoreError>) -> Void
}

/// How the store is doing; counts since it was opened.
public struct StoreStatistics: Equatable, Sendable {
    /// Transactions committed.
    public internal(set) var commits: UInt64 = 0
    /// Transactions that failed as a whole.
    public internal(set) var failedCommits: UInt64 = 0
    /// Records of the move log committed.
    public internal(set) var records: UInt64 = 0
}

/// The only writer of the database; lives on one thread.
final class Writer {
    private let connection: Connection
    private let statements: WriteStatements
    private let durability: Durability
    private let lock: FileLock
    private let statistics: StatisticsBox
    /// What `PRAGMA synchronous` stands at.
    private var flushes = true

    init(connection: Connection, lock: FileLock, durability: Durability, statistics: StatisticsBox) throws(StoreError) {
        self.connection = connection
        self.lock = lock
        self.durability = durability
        self.statistics = statistics
        statements = try WriteStatements(connection)
    }

    /// Commits a batch in one transaction and tells everybody, in order.
    ///
    /// A write that is refused for its own sake fails alone: the transaction is done again without it.
    func commit(_ batch: [PendingWrite]) {
        var outcomes = [Result<Int64, StoreError>?](repeating: nil, count: batch.count)
        var settled = false
        while !settled {
            do throws(StoreError) {
                settled = try attempt(batch, &outcomes)
                if settled { count(batch, outcomes) }
            } catch {
                for index in outcomes.indices where !isFailure(outcomes[index]) { outcomes[index] = .failure(error) }
                statistics.update { $0.failedCommits += 1 }
                settled = true
            }
            rollBack()
        }
        for (pending, outcome) in zip(batch, outcomes) {
            if let outcome { pending.done(outcome) }
        }
    }

    /// Runs the writes that have not failed yet; false when one more has, throws when all have.
    private func attempt(
        _ batch: [PendingWrite], _ outcomes: inout [Result<Int64, StoreError>?]
    ) throws(StoreError) -> Bool {
        try setFlush(durability == .power || batch.contains { $0.write.mustReachDisk })
        try statements.begin.run()
        for index in batch.indices where !isFailure(outcomes[index]) {
            do throws(StoreError) {
                outcomes[index] = .success(try statements.perform(batch[index].write, on: connection))
            } catch {
                guard error.concernsOneWrite else { throw error }
                outcomes[index] = .failure(error)
                return false
            }
        }
        try statements.commit.run()
        return true
    }

    private func rollBack() {
        guard !connection.isAutocommit else { return }
        // Nothing is left to do when even this fails: the next BEGIN fails too and says why.
        try? statements.rollback.run()
    }

    /// Chooses whether the coming commit waits for the disk.
    ///
    /// A pragma and not a second connection: a commit with a flush on another one would hold the write lock as long, and
    /// moves would wait for it by polling. The flush covers the whole write-ahead log, so earlier moves too.
    private func setFlush(_ wanted: Bool) throws(StoreError) {
        guard wanted != flushes else { return }
        try connection.execute(wanted ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        flushes = wanted
    }

    private func count(_ batch: [PendingWrite], _ outcomes: [Result<Int64, StoreError>?]) {
        var records = 0
        for (pending, outcome) in zip(batch, outcomes) {
            if case .append(let appended) = pending.write, !isFailure(outcome) { records += appended.count }
        }
        statistics.update {
            $0.commits += 1
            $0.records += UInt64(records)
        }
    }
}

/// Statistics shared by the writer's thread and those who read them.
final class StatisticsBox: Sendable {
    private let current = Mutex(StoreStatistics())

    var value: StoreStatistics { current.withLock { $0 } }

    func update(_ change: (inout StoreStatistics) -> Void) { current.withLock { change(&$0) } }
}

private func isFailure(_ outcome: Result<Int64, StoreError>?) -> Bool {
    if case .failure = outcome { true } else { false }
}
