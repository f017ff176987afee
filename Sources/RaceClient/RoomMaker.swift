import Glibc
public import PuzzleEngine
import RaceProtocol

/// Makes rooms over the HTTP API, for programs and tests.
public enum RoomMaker {
    /// The secret of a new identity.
    public static func newToken() -> String {
        var chance = SystemRandomNumberGenerator()
        let random = (0..<32).map { _ in UInt8.random(in: 0...255, using: &chance) }
        return Token(random: random).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    /// Makes a room whose host is the identity of `token`, and returns its code.
    ///
    /// Plain HTTP only. Throws `refused` with the contract's code, or with what the network said.
    public static func makeRoom(
        at endpoint: Endpoint, token: String, game: GameOptions, minimumSeats: Int = 2, countdown: Int = 3
    ) async throws(ClientError) -> String {
        let body = ClientFrame.roomRequest(game, minimumSeats: minimumSeats, countdown: countdown)
        let head =
            "POST /api/v1/rooms HTTP/1.1\r\nHost: \(endpoint.host):\(endpoint.port)\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        // Blocks a thread for one short exchange.
        let answer = await Task.detached { exchange(Array(head.utf8) + body, with: endpoint) }.value
        guard let answer else { throw .refused("cannot reach \(endpoint.host):\(endpoint.port)") }
        return try code(in: answer)
    }

    private static func code(in answer: [UInt8]) throws(ClientError) -> String {
        guard let start = answer.firstIndex(of: UInt8(ascii: "{")) else {
            throw .refused(String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self))
        }
        var room: String?
        var refusal: String?
        answer[start...].withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            try? scanner.fields { scanner, key throws(JSONFault) in
                if key.spells("room") {
                    room = try scanner.text()
                } else if key.spells("code") {
                    refusal = try scanner.text()
                } else {
                    try scanner.ignore()
                }
            }
        }
        guard let room else { throw .refused(refusal ?? "an answer without a room") }
        return room
    }
}

/// Sends a request on a connection of its own and reads until the server closes it; nil when that fails.
private func exchange(_ request: [UInt8], with endpoint: Endpoint) -> [UInt8]? {
    guard let descriptor = connected(to: endpoint) else { return nil }
    defer { close(descriptor) }
    var sent = 0
    while sent < request.count {
        let count = request[sent...].withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return nil }
        sent += count
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return answer.isEmpty ? nil : answer }
        answer += buffer[..<count]
    }
}

private func connected(to endpoint: Endpoint) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(endpoint.host, "\(endpoint.port)", &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    var next = found
    while let address = next {
        next = address.pointee.ai_next
        let descriptor = socket(address.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { continue }
        // A timeval; its own type is imported now from one C module, now from another.
        var patience = (seconds: 10, microseconds: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<(Int, Int)>.size))
        }
        if connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 { return descriptor }
        close(descriptor)
    }
    return nil
}
