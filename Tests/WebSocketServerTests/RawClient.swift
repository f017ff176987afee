import Glibc

/// A client that can misbehave: it speaks bytes over a blocking socket and gives up after five seconds.
final class RawClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var isOpen = true

    struct Failure: Error {
        let what: String
    }

    struct Frame: Equatable {
        let opcode: UInt8
        let payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        var closeCode: Int { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0 }
        var closeReason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
    }

    struct Answer {
        let status: Int
        /// Names in small letters.
        let headers: [String: String]
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    init(port: UInt16, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(what: "connect: \(errno)") }
    }

    deinit {
        hangUp()
    }

    func hangUp() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
    }

    // MARK: Bytes

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw Failure(what: "send: \(errno)") }
            sent += count
        }
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// False at the end of the stream.
    private func fill() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        if count < 0 && errno == ECONNRESET { return false }
        guard count >= 0 else { throw Failure(what: "receive: \(errno)") }
        buffer.append(contentsOf: piece[..<count])
        return count > 0
    }

    private func take(_ count: Int) throws -> [UInt8]? {
        while buffer.count < count {
            guard try fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// What one receive gives.
    func packet() throws -> [UInt8] {
        _ = try fill()
        defer { buffer = [] }
        return buffer
    }

    /// Whether the server ends the stream; what comes before is dropped.
    func seesEnd() throws -> Bool {
        while try fill() {}
        return true
    }

    // MARK: HTTP

    func request(
        _ method: String, _ target: String, _ headers: [String] = ["host: localhost"], body: [UInt8] = []
    ) throws -> Answer {
        let length = body.isEmpty ? [] : ["content-length: \(body.count)"]
        let head = ["\(method) \(target) HTTP/1.1"] + headers + length
        try send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        return try answer(hasBody: method != "HEAD")
    }

    func answer(hasBody: Bool = true) throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        var position: Int?
        while true {
            position = (0..<max(0, buffer.count - 3)).first { buffer[$0...].starts(with: end) }
            if position != nil { break }
            guard try fill() else { throw Failure(what: "no answer") }
        }
        let head = String(decoding: try take((position ?? 0) + 4) ?? [], as: UTF8.self)
        let lines = head.split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var answer = Answer(status: status, headers: headers)
        if hasBody, status != 304, status != 101, let length = headers["content-length"].flatMap({ Int($0) }) {
            guard let body = try take(length) else { throw Failure(what: "half an answer") }
            answer.body = body
        }
        return answer
    }

    // MARK: WebSocket

    static let handshakeHeaders = [
        "host: localhost", "upgrade: websocket", "connection: Upgrade", "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-protocol: tilerace.v1",
    ]

    /// Opens a WebSocket; throws unless it is accepted.
    static func webSocket(port: UInt16, receiveBuffer: Int32? = nil) throws -> RawClient {
        let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
        let answer = try client.request("GET", "/ws", handshakeHeaders)
        guard answer.status == 101 else { throw Failure(what: "refused: \(answer.status)") }
        return client
    }

    func sendFrame(_ opcode: UInt8, _ payload: [UInt8], final: Bool = true, masked: Bool = true) throws {
        var frame: [UInt8] = [(final ? 0x80 : 0) | opcode]
        let mask: UInt8 = masked ? 0x80 : 0
        switch payload.count {
        case ..<126: frame.append(mask | UInt8(payload.count))
        case ..<65_536: frame += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: frame += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> ((7 - $0) * 8)) }
        }
        if masked {
            let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
            frame += key + payload.enumerated().map { $1 ^ key[$0 & 3] }
        } else {
            frame += payload
        }
        try send(frame)
    }

    func sendText(_ text: String) throws {
        try sendFrame(1, Array(text.utf8))
    }

    /// Nil at the end of the stream.
    func frame() throws -> Frame? {
        guard let head = try take(2) else { return nil }
        var length = Int(head[1] & 127)
        if length >= 126 {
            guard let more = try take(length == 126 ? 2 : 8) else { return nil }
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let payload = try take(length) else { return nil }
        return Frame(opcode: head[0] & 15, payload: payload)
    }

    func text() throws -> String {
        guard let frame = try frame() else { throw Failure(what: "the stream ended") }
        return frame.text
    }
}
