/// The 256 bits from which a race's whole chance follows.
public struct Seed: Equatable, Sendable {
    /// The seed as the key words of ChaCha20: little-endian.
    let key: SIMD8<UInt32>

    /// A seed of exactly 32 bytes; nil for any other number.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.init(digest: bytes)
    }

    /// The first 32 of `bytes`, which a digest always has.
    init(digest bytes: some Collection<UInt8>) {
        var key = SIMD8<UInt32>(repeating: 0)
        var position = 0
        for byte in bytes.prefix(32) {
            key[position &>> 2] |= UInt32(byte) &<< UInt32(truncatingIfNeeded: (position & 3) &* 8)
            position += 1
        }
        self.key = key
    }

    /// A seed that is cheap to number, for self-tests and benchmarks; no race starts from one.
    package init(number: UInt32) {
        key = (SIMD8(0, 1, 2, 3, 4, 5, 6, 7) &+ number) &* 0x9E37_79B1
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for i in 0..<8 { bytes.append(UInt64(key[i].byteSwapped), bytes: 4) }
        return bytes
    }
}
