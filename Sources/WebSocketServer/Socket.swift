import CLibwebsockets
import Glibc

/// One accepted TCP connection, from accept to the destruction of its wsi: first HTTP, then perhaps a WebSocket.
final class Socket {
    let id: UInt64
    unowned let transport: Transport
    /// The peer, or whom a trusted proxy speaks for.
    private(set) var remoteAddress: String
    private(set) var household: String
    let peerKey: AddressLedger.Key
    /// Whether the peer is a trusted proxy.
    let isProxied: Bool
    /// Nil before adoption and after destruction.
    var wsi: OpaquePointer?

    private(set) var connection: Connection?
    private var hasClosed = false
    private var lastHeard = EventLoop.now()
    private var message: [UInt8] = []
    private var place: AddressLedger.Key?
    /// The request that is being read or answered.
    var exchange: Exchange?

    init(id: UInt64, transport: Transport, peer: ListenAddress) {
        self.id = id
        self.transport = transport
        remoteAddress = peer.text
        household = peer.household
        peerKey = AddressLedger.Key(peer.bytes)
        isProxied = transport.shared.proxies.trusts(peer.bytes)
    }

    /// Learns from a request whom a trusted proxy speaks for: the address of the client's household.
    @discardableResult
    func identify(_ headers: RequestHeaders) -> AddressLedger.Key {
        guard isProxied, let forwarded = headers[WSI_TOKEN_X_FORWARDED_FOR],
            let client = transport.shared.proxies.client(forwarded)
        else { return peerKey }
        remoteAddress = client.text
        household = client.household
        return AddressLedger.Key(client.bytes)
    }

    // MARK: WebSocket

    /// Checks the handshake, and answers it if it is refused: negative then, which closes.
    func checkHandshake(_ wsi: OpaquePointer) -> Int32 {
        let headers = RequestHeaders(wsi: wsi)
        // After an upgrade that it does not know libwebsockets has answered and let go of the headers already.
        guard headers[WSI_TOKEN_UPGRADE] != nil else { return -1 }
        let shared = transport.shared
        var refusal = headers.handshake.refusal(shared.configuration, shared.rules)
        if refusal == nil && transport.isStopping { refusal = Refusal(503, "The server is stopping.") }
        let household = identify(headers)
        if refusal == nil && !shared.sockets.take(household) {
            refusal = Refusal(429, "Too many connections from this address.")
        }
        guard let refusal else {
            place = household
            return 0
        }
        if let notice = refusal.notice { transport.handlers.notice(notice) }
        var bytes = refusal.response.head(closing: true) + refusal.response.body
        lws_write(wsi, &bytes, bytes.count, LWS_WRITE_HTTP)
        return -1
    }

    func opened() {
        lastHeard = EventLoop.now()
        let connection = Connection(id: id, socket: self)
        self.connection = connection
        transport.handlers.opened(connection)
    }

    /// Part of a message; whole messages go up. The size counts before anything is kept.
    ///
    /// Frames without a mask are taken, against RFC 6455 §5.1: libwebsockets 4.1.6 has no way to tell.
    func received(_ part: UnsafeRawBufferPointer, _ wsi: OpaquePointer) {
        lastHeard = EventLoop.now()
        guard let connection, !connection.isClosing else { return }
        let configuration = transport.shared.configuration
        if lws_frame_is_binary(wsi) != 0 && !configuration.acceptsBinary {
            return connection.close(code: 1003, reason: "text only")
        }
        if lws_is_first_fragment(wsi) != 0 { message.removeAll(keepingCapacity: true) }
        let ahead = Int(clamping: lws_remaining_packet_payload(wsi))
        guard message.count + part.count + min(ahead, .max / 2) <= configuration.maximumMessage else {
            message = []
            return connection.close(code: 1009, reason: "message too large")
        }
        let isLast = lws_is_final_fragment(wsi) != 0
        if isLast && message.isEmpty {
            return transport.handlers.received(connection, part)
        }
        message.append(contentsOf: part)
        guard isLast else { return }
        let whole = message
        message = []
        whole.withUnsafeBytes { transport.handlers.received(connection, $0) }
    }

    func receivedPong() {
        lastHeard = EventLoop.now()
    }

    /// The WebSocket is over, or its peer has begun to close it.
    func closed() {
        guard let connection, !hasClosed else { return }
        hasClosed = true
        connection.ended()
        transport.handlers.closed(connection)
    }

    /// Cuts off those that are silent or do not take what they are sent.
    func check(now: UInt64) {
        exchange?.check(now: now)
        guard let connection, !hasClosed else { return }
        let configuration = transport.shared.configuration
        if connection.isBehind && now - connection.behindSince > configuration.behindLimit * 1_000_000_000 {
            return kill()
        }
        let limit = configuration.silenceLimit * 1_000_000_000
        guard now > lastHeard, now - lastHeard > limit else { return }
        // Pings of the peer and unfinished frames are life too, but only the kernel has seen them.
        if let quiet = sinceLastByte(), quiet < limit {
            lastHeard = now - quiet
        } else {
            connection.close(code: 1001, reason: "silent")
        }
    }

    private func sinceLastByte() -> UInt64? {
        guard let wsi else { return nil }
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(lws_get_socket_fd(wsi), Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return UInt64(info.tcpi_last_data_recv) * 1_000_000
    }

    // MARK: End

    /// Closes without a handshake, outside of the present callback.
    func kill() {
        guard let wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
        // Its timers are looked at only when libwebsockets has something to serve.
        transport.nudge()
    }

    /// Cuts off a peer that has not taken part in closing after 5 s.
    func killSoon() {
        transport.loop.after(milliseconds: 5_000) { [weak self] in self?.kill() }
    }

    /// The wsi is gone.
    func destroyed() {
        closed()
        exchange?.cancel()
        exchange = nil
        wsi = nil
        if let place { transport.shared.sockets.give(place) }
        if !isProxied { transport.shared.connections.give(peerKey) }
        transport.forget(self)
    }
}
