import CLibwebsockets
import CLibwebsocketsShim
import Glibc
import Synchronization

/// One thread that serves many client sockets, and the executor of the ``RaceClient`` actors that own them.
///
/// A turn: wait, take in what sockets and timers bring, run what was posted, write what sockets have gathered.
///
/// `@unchecked Sendable`: everything but the mailbox, the wake flag and the thread's name is touched on the loop's
/// thread only.
public final class ClientLoop: SerialExecutor, @unchecked Sendable {
    private enum Mail {
        case job(UnownedJob)
        case work(@Sendable () -> Void)
    }

    let base: OpaquePointer
    private(set) var context: OpaquePointer?
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let mailbox = Mutex<[Mail]>([])
    private let isAwake = Atomic<Bool>(false)
    private let thread = Atomic<UInt>(0)
    private let lastSocket = Atomic<UInt>(0)
    private var taken: [Mail] = []
    private var sockets: [UInt: ClientSocket] = [:]
    private var dirty: [ClientSocket] = []
    private var whenStopped: (@Sendable () -> Void)?

    /// Starts the thread. It runs until ``stop()``.
    public init() throws(ClientError) {
        guard let base = shim_loop_create() else { throw .noLoop }
        self.base = base
        protocols = .allocate(capacity: 2)
        protocols.initialize(repeating: lws_protocols(), count: 2)
        protocols[0].name = cString("tilerace.v1")
        protocols[0].callback = clientCallback
        protocols[0].rx_buffer_size = 16_384
        lws_set_log_level(LLL_ERR, nil)
        context = makeContext()
        guard context != nil, start() else {
            if let context { lws_context_destroy(context) }
            throw .noLoop
        }
    }

    deinit {
        shim_loop_destroy(base)
        protocols.deallocate()
    }

    /// Closes all sockets and ends the thread. Nothing may be asked of the loop or its actors afterwards.
    public func stop() async {
        await withCheckedContinuation { continuation in
            post {
                self.whenStopped = { continuation.resume() }
                shim_loop_break(self.base)
            }
        }
    }

    private func makeContext() -> OpaquePointer? {
        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN
        info.protocols = UnsafePointer(protocols)
        info.user = Unmanaged.passUnretained(self).toOpaque()
        info.timeout_secs = 10
        info.options = UInt64(LWS_SERVER_OPTION_LIBEV) | UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
        var foreign: UnsafeMutableRawPointer? = shim_loop_foreign(base)
        return withUnsafeMutablePointer(to: &foreign) { loops in
            info.foreign_loops = loops
            return lws_create_context(&info)
        }
    }

    private func start() -> Bool {
        var id = pthread_t()
        let this = Unmanaged.passRetained(self)
        guard pthread_create(&id, nil, { runLoop($0) }, this.toOpaque()) == 0 else {
            this.release()
            return false
        }
        pthread_detach(id)
        return true
    }

    fileprivate func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        shim_loop_run(base, loopIsAboutToWait, Unmanaged.passUnretained(self).toOpaque())
        lws_context_destroy(context)
        takeMail()
        thread.store(0, ordering: .releasing)
        whenStopped?()
    }

    // MARK: Executor

    /// Whether the caller runs on this loop's thread.
    public var isCurrent: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

    /// Runs `work` on the loop, in the order of the calls of one thread. From any thread.
    public func post(_ work: @escaping @Sendable () -> Void) { deliver(.work(work)) }

    /// Runs a job of an actor that lives here.
    public func enqueue(_ job: consuming ExecutorJob) { deliver(.job(UnownedJob(job))) }

    /// This loop, as the runtime asks for it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Whether code that runs now may touch the actors of this loop.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Stops the program when the caller does not run on this loop.
    public func checkIsolated() { precondition(isCurrent, "not on the client loop") }

    private func deliver(_ mail: Mail) {
        mailbox.withLock { $0.append(mail) }
        // On the loop itself the turn comes round to the mailbox before it waits.
        if !isAwake.exchange(true, ordering: .acquiringAndReleasing) && !isCurrent { shim_loop_wake(base) }
    }

    fileprivate func finishTurn() {
        // Bounded, so that work that makes more work cannot keep the sockets from being served.
        for _ in 0..<16 where isAwake.load(ordering: .acquiring) { takeMail() }
        let ready = dirty
        dirty.removeAll(keepingCapacity: true)
        for socket in ready { socket.flush() }
        if isAwake.load(ordering: .acquiring) || !dirty.isEmpty { shim_loop_wake(base) }
    }

    private func takeMail() {
        isAwake.store(false, ordering: .releasing)
        mailbox.withLock { swap(&$0, &taken) }
        for mail in taken {
            switch mail {
            case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            case .work(let work): work()
            }
        }
        taken.removeAll(keepingCapacity: true)
    }

    // MARK: Sockets

    /// Opens a WebSocket. From any thread; `handler` is called on the loop, last with `closed` or `failed`.
    public func connect(
        to endpoint: Endpoint, handler: @escaping @Sendable (ClientEvent) -> Void
    ) -> ClientSocket {
        let number = lastSocket.add(1, ordering: .relaxed).newValue
        let socket = ClientSocket(number: number, loop: self, handler: handler)
        post {
            self.sockets[number] = socket
            socket.open(endpoint, protocolName: self.protocols[0].name)
        }
        return socket
    }

    /// The socket that a callback is about. libwebsockets carries the number, so that a late callback finds nothing.
    func socket(_ user: UnsafeMutableRawPointer?) -> ClientSocket? { sockets[UInt(bitPattern: user)] }

    func forget(_ socket: ClientSocket) { sockets[socket.number] = nil }

    func markDirty(_ socket: ClientSocket) { dirty.append(socket) }
}

private func loopIsAboutToWait(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<ClientLoop>.fromOpaque(context).takeUnretainedValue().finishTurn()
}

private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ClientLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

/// A literal as libwebsockets keeps it: for the life of the program.
func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}
