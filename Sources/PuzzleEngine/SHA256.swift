/// SHA-256 of FIPS 180-4, incremental.
///
/// The engine carries its own because a page on plain http has no `crypto.subtle`.
public struct SHA256: Sendable {
    private var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
    /// The block being gathered, as big-endian words.
    private var block = InlineArray<16, UInt32>(repeating: 0)
    private var length: UInt64 = 0

    /// An empty message.
    public init() {}

    /// Appends bytes to the message.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { put(byte) }
    }

    /// The digest (32 bytes) of the bytes so far; more may be appended afterwards.
    public func finish() -> [UInt8] {
        var padded = self
        padded.put(0x80)
        while padded.length & 63 != 56 { padded.put(0) }
        let bits = length &<< 3
        for place: UInt64 in 0..<8 { padded.put(UInt8(truncatingIfNeeded: bits &>> ((7 &- place) &* 8))) }
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        for i in 0..<8 { digest.append(UInt64(padded.state[i]), bytes: 4) }
        return digest
    }

    /// The digest (32 bytes) of one message.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    private mutating func put(_ byte: UInt8) {
        let word = Int(truncatingIfNeeded: length &>> 2) & 15
        block[word] = block[word] &<< 8 | UInt32(byte)
        length &+= 1
        if length & 63 == 0 { compress() }
    }

    private mutating func compress() {
        var w = block
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            if round >= 16 { w[round & 15] = SHA256.schedule(w, round) }
            let sum1 = e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
            let choice = (e & f) ^ (~e & g)
            let t1 = h &+ sum1 &+ choice &+ SHA256.constants[round] &+ w[round & 15]
            let sum0 = a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)
            let t2 = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
        }
        state = state &+ SIMD8(a, b, c, d, e, f, g, h)
    }

    @inline(__always)
    private static func schedule(_ w: InlineArray<16, UInt32>, _ round: Int) -> UInt32 {
        let (early, late) = (w[(round &- 15) & 15], w[(round &- 2) & 15])
        let sigma0 = early.rotated(right: 7) ^ early.rotated(right: 18) ^ (early &>> 3)
        let sigma1 = late.rotated(right: 17) ^ late.rotated(right: 19) ^ (late &>> 10)
        return w[round & 15] &+ sigma0 &+ w[(round &- 7) & 15] &+ sigma1
    }

    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension UInt32 {
    @inline(__always)
    func rotated(right count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
