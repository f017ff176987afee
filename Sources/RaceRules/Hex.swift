/// Bytes as lower-case hexadecimal ASCII and back.
public enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two digits for each byte.
    public static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        for byte in bytes {
            out.append(digits[Int(byte >> 4)])
            out.append(digits[Int(byte & 15)])
        }
        return out
    }

    /// Sixteen digits.
    public static func encode(_ word: UInt64) -> [UInt8] { encode(bytes(of: word)) }

    /// Nil when a digit is not 0…9 or a…f, or when their count is odd.
    public static func decode(_ ascii: some Collection<UInt8>) -> [UInt8]? {
        guard ascii.count.isMultiple(of: 2) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(ascii.count / 2)
        var high: UInt8?
        for character in ascii {
            guard let digit = value(of: character) else { return nil }
            if let first = high {
                out.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return out
    }

    /// The big-endian word of up to 8 bytes.
    public static func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// The 8 bytes of a word, big-endian.
    public static func bytes(of word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
