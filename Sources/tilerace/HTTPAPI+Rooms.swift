import Foundation
import RaceProtocol
import RaceRooms
import RaceRules
import WebSocketServer

/// Rooms over HTTP.
extension HTTPAPI {
    func create(_ request: HTTPRequest, _ respond: @escaping Respond) {
        guard let manager else { return respond(.refused(503, .restarting)) }
        guard let token = bearer(request.headers["authorization"]) else { return respond(.refused(401, .badToken)) }
        let options: RoomOptions
        do throws(ErrorCode) {
            options = try Self.options(in: request)
        } catch {
            return respond(.refused(400, error))
        }
        Task {
            do throws(CreationError) {
                let code = try await manager.create(options, by: token.identity, from: request.household)
                respond(.json(201, "{\"room\":\"\(code)\",\"path\":\"/r/\(code)\"}"))
            } catch .tooMany {
                respond(.refused(429, .tooMany))
            } catch .store(let error) {
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

    /// Asking for rooms is a way of guessing their codes too.
    func show(_ text: String, _ request: HTTPRequest, _ respond: @escaping Respond) {
        let now = EventLoop.now() / 1_000_000
        guard !failedJoins.isOver(request.household, at: now) else { return respond(.refused(429, .tooMany)) }
        guard let code = RoomCode(text.removingPercentEncoding ?? ""), let room = directory.room(code) else {
            failedJoins.note(request.household, at: now)
            return respond(.refused(404, .unknownRoom))
        }
        Task { respond(.json(200, await room.summary())) }
    }
}
