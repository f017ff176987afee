import CLibwebsockets

/// Reads the head of the request that a wsi is serving. Only during its HTTP callbacks.
struct RequestHeaders {
    let wsi: OpaquePointer

    subscript(token: lws_token_indexes) -> String? {
        let length = lws_hdr_total_length(wsi, token)
        guard length > 0 else { return nil }
        return read(capacity: Int(length) + 16) { lws_hdr_copy(wsi, $0, $1, token) }
    }

    private func read(capacity: Int, _ copy: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let count = copy(base, Int32(capacity))
            guard count >= 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer)[..<Int(count)], as: UTF8.self)
        }
    }

    /// Method and decoded path; nil for methods that are not served.
    var target: (method: String, path: String)? {
        var start: UnsafeMutablePointer<CChar>?
        var length: Int32 = 0
        let method = lws_http_get_uri_and_method(wsi, &start, &length)
        guard let start, length > 0 else { return nil }
        let path = String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
        switch Int(method) {
        case LWSHUMETH_GET: return ("GET", path)
        case LWSHUMETH_HEAD: return ("HEAD", path)
        case LWSHUMETH_POST: return ("POST", path)
        case LWSHUMETH_PUT: return ("PUT", path)
        case LWSHUMETH_PATCH: return ("PATCH", path)
        case LWSHUMETH_DELETE: return ("DELETE", path)
        default: return nil
        }
    }

    /// Decoded names and values of the query.
    var query: [String: String] {
        var query: [String: String] = [:]
        let capacity = Int(lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS)) + 16
        for index in 0..<Int32(64) {
            let argument = read(capacity: capacity) {
                lws_hdr_copy_fragment(wsi, $0, $1, WSI_TOKEN_HTTP_URI_ARGS, index)
            }
            guard let argument else { break }
            let end = argument.firstIndex(of: "=") ?? argument.endIndex
            let name = String(argument[..<end])
            if query[name] == nil { query[name] = String(argument[end...].dropFirst()) }
        }
        return query
    }

    /// What an ``HTTPRequest`` shows.
    var shown: [String: String] {
        let tokens: [(String, lws_token_indexes)] = [
            ("accept-language", WSI_TOKEN_HTTP_ACCEPT_LANGUAGE), ("authorization", WSI_TOKEN_HTTP_AUTHORIZATION),
            ("content-type", WSI_TOKEN_HTTP_CONTENT_TYPE), ("host", WSI_TOKEN_HOST),
            ("if-none-match", WSI_TOKEN_HTTP_IF_NONE_MATCH), ("origin", WSI_TOKEN_ORIGIN),
            ("user-agent", WSI_TOKEN_HTTP_USER_AGENT),
        ]
        var headers: [String: String] = [:]
        for (name, token) in tokens { headers[name] = self[token] }
        return headers
    }

    /// The length of the body: nil when it is not told, or told in a way that may hide a second request.
    var contentLength: Int? {
        guard lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) <= 0 else { return nil }
        guard let text = self[WSI_TOKEN_HTTP_CONTENT_LENGTH] else { return nil }
        guard text.utf8.count < 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// The opening handshake.
    var handshake: Handshake {
        let target = target
        return Handshake(
            isGet: target?.method == "GET", path: target?.path ?? "", httpVersion: self[WSI_TOKEN_HTTP],
            upgrade: self[WSI_TOKEN_UPGRADE], host: self[WSI_TOKEN_HOST], origin: self[WSI_TOKEN_ORIGIN],
            version: self[WSI_TOKEN_VERSION], key: self[WSI_TOKEN_KEY], subprotocols: self[WSI_TOKEN_PROTOCOL],
            extensionsLength: Int(max(0, lws_hdr_total_length(wsi, WSI_TOKEN_EXTENSIONS))))
    }
}
