import CLibwebsockets
import CLibwebsocketsShim
import Glibc

/// One request and its answer on a socket, on the socket's loop.
final class Exchange {
    private enum State {
        /// The body comes in.
        case reading
        /// The handler has the request.
        case waiting
        /// The answer goes out; what is in `body` follows.
        case writing([UInt8], from: Int)
        /// All is out.
        case written
        /// The connection is to end.
        case failed
    }

    private unowned let socket: Socket
    private let method: String
    private let path: String
    private let query: [String: String]
    private let headers: [String: String]
    private var body: [UInt8] = []
    private var state = State.reading
    /// Whether the connection ends with this answer, because what follows the request is not to be trusted.
    private var isLast = false
    private var roomWatch: OpaquePointer?
    private var lastProgress: UInt64 = 0

    /// Bodies up to here leave in one packet with their head.
    private static let joined = 65_536
    /// Nanoseconds that a handler, or a reader between two writes, may take.
    private static let patience: UInt64 = 30_000_000_000

    init(socket: Socket, method: String, path: String, headers: RequestHeaders) {
        self.socket = socket
        self.method = method
        self.path = path
        query = headers.query
        self.headers = headers.shown
    }

    // MARK: Request

    func append(_ part: UnsafeRawBufferPointer) {
        // A body that is not wanted is read and forgotten.
        guard case .reading = state else { return }
        body.append(contentsOf: part)
        if body.count > socket.transport.shared.configuration.maximumBody {
            answer(.text(413, "The body is too large."), closing: true)
        }
    }

    /// The whole request is here: the handler gets it.
    func dispatch() {
        guard case .reading = state, let wsi = socket.wsi else { return }
        state = .waiting
        rest(wsi)
        let request = HTTPRequest(
            method: method, path: path, query: query, headers: headers, body: body,
            remoteAddress: socket.remoteAddress)
        body = []
        let loop = socket.transport.loop
        let weak = Weak(self)
        socket.transport.handlers.request(request) { response in
            loop.post { weak.value?.handlerAnswered(response) }
        }
    }

    private func handlerAnswered(_ response: HTTPResponse) {
        guard case .waiting = state else { return }
        answer(response, closing: false)
    }

    // MARK: Answer

    /// Begins to write the answer.
    ///
    /// libwebsockets is not asked to write it: while it holds a partial write it does not read, and spins on input that
    /// a client sends meanwhile. So its reading rests, and the bytes go straight to the socket as it takes them.
    func answer(_ response: HTTPResponse, closing: Bool) {
        guard let wsi = socket.wsi else { return }
        switch state {
        case .reading, .waiting: break
        case .writing, .written, .failed: return
        }
        rest(wsi)
        isLast = closing || socket.transport.isStopping
        let isBare = method == "HEAD" || response.status == 304
        var head = response.head(closing: isLast)
        if !isBare && response.body.count <= Self.joined {
            head += response.body
        } else if !isBare {
            body = response.body
        }
        state = .writing(head, from: 0)
        write()
    }

    private func rest(_ wsi: OpaquePointer) {
        lws_rx_flow_control(wsi, 0)
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        lastProgress = EventLoop.now()
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
            } else if body.isEmpty {
                state = .written
            } else {
                state = .writing(body, from: 0)
                body = []
            }
        }
        release(wsi)
    }

    /// libwebsockets goes on with the connection, from within its own callback.
    private func release(_ wsi: OpaquePointer) {
        cancel()
        lws_rx_flow_control(wsi, 1)
        lws_callback_on_writable(wsi)
    }

    /// The peer is gone or does not read. Shut down, the socket is reported as writable, and then closed; a timer of
    /// libwebsockets would not do, since none runs while unread input is reported again and again.
    private func abort() {
        guard let wsi = socket.wsi else { return }
        state = .failed
        shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
        release(wsi)
    }

    private func waitForRoom(_ wsi: OpaquePointer) {
        guard roomWatch == nil else { return }
        roomWatch = shim_watch_start(
            socket.transport.loop.base, lws_get_socket_fd(wsi), true, roomCame,
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// libwebsockets may go on. Returns what it is to be told: negative closes the connection.
    func finish(_ wsi: OpaquePointer) -> Int32 {
        switch state {
        case .reading, .waiting, .writing: return 0
        case .failed: return -1
        case .written:
            let isLast = isLast
            socket.exchange = nil
            return isLast || lws_http_transaction_completed(wsi) != 0 ? -1 : 0
        }
    }

    /// Cuts off a handler that does not answer and a reader that does not read.
    func check(now: UInt64) {
        switch state {
        case .reading, .written, .failed: break
        case .waiting, .writing:
            if now > lastProgress, now - lastProgress > Self.patience { abort() }
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
