import CLibwebsockets

extension Socket {
    /// The head of a request has come.
    func requestCame(_ wsi: OpaquePointer) {
        let headers = RequestHeaders(wsi: wsi)
        identify(headers)
        let (method, path) = headers.target ?? ("", "")
        let exchange = Exchange(socket: self, method: method, path: path, headers: headers)
        self.exchange = exchange
        if let refusal = refusal(method, headers) {
            if let notice = refusal.notice { transport.handlers.notice(notice) }
            return exchange.answer(refusal.response, closing: true)
        }
        let shared = transport.shared
        if shared.isDynamic(path) {
            let length = headers.contentLength ?? 0
            if length > shared.configuration.maximumBody {
                // Read to its end, if that is near: many clients do not listen before they have sent all.
                return exchange.answer(.text(413, "The body is too large."), closing: length > 1_048_576)
            }
            // libwebsockets announces the end of a POST's body even when it is empty.
            if length == 0 && method != "POST" { exchange.dispatch() }
        } else {
            exchange.answer(shared.site.response(method: method, path: path, headers: headers), closing: false)
        }
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

    func bodyCame(_ part: UnsafeRawBufferPointer) {
        exchange?.append(part)
    }

    func bodyEnded() {
        exchange?.dispatch()
    }

    func httpWritable(_ wsi: OpaquePointer) -> Int32 {
        exchange?.finish(wsi) ?? 0
    }
}
