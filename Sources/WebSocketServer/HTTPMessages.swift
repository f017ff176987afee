/// A request to one of ``ServerConfiguration/dynamicPaths``.
public struct HTTPRequest: Sendable {
    /// `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// Decoded, without dot segments, beginning with `/`.
    public let path: String
    /// Decoded; of equal names the first.
    public let query: [String: String]
    /// With names in small letters: `accept-language`, `authorization`, `content-type`, `host`, `if-none-match`,
    /// `origin`, `user-agent`, as far as they were sent.
    public let headers: [String: String]
    /// At most ``ServerConfiguration/maximumBody`` bytes.
    public let body: [UInt8]
    /// The peer's IP address, without port.
    public let remoteAddress: String
    /// That address, or the /64 that it is in: what limits for one household go by.
    public let household: String
}

/// An answer to an ``HTTPRequest``.
public struct HTTPResponse: Sendable {
    /// 200…599.
    public var status: Int
    /// Names and values. Length, caching (`no-store` unless set) and security headers are added.
    public var headers: [(name: String, value: String)]
    /// Not sent for `HEAD`.
    public var body: [UInt8]

    /// An answer with these headers and body.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer of plain text.
    public static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("content-type", "text/plain; charset=utf-8")], body: Array((text + "\n").utf8))
    }

    /// An answer of JSON that is encoded already.
    public static func json(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: status, headers: [("content-type", "application/json")], body: body)
    }
}

extension HTTPResponse {
    /// Status line and headers, up to and with the empty line.
    func head(closing: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        func line(_ name: String, _ value: String) {
            // A value with a line break would let its author write headers.
            let isClean = { (text: String) in text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
            if isClean(name) && isClean(value) { head += "\(name): \(value)\r\n" }
        }
        let given = Set(headers.map { $0.name.lowercased() })
        for (name, value) in headers { line(name, value) }
        if status != 304 { line("content-length", String(body.count)) }
        for (name, value) in Self.defaults where !given.contains(name) { line(name, value) }
        line("date", HTTPDate.now)
        if closing { line("connection", "close") }
        return Array((head + "\r\n").utf8)
    }

    private static let defaults = [
        ("cache-control", "no-store"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ]

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: status < 400 ? "OK" : "Error"
        }
    }
}
