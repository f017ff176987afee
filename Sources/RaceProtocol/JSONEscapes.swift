/// Escapes of JSON strings (RFC 8259 §7).
enum JSONEscapes {
    /// The UTF-8 of a string's inside; nil when an escape is malformed or half of a surrogate pair.
    static func decode(_ raw: UnsafeRawBufferPointer) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(raw.count)
        var position = 0
        while position < raw.count {
            guard raw[position] == UInt8(ascii: "\\") else {
                out.append(raw[position])
                position += 1
                continue
            }
            guard position + 1 < raw.count else { return nil }
            if raw[position + 1] == UInt8(ascii: "u") {
                guard let scalar = scalar(in: raw, at: &position) else { return nil }
                out += Array(String(Character(scalar)).utf8)
            } else {
                guard let byte = single(raw[position + 1]) else { return nil }
                out.append(byte)
                position += 2
            }
        }
        return out
    }

    private static func single(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private static func scalar(in raw: UnsafeRawBufferPointer, at position: inout Int) -> Unicode.Scalar? {
        guard let first = unit(in: raw, at: position) else { return nil }
        position += 6
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard let second = unit(in: raw, at: position), (0xDC00..<0xE000).contains(second) else { return nil }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    /// The four digits of a `\uXXXX` that begins at `position`.
    private static func unit(in raw: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
        guard position + 6 <= raw.count, raw[position] == UInt8(ascii: "\\"), raw[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for byte in raw[position + 2..<position + 6] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
