/// The ChaCha20 block function of RFC 8439 §2.3: the source of every draw.
enum ChaCha20 {
    /// Blocks `counter` and `counter` + 1 of the key stream, each as sixteen little-endian words.
    ///
    /// Two at once: one block is a single chain of dependent steps, which leaves half of a processor idle.
    @_optimize(speed)
    static func blocks(
        key: SIMD8<UInt32>, counter: UInt32, nonce: (UInt32, UInt32, UInt32)
    ) -> InlineArray<32, UInt32> {
        let constants = SIMD4<UInt32>(0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574)
        let tail = SIMD4<UInt32>(counter, nonce.0, nonce.1, nonce.2)
        let start = (
            SIMD8(lowHalf: constants, highHalf: constants), SIMD8(lowHalf: key.lowHalf, highHalf: key.lowHalf),
            SIMD8(lowHalf: key.highHalf, highHalf: key.highHalf),
            SIMD8(lowHalf: tail, highHalf: tail &+ SIMD4(1, 0, 0, 0))
        )
        var (a, b, c, d) = start
        for _ in 0..<10 {
            quarters(&a, &b, &c, &d)
            // The diagonals become columns by turning the rows, and are turned back after.
            (b, c, d) = (b.turned1, c.turned2, d.turned3)
            quarters(&a, &b, &c, &d)
            (b, c, d) = (b.turned3, c.turned2, d.turned1)
        }
        a &+= start.0
        b &+= start.1
        c &+= start.2
        d &+= start.3
        var words = InlineArray<32, UInt32>(repeating: 0)
        for lane in 0..<4 {
            (words[lane], words[lane &+ 4], words[lane &+ 8], words[lane &+ 12]) = (a[lane], b[lane], c[lane], d[lane])
            (words[lane &+ 16], words[lane &+ 20], words[lane &+ 24], words[lane &+ 28]) =
                (a[lane &+ 4], b[lane &+ 4], c[lane &+ 4], d[lane &+ 4])
        }
        return words
    }

    /// Four quarter rounds of each block at once, one in each lane.
    @inline(__always)
    private static func quarters(
        _ a: inout SIMD8<UInt32>, _ b: inout SIMD8<UInt32>, _ c: inout SIMD8<UInt32>, _ d: inout SIMD8<UInt32>
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

extension SIMD8<UInt32> {
    /// The halves share no bit, so `&+` is `|`; with `|` the optimiser makes scalar rotations, three times slower.
    @inline(__always)
    fileprivate func rotated(left count: UInt32) -> SIMD8 { (self &<< count) &+ (self &>> (32 &- count)) }

    // The four lanes of each block turned by one, two, three.
    @inline(__always)
    fileprivate var turned1: SIMD8 { SIMD8(self[1], self[2], self[3], self[0], self[5], self[6], self[7], self[4]) }
    @inline(__always)
    fileprivate var turned2: SIMD8 { SIMD8(self[2], self[3], self[0], self[1], self[6], self[7], self[4], self[5]) }
    @inline(__always)
    fileprivate var turned3: SIMD8 { SIMD8(self[3], self[0], self[1], self[2], self[7], self[4], self[5], self[6]) }
}
