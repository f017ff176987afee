import Glibc

/// What a server listens on, serves and allows.
public struct ServerConfiguration: Sendable {
    /// `localhost` or an IP address; `0.0.0.0` or `::` for all interfaces (`::` takes IPv4 too).
    public var host = "127.0.0.1"
    /// 0 for any free port, which all loops then share.
    public var port: UInt16 = 0
    /// Event loops, each with its thread; as many as processors unless set.
    public var loops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// Where people reach the server if not at its own address, such as `https://race.example.org`. Drives the checks
    /// of Host and Origin.
    public var publicURL: String?
    /// Further names under which the server may be asked for, without port. `localhost` and IP addresses always work.
    public var allowedHosts: [String] = []
    /// Proxies whose `X-Forwarded-For` is believed, such as `127.0.0.1` or `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// PEM files for TLS; plain text without.
    public var tls: TLSFiles?

    /// Path of the WebSocket.
    public var socketPath = "/ws"
    /// The subprotocol that a WebSocket must ask for; any or none when nil.
    public var subprotocol: String? = "tilerace.v1"
    /// Bytes in a message from a client; more closes with 1009.
    public var maximumMessage = 4096
    /// Whether binary messages are taken; otherwise they close with 1003.
    public var acceptsBinary = false

    /// Bytes in the body of a request; more is answered 413.
    public var maximumBody = 16_384
    /// Paths that ``Handlers/request`` answers; one that ends in `/` stands for all under it.
    public var dynamicPaths = ["/api/", "/healthz", "/readyz"]
    /// Folder of the static files; none are served when nil. Read once, at start.
    public var webRoot: String?
    /// Which page stands where, besides `/NAME` for every `NAME.html`.
    public var pages = [Page(at: "/", file: "index.html"), Page(at: "/r/*", file: "room.html")]

    /// Open WebSockets for each address (IPv6: each /64). Plain connections: five times as many, because a browser
    /// opens six of them to load a page.
    public var socketsPerAddress = 200
    /// Seconds after which a WebSocket that has sent no byte is closed.
    public var silenceLimit: UInt64 = 75
    /// Seconds after which a WebSocket that does not take what it was sent is cut off.
    public var behindLimit: UInt64 = 15

    /// Defaults for a server on this machine alone.
    public init() {}

    /// A page that stands at more than its own name.
    public struct Page: Sendable, Equatable {
        /// A path; `*` stands for one segment that is not empty.
        public let path: String
        /// A file at the top of the web root.
        public let file: String

        /// `file` is served at `path`.
        public init(at path: String, file: String) {
            self.path = path
            self.file = file
        }
    }

    /// PEM files: the certificate with its chain, and its private key.
    public struct TLSFiles: Sendable, Equatable {
        /// Path of the certificate chain.
        public let certificate: String
        /// Path of the private key.
        public let key: String

        /// Both must be readable at start.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }
}
