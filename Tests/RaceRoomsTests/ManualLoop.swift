import Glibc
import RaceRooms
import Synchronization

/// An event loop whose turns and time the test makes happen.
final class ManualLoop: SerialExecutor, Sendable {
    private struct State {
        var now: UInt64 = 1_000_000
        var posted: [@Sendable () -> Void] = []
        var beforeWait: [@Sendable () -> Void] = []
        var timers: [Int: (due: UInt64, work: @Sendable () -> Void)] = [:]
        var timerCount = 0
        var thread = pthread_self()
    }

    private let state = Mutex(State())
    let outboxes = Mutex<[RecordingOutbox]>([])
    private let deliver: @Sendable (UInt64, [UInt8]) -> Void

    init(deliver: @escaping @Sendable (UInt64, [UInt8]) -> Void) { self.deliver = deliver }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock {
            $0.posted.append { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }
    func checkIsolated() { precondition(isCurrent) }
    private var isCurrent: Bool { state.withLock { pthread_equal(pthread_self(), $0.thread) != 0 } }

    /// The loop's thread is the caller's: a test changes threads wherever it awaits.
    func adopt() { state.withLock { $0.thread = pthread_self() } }

    /// Runs what was posted and what waits for the end of the turn, until nothing is left.
    func turn() {
        adopt()
        while true {
            let work = state.withLock { state in
                defer {
                    state.posted.removeAll()
                    state.beforeWait.removeAll()
                }
                return state.posted + state.beforeWait
            }
            if work.isEmpty { return }
            for one in work { one() }
        }
    }

    /// Lets time pass in steps, timers running at their instants.
    func advance(_ milliseconds: UInt64) {
        adopt()
        let end = state.withLock { $0.now + milliseconds }
        while true {
            turn()
            let due = state.withLock { state -> (@Sendable () -> Void)? in
                guard let next = state.timers.min(by: { $0.value.due < $1.value.due }), next.value.due <= end else {
                    state.now = end
                    return nil
                }
                state.now = max(state.now, next.value.due)
                state.timers[next.key] = nil
                return next.value.work
            }
            guard let due else { break }
            due()
        }
        turn()
    }

    var port: LoopPort {
        LoopPort(
            index: 0, executor: self, isCurrent: { self.isCurrent },
            post: { work in self.state.withLock { $0.posted.append(work) } },
            beforeWait: { work in self.state.withLock { $0.beforeWait.append(work) } },
            schedule: { delay, work in
                let key = self.state.withLock { state in
                    state.timerCount += 1
                    state.timers[state.timerCount] = (state.now + delay, work)
                    return state.timerCount
                }
                return { self.state.withLock { $0.timers[key] = nil } }
            },
            now: { self.state.withLock { $0.now } },
            makeOutbox: {
                let outbox = RecordingOutbox()
                self.outboxes.withLock { $0.append(outbox) }
                return OutboxPort(
                    add: { outbox.add($0) }, remove: { outbox.remove($0) },
                    send: { payload, _ in for id in outbox.members { self.deliver(id, payload) } })
            })
    }
}

/// The members of an outbox.
final class RecordingOutbox: Sendable {
    private let ids = Mutex<[UInt64]>([])

    var members: [UInt64] { ids.withLock { $0 } }
    func add(_ id: UInt64) { ids.withLock { $0.append(id) } }
    func remove(_ id: UInt64) { ids.withLock { $0.removeAll { $0 == id } } }
}
