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
        /// What is left of the answer goes out.
        case writing([UInt8], from: Int)
    }

    private unowned let socket: Socket
    private let method: String
    private let path: String
    private let query: [String: String]
    private let headers: [String: String]
    private var body: [UInt8] = []
    private var state = State.reading
    private var nextBody: [UInt8] = []
    /// Whether the connection ends with this answer, because what follows the request is not to be trusted.
    private var isLast = false
    private var inputWatch: OpaquePointer?

    /// Bytes written at once; what a slow reader can make us hold.
    private static let piece = 65_536
    /// Seconds that a handler, or a reader between two pieces, may take.
    private static let patience: Int32 = 60

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
        // libwebsockets would spin on input that it does not read while a request is being served.
        lws_rx_flow_control(wsi, 0)
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, Self.patience)
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
        guard case .waiting = state, let wsi = socket.wsi else { return }
        lws_rx_flow_control(wsi, 1)
        answer(response, closing: false)
    }

    // MARK: Answer

    /// Begins to write the answer.
    func answer(_ response: HTTPResponse, closing: Bool) {
        guard let wsi = socket.wsi else { return }
        if case .writing = state { return }
        isLast = closing
        nextBody = method == "HEAD" || response.status == 304 ? [] : response.body
        state = .writing(response.head(closing: closing), from: 0)
        lws_callback_on_writable(wsi)
    }

    /// The socket takes data. Returns what libwebsockets is to be told: negative closes the connection.
    func becameWritable(_ wsi: OpaquePointer) -> Int32 {
        guard case .writing(var bytes, var start) = state else { return 0 }
        guard lws_partial_buffered(wsi) == 0 else { return 0 }
        if start == 0 && bytes.count + nextBody.count <= Self.piece {
            bytes += nextBody
            nextBody = []
        }
        if start == bytes.count && !nextBody.isEmpty {
            swap(&bytes, &nextBody)
            nextBody = []
            start = 0
        }
        guard start < bytes.count else { return complete(wsi) }
        let end = min(bytes.count, start + Self.piece)
        state = .writing(bytes, from: end)
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, Self.patience)
        let written = bytes.withUnsafeBytes { buffer in
            let piece = UnsafeMutablePointer(
                mutating: buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: UInt8.self))
            return lws_write(wsi, piece, end - start, LWS_WRITE_HTTP)
        }
        guard written >= 0 else { return -1 }
        if lws_partial_buffered(wsi) != 0 {
            watchInput(wsi)
            return 0
        }
        if end == bytes.count && nextBody.isEmpty { return complete(wsi) }
        lws_callback_on_writable(wsi)
        return 0
    }

    private func complete(_ wsi: OpaquePointer) -> Int32 {
        let isLast = isLast
        cancel()
        socket.exchange = nil
        return isLast || lws_http_transaction_completed(wsi) != 0 ? -1 : 0
    }

    /// The socket is gone, or the exchange is over.
    func cancel() {
        if let inputWatch { shim_watch_stop(inputWatch) }
        inputWatch = nil
    }

    // MARK: Input during the answer

    /// While an answer waits for a slow reader, libwebsockets does not read, and libev would report unread input again
    /// and again. A client that sends more before it has read the answer gets no answer to that: the connection ends.
    private func watchInput(_ wsi: OpaquePointer) {
        guard inputWatch == nil else { return }
        inputWatch = shim_watch_start(
            socket.transport.loop.base, lws_get_socket_fd(wsi), inputCame, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func discardInput() {
        guard let wsi = socket.wsi else { return }
        let count = withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { scratch in
            recv(lws_get_socket_fd(wsi), scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 {
            isLast = true
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            cancel()
            socket.kill()
        }
    }
}

private func inputCame(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().discardInput()
}

/// A weak reference inside a closure that may be made and destroyed on any thread, but looks inside on its loop only.
struct Weak<Object: AnyObject>: @unchecked Sendable {
    private weak var object: Object?
    var value: Object? { object }

    init(_ object: Object) {
        self.object = object
    }
}
