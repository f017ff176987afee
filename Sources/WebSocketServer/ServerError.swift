/// Why a server could not be made or started.
public enum ServerError: Error, Equatable, Sendable {
    /// The host is neither `localhost` nor an IP address.
    case badHost(String)
    /// The address is in use, by this or another program.
    case addressInUse(host: String, port: UInt16)
    /// The system refused to listen there; `errno`.
    case cannotListen(host: String, port: UInt16, errno: Int32)
    /// No descriptors or memory for an event loop.
    case noEventLoop
    /// libwebsockets could not be set up; with TLS mostly an unreadable certificate or key.
    case noContext
    /// A file under the web root could not be read.
    case unreadableFile(String)
    /// A trusted proxy is neither an IP address nor a block of them.
    case badProxy(String)
    /// The public URL is not `http://` or `https://` with a host.
    case badPublicURL(String)
    /// ``WebSocketServer/start()`` was called twice or after ``WebSocketServer/stop(closing:reason:within:)``.
    case alreadyStarted
}
