/// The opening handshake as the client sent it, and what is wrong with it.
///
/// libwebsockets 4.1.6 accepts any method, HTTP version, WebSocket version, key and Origin, so all is checked here
/// (RFC 6455 §4.2.1).
struct Handshake {
    var isGet: Bool
    var path: String
    var httpVersion: String?
    var upgrade: String?
    var host: String?
    var origin: String?
    var version: String?
    var key: String?
    var subprotocols: String?
    var extensionsLength: Int

    /// The answer that refuses it, nil when it is in order.
    func refusal(_ configuration: ServerConfiguration, _ rules: HostRules) -> Refusal? {
        guard upgrade?.lowercased() == "websocket" else {
            return Refusal(400, "No upgrade but to websocket; HTTP/2 is not spoken here.")
        }
        guard let host, rules.allowsHost(host) else { return .host(host) }
        guard path == configuration.socketPath else { return Refusal(404, "No WebSocket here.") }
        guard isGet else { return Refusal(405, "A WebSocket is opened with GET.", ("allow", "GET")) }
        guard httpVersion == "HTTP/1.1" else { return Refusal(400, "A WebSocket needs HTTP/1.1.") }
        guard version == "13" else {
            return Refusal(426, "WebSocket version 13 only.", ("sec-websocket-version", "13"))
        }
        guard let key, Self.isKey(key) else { return Refusal(400, "Sec-WebSocket-Key is not 16 bytes in base64.") }
        guard rules.allowsOrigin(origin, host: host) else {
            return Refusal(
                403, "Pages of another origin may not connect.",
                notice: "refused a WebSocket: its Origin is \(Self.quoted(origin)), the Host \(Self.quoted(host)); if "
                    + "people reach this server at that origin, set the public URL to it")
        }
        if let wanted = configuration.subprotocol, !offers(wanted) {
            return Refusal(400, "The subprotocol \(wanted) is required.")
        }
        // libwebsockets drops the connection without an answer from 255 bytes on.
        guard extensionsLength < 255 else { return Refusal(431, "Sec-WebSocket-Extensions is too long.") }
        return nil
    }

    private func offers(_ wanted: String) -> Bool {
        // libwebsockets reads 127 bytes of the list.
        guard let subprotocols, subprotocols.utf8.count < 128 else { return false }
        return subprotocols.split(separator: ",").contains { Self.trimmed($0) == wanted }
    }

    private static func isKey(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        // 16 bytes are 22 characters and two of padding.
        guard bytes.count == 24, bytes.suffix(2).elementsEqual([0x3D, 0x3D]) else { return false }
        return bytes.prefix(22).allSatisfy { byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2F: true
            default: false
            }
        }
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    /// For the log: short and without control characters.
    static func quoted(_ text: String?) -> String {
        guard let text else { return "absent" }
        return "'"
            + String(text.unicodeScalars.prefix(100).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : Character($0) })
            + "'"
    }
}

/// An answer that refuses a request, and what to tell the operator.
struct Refusal {
    var response: HTTPResponse
    var notice: String?

    init(_ status: Int, _ text: String, _ header: (String, String)? = nil, notice: String? = nil) {
        response = .text(status, text)
        if let header { response.headers.append(header) }
        self.notice = notice
    }

    /// The Host is not ours.
    static func host(_ host: String?) -> Refusal {
        Refusal(
            403, "This server does not go by that name.",
            notice: "refused a request: its Host is \(Handshake.quoted(host)); if people reach this server by that "
                + "name, set the public URL to it")
    }
}
