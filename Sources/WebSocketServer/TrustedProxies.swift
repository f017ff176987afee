/// The proxies that are believed when they say whom they speak for.
struct TrustedProxies: Sendable {
    /// The addresses that share their first bits with `bytes`.
    private struct Block: Sendable {
        let bytes: [UInt8]
        let bits: Int

        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, let address = ListenAddress(written: String(parts[0])) else { return nil }
            bytes = address.bytes
            guard parts.count == 2 else {
                bits = bytes.count * 8
                return
            }
            guard let bits = Int(parts[1]), (0...bytes.count * 8).contains(bits) else { return nil }
            self.bits = bits
        }

        func contains(_ address: [UInt8]) -> Bool {
            guard address.count == bytes.count else { return false }
            return (0..<bits).allSatisfy { bit in
                (address[bit / 8] ^ bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
        }
    }

    private let blocks: [Block]

    init(_ texts: [String]) throws(ServerError) {
        var blocks: [Block] = []
        for text in texts {
            guard let block = Block(text) else { throw .badProxy(text) }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    func trusts(_ address: [UInt8]) -> Bool {
        blocks.contains { $0.contains(address) }
    }

    /// The client in an `X-Forwarded-For`: the last that is not a trusted proxy itself, since anybody can write what
    /// stands before.
    func client(_ forwarded: String) -> ListenAddress? {
        var client: ListenAddress?
        for text in forwarded.split(separator: ",").reversed() {
            guard let address = ListenAddress(written: Handshake.trimmed(text)) else { return client }
            client = address
            if !trusts(address.bytes) { break }
        }
        return client
    }
}
