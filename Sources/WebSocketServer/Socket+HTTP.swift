import CLibwebsockets

extension Socket {
    /// Bodies up to here are read to their end before a request is refused, larger ones are cut off.
    private static let longestForgotten = 1_048_576

    /// The head of a request has come.
    func requestCame(_ wsi: OpaquePointer) {
        let headers = RequestHeaders(wsi: wsi)
        identify(headers)
        let (method, path) = headers.target ?? ("", "")
        let length = headers.contentLength
        let refusal = refusal(method, headers)
        if let notice = refusal?.notice { transport.handlers.notice(notice) }
        let plan = refusal.map { .answer($0.response) } ?? plan(method, path, length ?? 0, headers)
        let isCut = refusal != nil || length ?? 0 > Self.longestForgotten
        let exchange = Exchange(socket: self, method: method, path: path, headers: headers, plan: plan, isLast: isCut)
        self.exchange = exchange
        // libwebsockets announces the end of a POST's body even when it is empty.
        let endIsAnnounced = length ?? 0 > 0 || method == "POST"
        if isCut || !endIsAnnounced { exchange.end() }
    }

    private func plan(_ method: String, _ path: String, _ length: Int, _ headers: RequestHeaders) -> Exchange.Plan {
        let shared = transport.shared
        guard shared.isDynamic(path) else {
            return .answer(shared.site.response(method: method, path: path, headers: headers))
        }
        guard length <= shared.configuration.maximumBody else { return .answer(.text(413, "The body is too large.")) }
        return .ask
    }

    /// What is wrong with a request, whatever it asks for.
    private func refusal(_ method: String, _ headers: RequestHeaders) -> Refusal? {
        let shared = transport.shared
        guard !method.isEmpty else { return Refusal(405, "That method is not served.") }
        let host = headers[WSI_TOKEN_HOST]
        // Old health checkers speak HTTP/1.0 without a Host.
        if (host != nil || headers[WSI_TOKEN_HTTP] == "HTTP/1.1") && !shared.rules.allowsHost(host) {
            return .host(host)
        }
        let tellsLength = lws_hdr_total_length(headers.wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0
        let isChunked = lws_hdr_total_length(headers.wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0
        let length = headers.contentLength
        switch method {
        case "POST", "PUT", "PATCH":
            return length == nil ? Refusal(411, "A body needs a Content-Length.") : nil
        default:
            return isChunked || (tellsLength && length != 0) ? Refusal(400, "No body is taken with that method.") : nil
        }
    }
}
