import RaceProtocol
import RaceRooms
import Synchronization
import WebSocketServer

/// `/api/v1`, `/healthz` and `/readyz`, as `web/openapi.yaml` says.
final class HTTPAPI: Sendable {
    typealias Respond = @Sendable (HTTPResponse) -> Void

    /// What stands at a path, and how it may be asked for.
    enum Route: Equatable {
        case health
        case readiness
        case rooms
        case room(String)

        init?(_ path: String) {
            let parts = path.split(separator: "/").map(String.init)
            switch (parts.first, parts.count) {
            case ("healthz", 1): self = .health
            case ("readyz", 1): self = .readiness
            case ("api", 3) where parts == ["api", "v1", "rooms"]: self = .rooms
            case ("api", 4) where parts.starts(with: ["api", "v1", "rooms"]): self = .room(parts[3])
            default: return nil
            }
        }

        var methods: [String] {
            switch self {
            case .rooms: ["POST"]
            case .health, .readiness, .room: ["GET", "HEAD"]
            }
        }
    }

    let directory: RoomDirectory
    let failedJoins: FailedJoins
    /// Nil until the rooms are back.
    private let opened = Mutex<RoomManager?>(nil)

    init(directory: RoomDirectory, failedJoins: FailedJoins) {
        self.directory = directory
        self.failedJoins = failedJoins
    }

    /// The rooms are back: requests for them are answered from now on.
    func open(_ manager: RoomManager) { opened.withLock { $0 = manager } }

    var manager: RoomManager? { opened.withLock { $0 } }

    func answer(_ request: HTTPRequest, _ respond: @escaping Respond) {
        guard let route = Route(request.path) else { return respond(.refused(404, .unknownPath)) }
        guard route.methods.contains(request.method) else { return respond(.wrongMethod(route.methods)) }
        switch route {
        case .health: respond(.text(200, "ok"))
        case .readiness: respond(manager == nil ? .refused(503, .restarting) : .text(200, "ok"))
        case .rooms: create(request, respond)
        case .room(let code): show(code, request, respond)
        }
    }
}

/// Faults that only HTTP knows; all others have the protocol's codes.
enum HTTPFault: String {
    case unknownPath = "unknown-path"
    case wrongMethod = "wrong-method"

    var text: String {
        switch self {
        case .unknownPath: "There is nothing at this path; openapi.yaml lists what there is."
        case .wrongMethod: "This path takes no such method; the Allow header lists those that it takes."
        }
    }
}

extension HTTPResponse {
    static func json(_ status: Int, _ text: String) -> HTTPResponse { .json(status, Array(text.utf8)) }

    static func refused(_ status: Int, _ code: ErrorCode) -> HTTPResponse {
        refused(status, code.rawValue, code.text)
    }

    static func refused(_ status: Int, _ fault: HTTPFault) -> HTTPResponse {
        refused(status, fault.rawValue, fault.text)
    }

    static func wrongMethod(_ allowed: [String]) -> HTTPResponse {
        var response = refused(405, .wrongMethod)
        response.headers.append(("allow", allowed.joined(separator: ", ")))
        return response
    }

    private static func refused(_ status: Int, _ code: String, _ text: String) -> HTTPResponse {
        json(status, "{\"code\":\"\(code)\",\"text\":\"\(text)\"}")
    }
}
