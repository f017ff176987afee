/// Reads bytes that others wrote: every read says nil instead of going past the end.
package struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
    }

    package var left: Int { bytes.endIndex - position }

    mutating func byte() -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// A big-endian number of `size` bytes.
    mutating func number(_ size: Int) -> UInt64? {
        guard let digits = take(size) else { return nil }
        var number: UInt64 = 0
        for digit in digits { number = number &<< 8 | UInt64(digit) }
        return number
    }

    mutating func word() -> UInt32? {
        guard let number = number(4) else { return nil }
        return UInt32(truncatingIfNeeded: number)
    }

    /// Bytes behind their number, itself of `size` bytes.
    mutating func counted(_ size: Int) -> [UInt8]? {
        guard let count = number(size), count <= UInt64(left), let bytes = take(Int(count)) else { return nil }
        return [UInt8](bytes)
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}
