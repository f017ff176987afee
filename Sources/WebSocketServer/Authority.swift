import Glibc

/// The host and port of a Host header, an Origin or a URL.
struct Authority: Equatable {
    /// In small letters, IPv6 without brackets.
    let host: String
    /// Nil when none was written.
    let port: UInt16?

    /// Nil unless the text is `host`, `host:port`, `[v6]` or `[v6]:port` in the characters that hosts are written in.
    init?(_ text: String) {
        var rest = text.lowercased()[...]
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            guard Self.isIPv6(host) else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = String(rest[..<end])
            let allowed = host.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
            }
            guard !host.isEmpty, allowed else { return nil }
            rest = rest[end...]
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt16(rest.dropFirst())
        else { return nil }
        port = number
    }

    /// Whether both mean the same place for a scheme with this default port.
    func matches(_ other: Authority, defaultPort: UInt16) -> Bool {
        host == other.host && (port ?? defaultPort) == (other.port ?? defaultPort)
    }

    /// Whether it is this machine's own name or an address, so that no foreign name leads here (DNS rebinding).
    var isLocalOrLiteral: Bool {
        var v4 = in_addr()
        return host == "localhost" || host.hasSuffix(".localhost") || inet_pton(AF_INET, host, &v4) == 1
            || Self.isIPv6(host)
    }

    private static func isIPv6(_ text: String) -> Bool {
        var v6 = in6_addr()
        return inet_pton(AF_INET6, text, &v6) == 1
    }
}

/// A web origin: scheme and authority.
struct WebOrigin: Equatable {
    let isSecure: Bool
    let authority: Authority

    /// Nil unless the text is `http(s)://authority`, with a path only if `allowingPath`.
    init?(_ text: String, allowingPath: Bool = false) {
        let lowered = text.lowercased()
        isSecure = lowered.hasPrefix("https://")
        guard isSecure || lowered.hasPrefix("http://") else { return nil }
        var rest = text.dropFirst(isSecure ? 8 : 7)
        if allowingPath, let slash = rest.firstIndex(of: "/") { rest = rest[..<slash] }
        guard let authority = Authority(String(rest)) else { return nil }
        self.authority = authority
    }

    var defaultPort: UInt16 { isSecure ? 443 : 80 }
}

/// Which Host and Origin are ours.
struct HostRules: Sendable {
    private let publicOrigin: WebOrigin?
    private let names: Set<String>

    init(_ configuration: ServerConfiguration) throws(ServerError) {
        if let url = configuration.publicURL {
            guard let origin = WebOrigin(url, allowingPath: true) else { throw .badPublicURL(url) }
            publicOrigin = origin
        } else {
            publicOrigin = nil
        }
        names = Set(configuration.allowedHosts.map { $0.lowercased() })
    }

    /// Whether a request for this Host is for us.
    func allowsHost(_ host: String?) -> Bool {
        guard let host, let authority = Authority(host) else { return false }
        return authority.isLocalOrLiteral || names.contains(authority.host)
            || authority.host == publicOrigin?.authority.host
    }

    /// Whether a page of this Origin may open sockets here. Programs send none.
    func allowsOrigin(_ origin: String?, host: String) -> Bool {
        guard let origin else { return true }
        guard let origin = WebOrigin(origin), let authority = Authority(host) else { return false }
        if let publicOrigin, publicOrigin.isSecure == origin.isSecure,
            origin.authority.matches(publicOrigin.authority, defaultPort: origin.defaultPort)
        {
            return true
        }
        return origin.authority.matches(authority, defaultPort: origin.defaultPort)
    }
}
