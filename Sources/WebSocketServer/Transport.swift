import CLibwebsockets
import CLibwebsocketsShim
import Glibc

/// What all loops of a server share.
final class Shared: Sendable {
    let configuration: ServerConfiguration
    let rules: HostRules
    let site: StaticSite
    let proxies: TrustedProxies
    /// Plain connections and WebSockets for each address.
    let connections: AddressLedger
    let sockets: AddressLedger

    init(_ configuration: ServerConfiguration) throws(ServerError) {
        self.configuration = configuration
        rules = try HostRules(configuration)
        site = try StaticSite(configuration)
        proxies = try TrustedProxies(configuration.trustedProxies)
        connections = AddressLedger(limit: configuration.socketsPerAddress * 5)
        sockets = AddressLedger(limit: configuration.socketsPerAddress)
    }

    func isDynamic(_ path: String) -> Bool {
        configuration.dynamicPaths.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
    }
}

/// One libwebsockets context on one event loop, with its own listener and sockets. On the loop's thread once it runs.
final class Transport {
    let loop: EventLoop
    let shared: Shared
    let handlers: Handlers
    private(set) var sockets: [UInt64: Socket] = [:]
    private(set) var isStopping = false
    private var context: OpaquePointer?
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let listener: Int32
    private var listenerWatch: OpaquePointer?
    private var lastID: UInt64
    private var whenEmpty: (() -> Void)?
    private var keptAlive: Transport?

    /// What is read and buffered at once. libwebsockets spins over TLS when its buffers are small.
    private static let bufferSize = 65_536

    init(loop: EventLoop, shared: Shared, handlers: Handlers, listener: Int32) throws(ServerError) {
        self.loop = loop
        self.shared = shared
        self.handlers = handlers
        self.listener = listener
        lastID = UInt64(loop.index) << 48
        protocols = Self.makeProtocols(shared.configuration.subprotocol)
        context = Self.makeContext(loop, shared.configuration, protocols)
        guard context != nil else { throw .noContext }
    }

    /// Begins to accept. It lives until it is stopped, whoever forgets it: C has pointers to it.
    func start() {
        keptAlive = self
        listen()
        sweep()
    }

    deinit {
        free(UnsafeMutableRawPointer(mutating: protocols.pointee.name))
        protocols.deallocate()
    }

    private static func makeProtocols(_ name: String?) -> UnsafeMutablePointer<lws_protocols> {
        let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        protocols.initialize(repeating: lws_protocols(), count: 2)
        // The one protocol serves HTTP and WebSockets; an empty entry ends the list.
        protocols[0].name = UnsafePointer(strdup(name ?? ""))
        protocols[0].callback = serveEvent
        protocols[0].rx_buffer_size = bufferSize
        // One send() for the largest batch of an outbox.
        protocols[0].tx_packet_size = 1 << 20
        return protocols
    }

    private static func makeContext(
        _ loop: EventLoop, _ configuration: ServerConfiguration, _ protocols: UnsafeMutablePointer<lws_protocols>
    ) -> OpaquePointer? {
        lws_set_log_level(0, nil)
        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.protocols = UnsafePointer(protocols)
        info.pt_serv_buf_size = UInt32(bufferSize)
        info.max_http_header_data = 16_384
        info.max_http_header_pool = 1024
        info.count_threads = 1
        info.keepalive_timeout = 30
        info.timeout_secs = 15
        info.options = UInt64(LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_VALIDATE_UTF8)
        var foreignLoop: UnsafeMutableRawPointer? = shim_loop_foreign(loop.base)
        return withUnsafeMutablePointer(to: &foreignLoop) { foreign in
            info.foreign_loops = foreign
            guard let tls = configuration.tls else { return lws_create_context(&info) }
            info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            return tls.certificate.withCString { certificate in
                tls.key.withCString { key in
                    "http/1.1".withCString { alpn in
                        info.ssl_cert_filepath = certificate
                        info.ssl_private_key_filepath = key
                        info.alpn = alpn
                        return lws_create_context(&info)
                    }
                }
            }
        }
    }

    /// Makes libwebsockets look at its timers.
    func nudge() {
        if let context { lws_cancel_service(context) }
    }

    // MARK: Accepting

