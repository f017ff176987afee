/// An event loop as rooms see it. The wiring makes one for each loop of the network layer; tests make one by hand.
public struct LoopPort: Sendable {
    /// Its place among the loops.
    public let index: Int
    /// Where actors on this loop run.
    public let executor: any SerialExecutor
    /// The caller runs on this loop.
    public let isCurrent: @Sendable () -> Bool
    /// Runs work on the loop, in the order of the calls; from any thread.
    public let post: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs work once when this turn of the loop is done; on the loop only.
    public let beforeWait: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs work after so many milliseconds, unless the returned closure is called before; on the loop only.
    public let schedule: @Sendable (UInt64, @escaping @Sendable () -> Void) -> @Sendable () -> Void
    /// Monotonic milliseconds.
    public let now: @Sendable () -> UInt64
    /// Makes an outbox for connections of this loop; on the loop only.
    public let makeOutbox: @Sendable () -> OutboxPort

    /// All at once; the wiring is the only caller outside tests.
    public init(
        index: Int, executor: any SerialExecutor, isCurrent: @escaping @Sendable () -> Bool,
        post: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        beforeWait: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        schedule: @escaping @Sendable (UInt64, @escaping @Sendable () -> Void) -> @Sendable () -> Void,
        now: @escaping @Sendable () -> UInt64, makeOutbox: @escaping @Sendable () -> OutboxPort
    ) {
        self.index = index
        self.executor = executor
        self.isCurrent = isCurrent
        self.post = post
        self.beforeWait = beforeWait
        self.schedule = schedule
        self.now = now
        self.makeOutbox = makeOutbox
    }

    /// Runs work now if the caller is on this loop, else posts it.
    func run(_ work: @escaping @Sendable () -> Void) {
        if isCurrent() { work() } else { post(work) }
    }
}

/// The way out to one connection. Its closures are called on the connection's loop only.
public struct Outlet: Sendable {
    /// Unique among the connections of the process.
    public let id: UInt64
    /// The loop on which the connection lives.
    public let loop: LoopPort
    /// Queues one text message, in order with what the connection's outboxes hold.
    public let send: @Sendable ([UInt8]) -> Void
    /// Closes with a WebSocket code and a reason.
    public let close: @Sendable (UInt16, String) -> Void

    /// All at once.
    public init(
        id: UInt64, loop: LoopPort, send: @escaping @Sendable ([UInt8]) -> Void,
        close: @escaping @Sendable (UInt16, String) -> Void
    ) {
        self.id = id
        self.loop = loop
        self.send = send
        self.close = close
    }
}

/// An outbox shared by connections of one loop; called on that loop only.
public struct OutboxPort: Sendable {
    /// Adds a connection by its outlet id.
    public let add: @Sendable (UInt64) -> Void
    /// Removes it again.
    public let remove: @Sendable (UInt64) -> Void
    /// Queues one text message for all, written first to the given connection.
    public let send: @Sendable ([UInt8], UInt64?) -> Void

    /// All at once.
    public init(
        add: @escaping @Sendable (UInt64) -> Void, remove: @escaping @Sendable (UInt64) -> Void,
        send: @escaping @Sendable ([UInt8], UInt64?) -> Void
    ) {
        self.add = add
        self.remove = remove
        self.send = send
    }
}
