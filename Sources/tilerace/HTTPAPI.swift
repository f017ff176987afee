import Foundation
import RaceProtocol
import RaceRooms
import RaceRules
import RaceStore
import Synchronization
import WebSocketServer

/// `/api/v1`, `/healthz` and `/readyz`, as `web/openapi.yaml` says.
final class HTTPAPI: Sendable {
    private let directory: RoomDirectory
    /// Nil until the rooms are back.
    private let manager = Mutex<RoomManager?>(nil)

    init(directory: RoomDirectory) { self.directory = directory }

    /// The rooms are back: requests for them are answered from now on.
    func open(_ manager: RoomManager) { self.manager.withLock { $0 = manager } }

    func answer(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        let path = request.path.split(separator: "/").map(String.init)
        switch (request.method, path) {
        case ("GET", ["healthz"]), ("HEAD", ["healthz"]): respond(.text(200, "ok"))
        case ("GET", ["readyz"]), ("HEAD", ["readyz"]):
            respond(manager.withLock { $0 != nil } ? .text(200, "ok") : .refused(503, .restarting))
        case ("POST", ["api", "v1", "rooms"]): create(request, respond)
        case ("GET", let path) where path.count == 4 && path.starts(with: ["api", "v1", "rooms"]):
            show(path[3], respond)
        case (_, ["api", "v1", "rooms"]), (_, ["healthz"]), (_, ["readyz"]):
            respond(.refused(405, .notAllowed))
        default: respond(.refused(404, .unknownRoom))
        }
    }

    private func create(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        guard let manager = manager.withLock({ $0 }) else { return respond(.refused(503, .restarting)) }
        guard let token = bearer(request.headers["authorization"]) else { return respond(.refused(401, .badToken)) }
        let options: RoomOptions
        do throws(ErrorCode) {
            options = try Self.options(in: request)
        } catch {
            return respond(.refused(400, error))
        }
        Task {
            do {
                let code = try await manager.create(options, by: token.identity)
                respond(.json(201, "{\"room\":\"\(code)\",\"path\":\"/r/\(code)\"}"))
            } catch {
                Output.warn("a room could not be made: \(error)")
                respond(.refused(503, .storage))
            }
        }
    }

    private func bearer(_ header: String?) -> Token? {
        guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
        return Token(Array(header.dropFirst(7).utf8))
    }

    private static func options(in request: HTTPRequest) throws(ErrorCode) -> RoomOptions {
        guard request.headers["content-type"]?.lowercased().hasPrefix("application/json") == true else {
            throw .badMessage
        }
        let parsed = request.body.withUnsafeBytes { bytes -> Result<RoomOptions?, ErrorCode> in
            var scanner = JSONScanner(bytes)
            var options: RoomOptions?
            do throws(ErrorCode) {
                try scanner.object(orThrow: .badJSON) { scanner, key throws(ErrorCode) in
                    if key.elementsEqual("options".utf8) {
                        options = try OptionFields.read(from: &scanner)
                    } else if !scanner.skip() {
                        throw .badJSON
                    }
                }
                return scanner.isAtEnd() ? .success(options) : .failure(.badJSON)
            } catch {
                return .failure(error)
            }
        }
        guard let options = try parsed.get() else { throw .badMessage }
        return options
    }

    private func show(_ text: String, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        guard let code = RoomCode(text.removingPercentEncoding ?? ""), let room = directory.room(code) else {
            return respond(.refused(404, .unknownRoom))
        }
        Task { respond(.json(200, await room.summary())) }
    }
}

extension HTTPResponse {
    static func json(_ status: Int, _ text: String) -> HTTPResponse { .json(status, Array(text.utf8)) }

    static func refused(_ status: Int, _ code: ErrorCode) -> HTTPResponse {
        json(status, "{\"code\":\"\(code.rawValue)\",\"text\":\"\(code.text)\"}")
    }
}
