import CLibwebsockets

/// An open WebSocket. It lives on its loop and is used there only; others may keep it and post to its loop.
///
/// `@unchecked Sendable`: what is mutable is touched on the loop's thread only, which debug builds check.
public final class Connection: @unchecked Sendable {
    /// Unique within the server, never used again.
    public let id: UInt64
    /// Where it lives.
    public let loop: EventLoop
    /// The peer's IP address, without port; IPv4 in dotted form also when it came through an IPv6 socket.
    public let remoteAddress: String
    /// The peer's address, or the /64 that it is in: what limits for one household go by.
    public let household: String
    /// Whatever belongs to the connection, such as its session.
    public var attachment: AnyObject?
    /// Whether it holds a partial write. Nothing is queued for it until it drains: sends are dropped and ``missed``
    /// is set.
    public private(set) var isBehind = false
    /// Whether something was dropped since it fell behind. Reset after ``Handlers/drained``.
    public private(set) var missed = false
    /// Whether its closing handshake has begun, by either side. Sends are ignored.
    public private(set) var isClosing = false

    private unowned let socket: Socket
    private var pending: [UInt8] = []
    private var isDirty = false
    private var closing: (code: UInt16, reason: String)?
    private(set) var behindSince: UInt64 = 0
    /// Outboxes that it is a member of, and its place in each.
    var memberships: [(outbox: Outbox, place: Int)] = []

    init(id: UInt64, socket: Socket) {
        self.id = id
        self.socket = socket
        loop = socket.transport.loop
        remoteAddress = socket.remoteAddress
        household = socket.household
    }

    // MARK: Sending

    /// Sends one text message. It is gathered and written when the loop is about to wait, in the order of the calls
    /// here and on the outboxes of which this is a member.
    ///
    /// - Parameter payload: UTF-8.
    public func send(_ payload: [UInt8]) {
        assert(loop.isCurrent)
        guard !isClosing else { return }
        guard !isBehind else { return missed = true }
        for membership in memberships { membership.outbox.catchUp(self) }
        Frame.append(text: payload, to: &pending)
        guard !isDirty else { return }
        isDirty = true
        loop.markDirty(self)
    }

    /// Writes what was sent to this connection alone.
    func flushOwn() {
        isDirty = false
        guard !pending.isEmpty else { return }
        pending.withUnsafeBytes { write($0) }
        pending.removeAll(keepingCapacity: pending.capacity <= 16_384)
    }

    /// Writes frames at once, after what was sent to this connection alone.
    func write(afterOwn frames: UnsafeRawBufferPointer) {
        if !pending.isEmpty { flushOwn() }
        write(frames)
    }

    private func write(_ frames: UnsafeRawBufferPointer) {
        guard !isClosing, let wsi = socket.wsi else { return }
        // A pong can be partial too, so the flag alone does not do.
        if isBehind || lws_partial_buffered(wsi) != 0 {
            missed = true
            return fallBehind(wsi)
        }
        // The frames are ready-made: LWS_WRITE_HTTP sends them as they are, one buffer for any number of sockets.
        let bytes = UnsafeMutablePointer(mutating: frames.assumingMemoryBound(to: UInt8.self).baseAddress)
        if lws_write(wsi, bytes, frames.count, LWS_WRITE_HTTP) < 0 { return kill() }
        if lws_partial_buffered(wsi) != 0 { fallBehind(wsi) }
    }

    private func fallBehind(_ wsi: OpaquePointer) {
        guard !isBehind else { return }
        isBehind = true
        behindSince = EventLoop.now()
        lws_callback_on_writable(wsi)
    }

    // MARK: Closing

    /// Closes with a code (1000…1015 as RFC 6455 says, 3000…4999 for applications) and a reason of at most 123 bytes
    /// of UTF-8, after what was sent before. A peer that takes neither within 5 s is cut off.
    public func close(code: UInt16, reason: String) {
        assert(loop.isCurrent)
        guard !isClosing, let wsi = socket.wsi else { return }
        for membership in memberships { membership.outbox.catchUp(self) }
        flushOwn()
        leaveOutboxes()
        isClosing = true
        closing = (code, reason)
        lws_callback_on_writable(wsi)
        socket.killSoon()
    }

    /// A control frame holds 125 bytes, two of them the code; characters stay whole.
    private static func cut(_ reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            guard bytes.count + character.utf8.count <= 123 else { break }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }

    /// Cuts the connection off; ``Handlers/closed`` follows.
    func kill() {
        leaveOutboxes()
        isClosing = true
        socket.kill()
    }

    private func leaveOutboxes() {
        while let last = memberships.last { last.outbox.drop(self) }
        pending = []
    }

    // MARK: What libwebsockets reports

    /// It can be written to. Returns whether the connection is to be closed now.
    func becameWritable() -> Bool {
        guard let wsi = socket.wsi, lws_partial_buffered(wsi) == 0 else { return false }
        if let closing {
            var reason = Self.cut(closing.reason)
            lws_close_reason(wsi, lws_close_status(UInt32(closing.code)), &reason, reason.count)
            return true
        }
        if isBehind && !isClosing {
            // What its outboxes hold was sent while it was behind: it must not come without what it has missed.
            for membership in memberships { membership.outbox.catchUp(self) }
            isBehind = false
            socket.transport.handlers.drained(self)
            missed = false
        }
        return false
    }

    /// The peer has begun to close, or the socket is gone.
    func ended() {
        leaveOutboxes()
        isClosing = true
    }
}
