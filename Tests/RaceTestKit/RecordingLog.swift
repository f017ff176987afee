public import RaceStore
import Synchronization

/// A move log in memory whose commits the test makes happen, or fail.
public final class RecordingLog: MoveLog {
    private struct State {
        var records: [LogRecord] = []
        var waiting: [(batch: [LogRecord], committed: @Sendable (Result<Void, StoreError>) -> Void)] = []
    }

    private let state = Mutex(State())

    /// An empty log.
    public init() {}

    /// What is committed, of every room.
    public var records: [LogRecord] { state.withLock { $0.records } }

    /// Appends that wait for `commit` or `fail`.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// Commits all that waits.
    public func commit() {
        let batches = state.withLock { state in
            defer { state.waiting.removeAll() }
            state.records += state.waiting.flatMap(\.batch)
            return state.waiting
        }
        for batch in batches { batch.committed(.success(())) }
    }

    /// Lets all that waits fail, as a full disk does.
    public func fail() {
        let batches = state.withLock { state in
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for batch in batches { batch.committed(.failure(StoreError(.diskFull, "the test's disk is full"))) }
    }

    /// Waits for `commit` or `fail`.
    public func append(
        _ records: [LogRecord], committed: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        state.withLock { $0.waiting.append((records, committed)) }
    }

    /// What is committed of `room`.
    public func replay(_ room: RoomID) async throws(StoreError) -> [LogRecord] {
        records.filter { $0.room == room }
    }
}
