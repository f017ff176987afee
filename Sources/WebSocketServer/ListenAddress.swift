import CLibwebsocketsShim
import Glibc

/// An IP address and port that a socket can be bound to, or that a peer came from.
struct ListenAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Nil unless `host` is `localhost` or an IP address.
    init?(host: String, port: UInt16) {
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        if inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            set(&v4)
        } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port.bigEndian
            set(&v6)
        } else {
            return nil
        }
    }

    /// An address that was written, as a proxy does: bare, or with a port behind it, IPv6 then in brackets.
    init?(written text: String) {
        if let plain = ListenAddress(host: text, port: 0), text != "localhost" {
            self = plain
        } else if let authority = Authority(text), authority.host != "localhost",
            let address = ListenAddress(host: authority.host, port: 0)
        {
            self = address
        } else {
            return nil
        }
    }

    private mutating func set<Address>(_ address: inout Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: &address) { target.copyMemory(from: $0) }
        }
    }

    private init() {}

    /// Accepts a connection: its descriptor and where it came from, nil with `errno` set when there is none.
    static func accept(from listener: Int32) -> (descriptor: Int32, peer: ListenAddress)? {
        var peer = ListenAddress()
        let descriptor = peer.withPointer { shim_accept(listener, $0, $1) }
        return descriptor >= 0 ? (descriptor, peer) : nil
    }

    /// A listening socket on exactly this address, which others with the same right may share, or `errno`.
    func listen(shared: Bool) -> Result<Int32, Errno> {
        let family = Int32(storage.ss_family)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { return .failure(Errno(number: errno)) }
        var on: Int32 = 1
        var off: Int32 = 0
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if shared { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, size) }
        if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
        var address = self
        let failed = address.withPointer { pointer, length in bind(descriptor, pointer, length.pointee) != 0 }
        guard !failed, Glibc.listen(descriptor, 4096) == 0 else {
            let number = errno
            close(descriptor)
            return .failure(Errno(number: number))
        }
        return .success(descriptor)
    }

    /// The port of a bound socket.
    static func port(of descriptor: Int32) -> UInt16 {
        var address = ListenAddress()
        _ = address.withPointer { getsockname(descriptor, $0, $1) }
        return address.port
    }

    struct Errno: Error {
        let number: Int32
    }

    private var port: UInt16 {
        withUnsafeBytes(of: storage) { bytes in
            // The port stands in the same place for both families.
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }

    private mutating func withPointer<Value>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Value
    ) -> Value {
        withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                withUnsafeMutablePointer(to: &length) { body(address, $0) }
            }
        }
    }

    /// The address alone: 4 or 16 bytes, IPv4 as such also when it came through IPv6.
    var bytes: [UInt8] {
        withUnsafeBytes(of: storage) { bytes in
            guard Int32(storage.ss_family) == AF_INET6 else { return Array(bytes[4..<8]) }
            let address = Array(bytes[8..<24])
            let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            return address.starts(with: mapped) ? Array(address[12...]) : address
        }
    }

    /// The address, or the /64 of an IPv6 address: who has one such network has all of its addresses.
    var household: String {
        guard bytes.count == 16 else { return text }
        return stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":") + "::/64"
    }

    /// As people write it.
    var text: String {
        var bytes = bytes
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, &bytes, &text, socklen_t(text.count)) != nil else { return "unknown" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
