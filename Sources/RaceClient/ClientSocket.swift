import CLibwebsockets
import Glibc

/// What happens to a client's socket.
public enum ClientEvent: Equatable, Sendable {
    /// The WebSocket is open.
    case opened
    /// A whole message came.
    case message([UInt8])
    /// It was open and is not any more: the peer's close code and reason; 1006 without a close frame.
    case closed(code: UInt16, reason: String)
    /// It never opened, and why.
    case failed(String)
}

/// One WebSocket of a ``ClientLoop``.
///
/// `@unchecked Sendable`: its fields are touched on the loop's thread only; public members post to it.
public final class ClientSocket: @unchecked Sendable {
    private enum State { case idle, connecting, open, closing, ended }

    /// The largest message taken from a server, in bytes.
    static let largestMessage = 4 << 20

    let number: UInt
    private let loop: ClientLoop
    private let handler: @Sendable (ClientEvent) -> Void
    private var socket: OpaquePointer?
    private var state = State.idle
    private var outgoing: [[UInt8]] = []
    private var incoming: [UInt8] = []
    private var isDirty = false
    private var closeCode: UInt16 = 1006
    private var closeReason = ""

    init(number: UInt, loop: ClientLoop, handler: @escaping @Sendable (ClientEvent) -> Void) {
        self.number = number
        self.loop = loop
        self.handler = handler
    }

    /// Sends a text message; one that is sent before `opened` waits for it, one after the end is lost.
    public func send(_ message: [UInt8]) {
        onLoop { $0.enqueue(message) }
    }

    /// Sends what waits, then closes with code 1000.
    public func close() {
        onLoop { $0.beginClose() }
    }

    /// Drops the connection without a close frame, as a lost network does for the peer.
    public func cut() {
        onLoop { socket in
            guard let wsi = socket.socket else { return }
            shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
        }
    }

    private func onLoop(_ work: @escaping @Sendable (ClientSocket) -> Void) {
        if loop.isCurrent { work(self) } else { loop.post { work(self) } }
    }

    // MARK: On the loop

    func open(_ endpoint: Endpoint, protocolName: UnsafePointer<CChar>?) {
        guard state == .idle else { return }
        state = .connecting
        // Copies: libwebsockets wants C strings, all alive during the one call.
        let host = strdup(endpoint.host)
        let path = strdup(endpoint.path)
        let origin = endpoint.origin.map { strdup($0) } ?? nil
        defer { for copy in [host, path, origin] { free(copy) } }
        var info = lws_client_connect_info()
        info.context = loop.context
        info.address = UnsafePointer(host)
        info.port = Int32(endpoint.port)
        info.path = UnsafePointer(path)
        info.host = UnsafePointer(host)
        info.origin = UnsafePointer(origin)
        info.`protocol` = protocolName
        info.local_protocol_name = protocolName
        info.ietf_version_or_minus_one = -1
        info.userdata = UnsafeMutableRawPointer(bitPattern: number)
        info.ssl_connection = endpoint.security.flags
        socket = lws_client_connect_via_info(&info)
        // Most failures were reported by a callback meanwhile; this catches those that were not.
        if socket == nil { ended("cannot connect") }
    }

    private func enqueue(_ message: [UInt8]) {
        guard state != .ended && state != .closing else { return }
        outgoing.append(message)
        markDirty()
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        loop.markDirty(self)
    }

    /// Writes what waits, outside of libwebsockets' callbacks, until the kernel takes no more.
    func flush() {
        isDirty = false
        guard state == .open || state == .closing, let socket else { return }
        var written = 0
        while written < outgoing.count, lws_partial_buffered(socket) == 0 {
            guard write(outgoing[written], to: socket) else {
                lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
                break
            }
            written += 1
        }
        outgoing.removeFirst(written)
        if !outgoing.isEmpty || state == .closing { lws_callback_on_writable(socket) }
    }

    private func write(_ message: [UInt8], to socket: OpaquePointer) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: headroom + message.count) { buffer in
            guard let start = buffer.baseAddress?.advanced(by: headroom) else { return false }
            message.withUnsafeBufferPointer { bytes in
                if let first = bytes.baseAddress { start.initialize(from: first, count: bytes.count) }
            }
            return lws_write(socket, start, message.count, LWS_WRITE_TEXT) >= 0
        }
    }

    private func beginClose() {
        switch state {
        case .open:
            state = .closing
            markDirty()
        case .connecting:
            if let socket { lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC) }
        case .idle, .closing, .ended: break
        }
    }

    // MARK: Callbacks of libwebsockets

    fileprivate func opened(_ wsi: OpaquePointer?) {
        socket = wsi
        state = .open
        handler(.opened)
        if !outgoing.isEmpty { markDirty() }
    }

    /// Gathers a message; false when the connection must end.
    fileprivate func received(_ wsi: OpaquePointer?, _ bytes: UnsafeRawBufferPointer) -> Bool {
        if lws_is_first_fragment(wsi) != 0 { incoming.removeAll(keepingCapacity: true) }
        guard incoming.count + bytes.count <= Self.largestMessage else { return false }
        incoming.append(contentsOf: bytes)
        if lws_is_final_fragment(wsi) != 0 {
            let message = incoming
            incoming = []
            handler(.message(message))
        }
        return true
    }

    /// The socket may be written again; false when it is to be closed now.
    fileprivate func writable() -> Bool {
        if state == .closing && outgoing.isEmpty {
            closeCode = 1000
            lws_close_reason(socket, LWS_CLOSE_STATUS_NORMAL, nil, 0)
            return false
        }
        markDirty()
        return true
    }

    fileprivate func peerCloses(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 2 else { return }
        closeCode = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        closeReason = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    }

    fileprivate func ended(_ failure: String?) {
        guard state != .ended else { return }
        let wasOpen = state == .open || state == .closing
        state = .ended
        socket = nil
        outgoing = []
        loop.forget(self)
        handler(wasOpen ? .closed(code: closeCode, reason: closeReason) : .failed(failure ?? "connection lost"))
    }
}

/// LWS_PRE, a computed macro that Swift does not import: the room for a frame header before the payload.
private let headroom = 16

extension Endpoint.Security {
    fileprivate var flags: Int32 {
        switch self {
        case .none: 0
        case .verified: Int32(LCCSCF_USE_SSL.rawValue)
        case .unverified:
            Int32(
                LCCSCF_USE_SSL.rawValue | LCCSCF_ALLOW_SELFSIGNED.rawValue | LCCSCF_ALLOW_EXPIRED.rawValue
                    | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK.rawValue)
        }
    }
}

/// What libwebsockets calls, always on the thread of the socket's loop.
func clientCallback(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_CLIENT_ESTABLISHED, LWS_CALLBACK_CLIENT_RECEIVE, LWS_CALLBACK_CLIENT_WRITEABLE,
        LWS_CALLBACK_WS_PEER_INITIATED_CLOSE, LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        break
    default: return 0
    }
    guard let context = lws_context_user(lws_get_context(wsi)),
        let socket = Unmanaged<ClientLoop>.fromOpaque(context).takeUnretainedValue().socket(user)
    else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count)
    switch reason {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: socket.opened(wsi)
    case LWS_CALLBACK_CLIENT_RECEIVE: return socket.received(wsi, bytes) ? 0 : -1
    case LWS_CALLBACK_CLIENT_WRITEABLE: return socket.writable() ? 0 : -1
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: socket.peerCloses(bytes)
    default: socket.ended(bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self))
    }
    return 0
}
