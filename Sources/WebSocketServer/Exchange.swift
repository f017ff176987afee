import CLibwebsockets
import CLibwebsocketsShim
import Glibc

/// One request and its answer on a socket, on the socket's loop.
///
/// libwebsockets 4.1.6 goes wrong on what a client sends before it has its answer: it spins while it holds a partial
/// write, takes the head of a pipelined request for its body, and then does not return. So its reading rests from the
/// end of a request to the end of the answer, the answer goes straight to the socket as that takes it, and a connection
/// on which more came with the request ends with the answer.
final class Exchange {
    /// What is to be done once the request is here.
    enum Plan {
        case answer(HTTPResponse)
        case ask
    }

    private enum State {
        /// The body comes in.
        case reading
        /// The request is here; it is served at the end of the turn.
        case queued
        /// The handler has the request.
        case waiting
        /// The answer goes out; what is in `body` follows.
        case writing([UInt8], from: Int)
        /// The connection is to end.
        case closing
    }

    private unowned let socket: Socket
    private let method: String
    private let path: String
    private let query: [String: String]
    private let headers: [String: String]
    private let plan: Plan
    private var body: [UInt8] = []
    private var state = State.reading
    /// Whether the connection ends with this answer, because what follows the request is not to be trusted.
    private var isLast: Bool
    private var roomWatch: OpaquePointer?
    private var lastProgress: UInt64 = 0
    private var patience: UInt64 = 30_000_000_000

    /// Bodies up to here leave in one packet with their head.
    private static let joined = 65_536

    init(
        socket: Socket, method: String, path: String, headers: RequestHeaders, plan: Plan, isLast: Bool
    ) {
        self.socket = socket
        self.method = method
        self.path = path
        query = headers.query
        self.headers = headers.shown
        self.plan = plan
        self.isLast = isLast
    }

    // MARK: Request

    func append(_ part: UnsafeRawBufferPointer) {
        // A body that nobody wants is read and forgotten: many clients do not listen before they have sent it all.
        guard case .reading = state, case .ask = plan else { return }
        body.append(contentsOf: part)
    }

    /// The whole request is here. libwebsockets may say so more than once.
    func end() {
        guard case .reading = state else { return }
        state = .queued
        socket.transport.loop.beforeWait { [weak self] in self?.begin() }
    }

    private func begin() {
        guard case .queued = state, let wsi = socket.wsi else { return }
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        lastProgress = EventLoop.now()
        // With more input kept, this makes libwebsockets watch for room to write: the only sign that it gives of it.
        lws_rx_flow_control(wsi, 0)
        if shim_has_write_watch(socket.transport.loop.base, lws_get_socket_fd(wsi)) {
            isLast = true
            // The watch keeps the loop busy.
            patience = 5_000_000_000
        }
        switch plan {
        case .answer(let response): answer(response)
        case .ask: ask()
        }
    }

    private func ask() {
        state = .waiting
        let request = HTTPRequest(
            method: method, path: path, query: query, headers: headers, body: body,
            remoteAddress: socket.remoteAddress, household: socket.household)
        body = []
        let loop = socket.transport.loop
        let weak = Weak(self)
        socket.transport.handlers.request(request) { response in
            loop.post { weak.value?.handlerAnswered(response) }
        }
    }

    private func handlerAnswered(_ response: HTTPResponse) {
        guard case .waiting = state else { return }
        answer(response)
    }

    // MARK: Answer

    private func answer(_ response: HTTPResponse) {
        isLast = isLast || socket.transport.isStopping
        let isBare = method == "HEAD" || response.status == 304
        var head = response.head(closing: isLast)
        body = []
        if !isBare && response.body.count <= Self.joined {
            head += response.body
        } else if !isBare {
            body = response.body
        }
        state = .writing(head, from: 0)
        write()
    }

    fileprivate func write() {
        guard let wsi = socket.wsi else { return }
        while case .writing(let bytes, let start) = state {
            let sent = Plug(wsi).write(bytes, from: start)
            guard sent >= 0 else { return abort() }
            guard sent > 0 else { return waitForRoom(wsi) }
            lastProgress = EventLoop.now()
            if start + sent < bytes.count {
                state = .writing(bytes, from: start + sent)
            } else if !body.isEmpty {
                state = .writing(body, from: 0)
                body = []
            } else {
                return complete(wsi)
            }
        }
    }

    private func waitForRoom(_ wsi: OpaquePointer) {
        guard roomWatch == nil else { return }
        roomWatch = shim_watch_start(
            socket.transport.loop.base, lws_get_socket_fd(wsi), true, roomCame,
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func complete(_ wsi: OpaquePointer) {
        cancel()
        guard !isLast, lws_http_transaction_completed(wsi) == 0 else { return close(wsi) }
        socket.exchange = nil
        lws_rx_flow_control(wsi, 1)
    }

    /// libwebsockets closes from within its own callback; see ``isClosing``.
    private func close(_ wsi: OpaquePointer) {
        state = .closing
        lws_rx_flow_control(wsi, 1)
        lws_callback_on_writable(wsi)
    }

    /// Whether libwebsockets, which calls since the socket can be written to, is to close.
    var isClosing: Bool {
        if case .closing = state { true } else { false }
    }

    /// The peer is gone or does not read. Shut down, the socket is reported as writable, and then closed; a timer of
    /// libwebsockets would not do, since none runs while unread input is reported again and again.
    private func abort() {
        guard let wsi = socket.wsi else { return }
        cancel()
        shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
        close(wsi)
    }

    /// Cuts off a handler that does not answer and a reader that does not read.
    func check(now: UInt64) {
        switch state {
        case .reading, .queued: break
        case .waiting, .writing, .closing:
            if now > lastProgress, now - lastProgress > patience { abort() }
        }
    }

    /// The socket is gone, or the answer is written.
    func cancel() {
        if let roomWatch { shim_watch_stop(roomWatch) }
        roomWatch = nil
    }
}

private func roomCame(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().write()
}

/// A weak reference inside a closure that may be made and destroyed on any thread, but looks inside on its loop only.
struct Weak<Object: AnyObject>: @unchecked Sendable {
    private weak var object: Object?
    var value: Object? { object }

    init(_ object: Object) {
        self.object = object
    }
}
