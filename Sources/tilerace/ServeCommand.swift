import Foundation
import RaceRooms
import RaceStore
import WebSocketServer

/// `tilerace serve`
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "run the race server"
    static let flags = [
        Flag("port", "N", "port to listen on; 0 takes a free one (8080)"),
        Flag("host", "ADDRESS", "address to listen on (127.0.0.1)"),
        Flag("lan", nil, "listen on every address of this machine"),
        Flag("data", "FOLDER", "where moves, results and identities are kept (./data)"),
        Flag("web", "FOLDER", "the page's files (./web)"),
        Flag("durability", "process|power", "what acknowledged moves survive: a crash, or also a power cut (process)"),
        Flag("public-url", "URL", "the address that people use, when a proxy or a name stands before this server"),
        Flag("loops", "N", "event loops; one for each core unless said"),
        Flag("sockets-per-address", "N", "WebSockets that one address may hold open (200)"),
        Flag("rooms-per-address", "N", "live rooms that one address may have made (20)"),
        Flag("messages-per-second", "N", "messages that one connection may send in each second, for long (30)"),
        Flag("tls-cert", "FILE", "certificate chain (PEM) for https"),
        Flag("tls-key", "FILE", "its private key (PEM)"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let settings = try ServeSettings(arguments)
        // Later ones are ignored: stopping is bounded in time.
        let stop = SignalPipe([SIGTERM, SIGINT])
        let wiring = try await Wiring.start(settings)
        for address in wiring.addresses { Output.line("Open \(address)") }
        await stop.first()
        Output.warn("stopping")
        await wiring.stop()
    }
}

/// What `serve` was asked for, checked.
struct ServeSettings: Sendable {
    let host: String
    let port: Int
    let data: String
    let web: String
    let durability: Durability
    let publicURL: String?
    let loops: Int
    let socketsPerAddress: Int
    let limits: Limits
    let certificate: String?
    let key: String?

    init(_ arguments: Arguments) throws {
        port = try arguments.number("port", in: 0...65535, or: 8080)
        host = arguments.string("host") ?? (arguments.has("lan") ? "0.0.0.0" : "127.0.0.1")
        data = arguments.string("data") ?? "data"
        web = arguments.string("web") ?? "web"
        loops = try arguments.number(
            "loops", in: 1...64, or: min(64, max(1, ProcessInfo.processInfo.activeProcessorCount)))
        socketsPerAddress = try arguments.number("sockets-per-address", in: 1...1_000_000, or: 200)
        limits = try Limits(arguments)
        publicURL = arguments.string("public-url")
        certificate = arguments.string("tls-cert")
        key = arguments.string("tls-key")
        switch arguments.string("durability") ?? "process" {
        case "process": durability = .process
        case "power": durability = .power
        case let other: throw UsageError("--durability is process or power, not \(other).")
        }
        guard (certificate == nil) == (key == nil) else {
            throw UsageError("--tls-cert and --tls-key go together.")
        }
    }

    /// As the network layer takes it.
    var configuration: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.host = host
        configuration.port = UInt16(port)
        configuration.loops = loops
        configuration.publicURL = publicURL
        configuration.webRoot = web
        configuration.pages.append(.init(at: "/r/*/", file: "room.html"))
        configuration.socketsPerAddress = socketsPerAddress
        if let certificate, let key { configuration.tls = .init(certificate: certificate, key: key) }
        return configuration
    }
}

extension Limits {
    fileprivate init(_ arguments: Arguments) throws {
        self.init()
        roomsPerHousehold = try arguments.number("rooms-per-address", in: 1...1_000_000, or: roomsPerHousehold)
        let usual = messagesPerSecond
        messagesPerSecond = try arguments.number("messages-per-second", in: 1...1_000_000, or: usual)
        // The other measures of pace stay in proportion.
        messageBurst = max(1, messageBurst * messagesPerSecond / usual)
        floodPerSecond = max(floodPerSecond, floodPerSecond * messagesPerSecond / usual)
    }
}