    private func listen() {
        guard !isStopping else { return }
        listenerWatch = shim_watch_start(
            loop.base, listener, false, connectionCame, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func acceptAll() {
        // Bounded, so that a storm of connections leaves time for those that are there.
        for _ in 0..<64 {
            guard let (descriptor, peer) = ListenAddress.accept(from: listener) else {
                if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS { pauseListening() }
                return
            }
            adopt(descriptor, peer)
        }
    }

    /// Out of descriptors: the listener would report the same connection for ever.
    private func pauseListening() {
        if let listenerWatch { shim_watch_stop(listenerWatch) }
        listenerWatch = nil
        handlers.notice("out of file descriptors: new connections wait")
        loop.after(milliseconds: 200) { [weak self] in self?.listen() }
    }

    private func adopt(_ descriptor: Int32, _ peer: ListenAddress) {
        lastID += 1
        let socket = Socket(id: lastID, transport: self, peer: peer)
        // A proxy holds connections for many.
        guard let context, socket.isProxied || shared.connections.take(socket.peerKey) else {
            close(descriptor)
            return
        }
        prepare(descriptor)
        sockets[socket.id] = socket
        var fd = lws_sock_file_fd_type()
        fd.sockfd = descriptor
        var adoption = lws_adopt_desc_t()
        adoption.vh = lws_get_vhost_by_name(context, "default")
        adoption.type = lws_adoption_type(
            LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_ALLOW_SSL.rawValue)
        adoption.fd = fd
        adoption.opaque = Unmanaged.passUnretained(socket).toOpaque()
        // On failure it has closed the descriptor, and perhaps told us.
        if lws_adopt_descriptor_vhost_via_info(&adoption) == nil && sockets[socket.id] != nil {
            socket.destroyed()
        }
    }

    private func prepare(_ descriptor: Int32) {
        var on: Int32 = 1
        // Bounds what the kernel holds for a slow reader, and with it how old is what that reader sees.
        var sendBuffer: Int32 = 131_072
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &sendBuffer, size)
    }

    func forget(_ socket: Socket) {
        sockets[socket.id] = nil
        if sockets.isEmpty { whenEmpty?() }
    }

    private func sweep() {
        let limit = min(shared.configuration.silenceLimit, shared.configuration.behindLimit)
        loop.after(milliseconds: min(5_000, max(1, limit) * 250)) { [weak self] in
            guard let self, context != nil else { return }
            let now = EventLoop.now()
            for socket in sockets.values { socket.check(now: now) }
            sweep()
        }
    }

    // MARK: Stopping

    /// Takes no new connections and closes those that are there; `done` is called once all are gone or the time is up.
    func stop(code: UInt16, reason: String, within milliseconds: UInt64, _ done: @escaping () -> Void) {
        isStopping = true
        if let listenerWatch { shim_watch_stop(listenerWatch) }
        listenerWatch = nil
        close(listener)
        var deadline: TimerToken?
        let finish = { [self] in
            deadline?.cancel()
            deadline = nil
            guard let context = self.context else { return }
            self.context = nil
            whenEmpty = nil
            keptAlive = nil
            lws_context_destroy(context)
            done()
        }
        // Not from within a callback of libwebsockets.
        whenEmpty = { [loop] in loop.beforeWait(finish) }
        for socket in sockets.values {
            if let connection = socket.connection {
                connection.close(code: code, reason: reason)
            } else if socket.exchange == nil {
                socket.kill()
            }
        }
        deadline = loop.after(milliseconds: milliseconds, finish)
        if sockets.isEmpty { whenEmpty?() }
    }
}

private func connectionCame(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Transport>.fromOpaque(context).takeUnretainedValue().acceptAll()
}

/// Everything that libwebsockets reports. A function, not a closure in an isolated place, where Swift would trap when
/// C calls it on another thread.
private func serveEvent(
    wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?, input: UnsafeMutableRawPointer?,
    length: Int
) -> Int32 {
    // Only sockets that we gave to libwebsockets have ours with them.
    guard let wsi, let opaque = lws_get_opaque_user_data(wsi) else { return 0 }
    let socket = Unmanaged<Socket>.fromOpaque(opaque).takeUnretainedValue()
    switch reason {
    case LWS_CALLBACK_RECEIVE:
        socket.received(UnsafeRawBufferPointer(start: input, count: length), wsi)
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket.connection?.becameWritable() == true ? -1 : 0
    case LWS_CALLBACK_RECEIVE_PONG:
        socket.receivedPong()
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        socket.wsi = wsi
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return socket.checkHandshake(wsi)
    case LWS_CALLBACK_ESTABLISHED:
        socket.opened()
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE, LWS_CALLBACK_CLOSED:
        socket.closed()
    case LWS_CALLBACK_HTTP:
        socket.requestCame(wsi)
    case LWS_CALLBACK_HTTP_BODY:
        socket.exchange?.append(UnsafeRawBufferPointer(start: input, count: length))
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        socket.exchange?.end()
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return socket.exchange?.isClosing == true ? -1 : 0
    case LWS_CALLBACK_CLOSED_HTTP:
        socket.exchange?.cancel()
    case LWS_CALLBACK_WSI_DESTROY:
        socket.destroyed()
    default:
        break
    }
    return 0
}
