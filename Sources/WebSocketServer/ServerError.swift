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

extension ServerError: CustomStringConvertible {
    /// A sentence for whoever starts the server.
    public var description: String {
        switch self {
        case .badHost(let host): "The host is localhost or an IP address, not \(host)."
        case .addressInUse(let host, let port):
            "Port \(port) of \(host) is in use; choose another, or 0 for a free one."
        case .cannotListen(let host, let port, let number):
            "Cannot listen on port \(port) of \(host) (errno \(number))."
        case .noEventLoop: "There are no file descriptors or no memory left for an event loop."
        case .noContext: "The network library could not start; with TLS, check that certificate and key can be read."
        case .unreadableFile(let file):
            "The page's files cannot be read: \(file). Start in the project's folder or name it."
        case .badProxy(let proxy): "A trusted proxy is an IP address or a block of them, not \(proxy)."
        case .badPublicURL(let url): "The public URL begins with http:// or https:// and names a host, unlike \(url)."
        case .alreadyStarted: "The server was started before."
        }
    }
}
