import CLibwebsocketsShim
import Glibc
import Synchronization

/// A thread with a libev loop, on which sockets and actors live together: a move goes from its socket through a room
/// actor to the other sockets without changing threads.
///
/// A turn of the loop is: wait, serve sockets and timers, run what was posted, then ``beforeWait(_:)`` work, then write
/// what connections and outboxes have gathered.
///
/// `@unchecked Sendable`: everything but the mailbox, the wake flag and the thread's name is touched on the loop's
/// thread only.
public final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// Position in ``WebSocketServer/loops``.
    public let index: Int

    private enum Mail {
        case job(UnownedJob)
        case work(@Sendable () -> Void)
    }

    let base: OpaquePointer
    private let mailbox = Mutex<[Mail]>([])
    private let isAwake = Atomic<Bool>(false)
    private let thread = Atomic<UInt>(0)
    private var taken: [Mail] = []
    private var jobs: [UnownedJob] = []
    private var runningJobs: [UnownedJob] = []
    private var lastWork: [() -> Void] = []
    private var dirtyConnections: [Connection] = []
    private var flushedConnections: [Connection] = []
    private var dirtyOutboxes: [Outbox] = []
    private var flushedOutboxes: [Outbox] = []

    init(index: Int) throws(ServerError) {
        self.index = index
        guard let base = shim_loop_create() else { throw .noEventLoop }
        self.base = base
    }

    /// Starts the thread. It holds the loop until ``end()``.
    func start() throws(ServerError) {
        var id = pthread_t()
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&id, nil, runEventLoop, context.toOpaque()) == 0 else {
            context.release()
            throw .noEventLoop
        }
        pthread_detach(id)
    }

    fileprivate func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        shim_name_thread("loop-\(index)")
        shim_loop_run(base, loopIsAboutToWait, Unmanaged.passUnretained(self).toOpaque())
        thread.store(0, ordering: .releasing)
    }

    /// Ends the thread once what is posted by now has run. Jobs and work that come later never run.
    func end() {
        post { shim_loop_break(self.base) }
    }

    // MARK: Executor

    /// Whether the caller runs on this loop's thread.
    public var isCurrent: Bool {
        thread.load(ordering: .acquiring) == UInt(pthread_self())
    }

    /// Runs `work` on the loop, in the order of the calls of one thread. From any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        deliver(.work(work))
    }

    private func deliver(_ mail: Mail) {
        mailbox.withLock { $0.append(mail) }
        if !isAwake.exchange(true, ordering: .acquiringAndReleasing) {
            shim_loop_wake(base)
        }
    }

    /// Runs a job of an actor or task that lives here, before the loop waits again. From any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            jobs.append(job)
        } else {
            deliver(.job(job))
        }
    }

    /// For the `unownedExecutor` of actors that live here.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Makes `assumeIsolated` on actors that live here legal on the loop's thread.
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Traps unless the caller runs on this loop.
    public func checkIsolated() {
        precondition(isCurrent, "not on event loop \(index)")
    }

    // MARK: The end of a turn

    /// Runs `work` once, on this loop, when the work of this turn is done and before gathered frames are written.
    ///
    /// Call on the loop. A room ends its turn here: it encodes what has changed, once.
    public func beforeWait(_ work: @escaping () -> Void) {
        lastWork.append(work)
    }

    func markDirty(_ connection: Connection) { dirtyConnections.append(connection) }
    func markDirty(_ outbox: Outbox) { dirtyOutboxes.append(outbox) }

    fileprivate func finishTurn() {
        // Bounded, so that work that makes more work cannot keep the sockets from being served.
        for _ in 0..<16 {
            takeMail()
            runJobs()
            if jobs.isEmpty && lastWork.isEmpty { break }
            if jobs.isEmpty { runLastWork() }
        }
        flush()
        if !jobs.isEmpty || !lastWork.isEmpty || !dirtyOutboxes.isEmpty || !dirtyConnections.isEmpty {
            shim_loop_wake(base)
        }
    }

    private func takeMail() {
        guard isAwake.exchange(false, ordering: .acquiringAndReleasing) else { return }
        mailbox.withLock { swap(&$0, &taken) }
        for mail in taken {
            switch mail {
            case .job(let job): run(job)
            case .work(let work): work()
            }
        }
        taken.removeAll(keepingCapacity: true)
    }

    private func runJobs() {
        swap(&jobs, &runningJobs)
        for job in runningJobs { run(job) }
        runningJobs.removeAll(keepingCapacity: true)
    }

    private func run(_ job: UnownedJob) {
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    private func runLastWork() {
        let work = lastWork
        lastWork.removeAll(keepingCapacity: true)
        for step in work { step() }
    }

    private func flush() {
        // Two arrays take turns, so that a turn allocates nothing.
        swap(&dirtyOutboxes, &flushedOutboxes)
        for outbox in flushedOutboxes where outbox.flushChunk() { dirtyOutboxes.append(outbox) }
        flushedOutboxes.removeAll(keepingCapacity: true)
        swap(&dirtyConnections, &flushedConnections)
        for connection in flushedConnections { connection.flushOwn() }
        flushedConnections.removeAll(keepingCapacity: true)
    }

    // MARK: Time

    /// The monotonic clock, in nanoseconds.
    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Runs `work` on this loop after that many milliseconds of the monotonic clock. Call on the loop.
    ///
    /// The timer runs whether or not the token is kept.
    @discardableResult
    public func schedule(after milliseconds: UInt64, _ work: @escaping @Sendable () -> Void) -> TimerToken {
        after(milliseconds: milliseconds, work)
    }

    /// The same for work that does not leave the loop.
    @discardableResult
    func after(milliseconds: UInt64, _ work: @escaping () -> Void) -> TimerToken {
        let token = TimerToken(work)
        token.start(on: base, seconds: Double(milliseconds) / 1_000)
        return token
    }

    deinit {
        shim_loop_destroy(base)
    }
}

private func loopIsAboutToWait(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().finishTurn()
}

private func runEventLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
