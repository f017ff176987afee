import CLibwebsockets
import COpenSSL
import Glibc

/// Writes to the socket of a wsi without libwebsockets, plain or through its TLS.
struct Plug {
    private let descriptor: Int32
    private let tls: OpaquePointer?

    init(_ wsi: OpaquePointer) {
        descriptor = lws_get_socket_fd(wsi)
        tls = lws_get_ssl(wsi)
    }

    /// How many bytes were taken: 0 when there is no room now, negative when the peer is gone.
    func write(_ bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBytes { buffer in
            let piece = UnsafeRawBufferPointer(rebasing: buffer[start...])
            return tls.map { write(piece, $0) } ?? write(piece)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            if count >= 0 { return count }
            if errno != EINTR { return errno == EAGAIN ? 0 : -1 }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ tls: OpaquePointer) -> Int {
        ERR_clear_error()
        // A whole piece is taken or none; a record's worth at a time, or a slow reader would make no progress.
        let count = SSL_write(tls, bytes.baseAddress, Int32(min(bytes.count, 16_384)))
        if count > 0 { return Int(count) }
        switch SSL_get_error(tls, count) {
        case SSL_ERROR_WANT_WRITE, SSL_ERROR_WANT_READ: return 0
        default: return -1
        }
    }
}
