import Glibc
import Synchronization

/// Serves WebSockets, requests and static files on several event loops, each of which accepts for itself.
public final class WebSocketServer: Sendable {
    /// Where connections live; actors may live there too. They run from ``start()`` to ``end()``.
    public let loops: [EventLoop]

    private enum Phase {
        case ready
        case running(port: UInt16, transports: [Confined<Transport>])
        case stopping
    }

    private let shared: Shared
    private let handlers: Handlers
    private let phase = Mutex(Phase.ready)
    private let stopped = Latch()

    /// Reads the static files and makes the loops; nothing listens yet.
    public init(configuration: ServerConfiguration, handlers: Handlers) throws(ServerError) {
        shared = try Shared(configuration)
        self.handlers = handlers
        var loops: [EventLoop] = []
        for index in 0..<max(1, configuration.loops) { loops.append(try EventLoop(index: index)) }
        self.loops = loops
    }

    /// Listens and accepts.
    public func start() throws(ServerError) {
        let transports = try makeTransports()
        for loop in loops { try loop.start() }
        for transport in transports {
            transport.loop.post { transport.value.start() }
        }
    }

    /// The port that all loops listen on; 0 unless running.
    public var port: UInt16 {
        phase.withLock { phase in
            if case .running(let port, _) = phase { port } else { 0 }
        }
    }

    private func makeTransports() throws(ServerError) -> [Confined<Transport>] {
        try phase.withLock { (phase) throws(ServerError) in
            guard case .ready = phase else { throw .alreadyStarted }
            let listeners = try openListeners()
            var transports: [Confined<Transport>] = []
            do throws(ServerError) {
                // One after another: libwebsockets makes its first contexts badly at once.
                for (loop, listener) in zip(loops, listeners) {
                    let transport = try Transport(loop: loop, shared: shared, handlers: handlers, listener: listener)
                    transports.append(Confined(transport, to: loop))
                }
            } catch {
                for listener in listeners { close(listener) }
                throw error
            }
            phase = .running(port: ListenAddress.port(of: listeners[0]), transports: transports)
            return transports
        }
    }

    private func openListeners() throws(ServerError) -> [Int32] {
        let host = shared.configuration.host
        var port = shared.configuration.port
        func open(shared: Bool) throws(ServerError) -> Int32 {
            guard let address = ListenAddress(host: host, port: port) else { throw .badHost(host) }
            switch address.listen(shared: shared) {
            case .success(let listener): return listener
            case .failure(let error) where error.number == EADDRINUSE: throw .addressInUse(host: host, port: port)
            case .failure(let error): throw .cannotListen(host: host, port: port, errno: error.number)
            }
        }
        // Sockets that may share an address also share it with another server of the same user: first ask for it alone.
        if port != 0 { close(try open(shared: false)) }
        var listeners: [Int32] = []
        do throws(ServerError) {
            for _ in loops {
                listeners.append(try open(shared: true))
                port = ListenAddress.port(of: listeners[0])
            }
        } catch {
            for listener in listeners { close(listener) }
            throw error
        }
        return listeners
    }

    /// Takes no new connections, closes the open ones with this code and reason, and returns when they are gone or
    /// after that many milliseconds. The loops run on for the actors on them, until ``end()``. Harmless when repeated.
    public func stop(closing code: UInt16 = 1001, reason: String = "restarting", within milliseconds: UInt64 = 4_000)
        async
    {
        let transports = phase.withLock { phase -> [Confined<Transport>]? in
            let transports: [Confined<Transport>]? =
                switch phase {
                case .ready: []
                case .running(_, let transports): transports
                case .stopping: nil
                }
            phase = .stopping
            return transports
        }
        if let transports {
            await withTaskGroup(of: Void.self) { group in
                for transport in transports {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            transport.loop.post {
                                transport.value.stop(code: code, reason: reason, within: milliseconds) {
                                    continuation.resume()
                                }
                            }
                        }
                    }
                }
            }
            stopped.open()
        }
        await stopped.wait()
    }

    /// Stops, if that has not happened, and ends the loops' threads: what is posted to them afterwards never runs.
    public func end() async {
        await stop()
        for loop in loops { loop.end() }
    }
}

/// Something that is used on one loop only, held by others.
struct Confined<Value>: @unchecked Sendable {
    let loop: EventLoop
    private let content: Value

    init(_ value: Value, to loop: EventLoop) {
        content = value
        self.loop = loop
    }

    var value: Value {
        loop.checkIsolated()
        return content
    }
}

/// Opens once; all who wait go on.
final class Latch: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed([]))

    func open() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
