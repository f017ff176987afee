import CLibwebsockets

/// The static files, read and compressed once. Only what stands in its tables is served, so no path leads out.
///
/// Everything but pages is served under `/~HASH/`, where HASH covers all files, and may be kept for ever. Pages are
/// asked for anew each time; the text `/~/` in them becomes `/~HASH/`.
struct StaticSite: Sendable {
    struct Item: Sendable {
        let type: String
        let tag: String
        let isPage: Bool
        let plain: [UInt8]
        let gzip: [UInt8]?
        let brotli: [UInt8]?
    }

    private struct Pattern: Sendable {
        let segments: [Substring]
        let item: Item

        func matches(_ path: [Substring]) -> Bool {
            path.count == segments.count
                && zip(path, segments).allSatisfy { $0 == $1 || ($1 == "*" && !$0.isEmpty) }
        }
    }

    /// 16 hexadecimal digits.
    let hash: String
    private let socketPath: String
    private var items: [String: Item] = [:]
    private var patterns: [Pattern] = []

    init(_ configuration: ServerConfiguration) throws(ServerError) {
        socketPath = configuration.socketPath
        guard let root = configuration.webRoot else {
            hash = ""
            return
        }
        let files = try WebFiles.read(root)
        hash = Digest.hex(files.flatMap { Digest.sha256(Array($0.path.utf8)) + Digest.sha256($0.bytes) })
        var pages: [String: Item] = [:]
        for file in files {
            let isPage = file.path.hasSuffix(".html") && !file.path.contains("/")
            let bytes = isPage ? WebFiles.replacing("/~/", with: "/~\(hash)/", in: file.bytes) : file.bytes
            let item = Item(path: file.path, isPage: isPage, bytes: bytes)
            if isPage {
                pages[file.path] = item
                items["/" + file.path.dropLast(5)] = item
            } else {
                items["/~\(hash)/\(file.path)"] = item
            }
        }
        for page in configuration.pages {
            guard let item = pages[page.file] else { continue }
            if page.path.contains("*") {
                patterns.append(
                    Pattern(segments: page.path.split(separator: "/", omittingEmptySubsequences: false), item: item))
            } else {
                items[page.path] = item
            }
        }
        // Browsers and crawlers ask for these at the top.
        for name in ["favicon.ico", "robots.txt", "manifest.webmanifest"] {
            items["/" + name] = items["/~\(hash)/\(name)"]?.asPage
        }
    }

    func item(at path: String) -> Item? {
        if let item = items[path] { return item }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return patterns.first { $0.matches(segments) }?.item
    }

    func response(method: String, path: String, headers: RequestHeaders) -> HTTPResponse {
        if path == socketPath {
            var response = HTTPResponse.text(426, "A WebSocket is spoken here.")
            response.headers.append(("upgrade", "websocket"))
            return response
        }
        guard let item = item(at: path) else { return .text(404, "Nothing here.") }
        guard method == "GET" || method == "HEAD" else {
            var response = HTTPResponse.text(405, "Only read that.")
            response.headers.append(("allow", "GET, HEAD"))
            return response
        }
        return item.response(
            host: headers[WSI_TOKEN_HOST], accepted: headers[WSI_TOKEN_HTTP_ACCEPT_ENCODING],
            known: headers[WSI_TOKEN_HTTP_IF_NONE_MATCH])
    }
}

extension StaticSite.Item {
    init(path: String, isPage: Bool, bytes: [UInt8]) {
        type = MediaType.of(path)
        tag = "W/\"" + Digest.hex(bytes) + "\""
        self.isPage = isPage
        plain = bytes
        let pays = MediaType.isCompressible(type) && bytes.count > 256
        gzip = pays ? Compression.gzip(bytes) : nil
        brotli = pays ? Compression.brotli(bytes) : nil
    }

    private init(_ item: StaticSite.Item, isPage: Bool) {
        type = item.type
        tag = item.tag
        plain = item.plain
        gzip = item.gzip
        brotli = item.brotli
        self.isPage = isPage
    }

    /// The same, to be asked for anew each time.
    var asPage: StaticSite.Item { StaticSite.Item(self, isPage: true) }

    func response(host: String?, accepted: String?, known: String?) -> HTTPResponse {
        var headers = [
            ("cache-control", isPage ? "no-cache" : "public, max-age=31536000, immutable"),
            ("content-security-policy", Self.policy(host: host)),
            ("etag", tag),
        ]
        if gzip != nil || brotli != nil { headers.append(("vary", "accept-encoding")) }
        if let known, known == "*" || known.contains(tag.dropFirst(2)) {
            return HTTPResponse(status: 304, headers: headers)
        }
        headers.append(("content-type", type))
        let accepted = Self.encodings(accepted)
        var body = plain
        if let brotli, accepted.contains("br") {
            headers.append(("content-encoding", "br"))
            body = brotli
        } else if let gzip, accepted.contains("gzip") {
            headers.append(("content-encoding", "gzip"))
            body = gzip
        }
        return HTTPResponse(status: 200, headers: headers, body: body)
    }

    private static func encodings(_ header: String?) -> Set<String> {
        var names = Set<String>()
        for part in header?.lowercased().split(separator: ",") ?? [] {
            let pieces = part.split(separator: ";").map { Handshake.trimmed($0) }
            guard let name = pieces.first, !pieces.dropFirst().contains(where: { $0 == "q=0" || $0 == "q=0.0" }) else {
                continue
            }
            names.insert(name)
        }
        return names
    }

    /// Scripts, styles and pictures of this server alone; its WebSocket by name, which not every browser takes for
    /// `'self'`.
    private static func policy(host: String?) -> String {
        var sockets = ""
        if let host, Authority(host) != nil { sockets = " ws://\(host) wss://\(host)" }
        return "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'\(sockets); "
            + "style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    }
}

/// Content types by file name.
enum MediaType {
    private static let types = [
        "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/x-icon",
        "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
        "mjs": "text/javascript; charset=utf-8", "mp3": "audio/mpeg", "ogg": "audio/ogg", "png": "image/png",
        "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm", "wav": "audio/wav",
        "webmanifest": "application/manifest+json", "webp": "image/webp", "woff2": "font/woff2",
        "yaml": "text/plain; charset=utf-8",
    ]

    static func of(_ path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "application/octet-stream" }
        return types[String(path[path.index(after: dot)...]).lowercased()] ?? "application/octet-stream"
    }

    static func isCompressible(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.contains("json") || type == "application/wasm" || type == "image/svg+xml"
    }
}
