/// Where a server listens, and how to speak to it.
public struct Endpoint: Hashable, Sendable {
    /// How far the connection is secured.
    public enum Security: Sendable {
        /// Plain `ws`.
        case none
        /// `wss` with a certificate of a known authority.
        case verified
        /// `wss` with any certificate; for tests.
        case unverified
    }

    /// Name or address.
    public var host: String
    /// TCP port.
    public var port: UInt16
    /// Path and query.
    public var path: String
    /// Plain or TLS.
    public var security: Security
    /// The Origin header; programs send none.
    public var origin: String?

    /// Names an endpoint.
    public init(
        host: String = "127.0.0.1", port: UInt16, path: String = "/ws", security: Security = .none,
        origin: String? = nil
    ) {
        self.host = host
        self.port = port
        self.path = path
        self.security = security
        self.origin = origin
    }
}
