import COpenSSL

/// Unpredictable bytes for codes, tokens, secrets and salts.
public enum SecureRandom {
    /// `count` bytes of OpenSSL's `RAND_bytes`.
    ///
    /// A system without randomness must not hand out predictable secrets: then the process stops.
    public static func bytes(_ count: Int) -> [UInt8] {
        precondition(count >= 0 && count <= Int(Int32.max))
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let base = buffer.baseAddress, count > 0 else { return }
            guard RAND_bytes(base, Int32(count)) == 1 else { fatalError("no source of randomness") }
            initialized = count
        }
    }
}
