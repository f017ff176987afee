/// The ChaCha20 block function of RFC 8439 §2.3: the source of every draw.
enum ChaCha20 {
    /// Block `counter` of the key stream, as sixteen little-endian words.
    static func block(key: SIMD8<UInt32>, counter: UInt32, nonce: (UInt32, UInt32, UInt32)) -> SIMD16<UInt32> {
        let constants = SIMD4<UInt32>(0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574)
        let tail = SIMD4<UInt32>(counter, nonce.0, nonce.1, nonce.2)
        var (a, b, c, d) = (constants, key.lowHalf, key.highHalf, tail)
        for _ in 0..<10 {
            quarters(&a, &b, &c, &d)
            // The diagonals become columns by turning the rows, and are turned back after.
            (b, c, d) = (b.turned1, c.turned2, d.turned3)
            quarters(&a, &b, &c, &d)
            (b, c, d) = (b.turned3, c.turned2, d.turned1)
        }
        return SIMD16(
            lowHalf: SIMD8(lowHalf: a &+ constants, highHalf: b &+ key.lowHalf),
            highHalf: SIMD8(lowHalf: c &+ key.highHalf, highHalf: d &+ tail))
    }

    /// Four quarter rounds at once, one in each lane.
    @inline(__always)
    private static func quarters(
        _ a: inout SIMD4<UInt32>, _ b: inout SIMD4<UInt32>, _ c: inout SIMD4<UInt32>, _ d: inout SIMD4<UInt32>
    ) {
        a &+= b
        d = (d ^ a).rotated(left: 16)
        c &+= d
        b = (b ^ c).rotated(left: 12)
        a &+= b
        d = (d ^ a).rotated(left: 8)
        c &+= d
        b = (b ^ c).rotated(left: 7)
    }
}

extension SIMD4<UInt32> {
    /// The halves share no bit, so `&+` is `|`; with `|` the optimiser makes four scalar rotations, three times slower.
    @inline(__always)
    fileprivate func rotated(left count: UInt32) -> SIMD4 { (self &<< count) &+ (self &>> (32 &- count)) }

    @inline(__always)
    fileprivate var turned1: SIMD4 { SIMD4(y, z, w, x) }
    @inline(__always)
    fileprivate var turned2: SIMD4 { SIMD4(z, w, x, y) }
    @inline(__always)
    fileprivate var turned3: SIMD4 { SIMD4(w, x, y, z) }
}
