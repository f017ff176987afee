// The few ways in which the engine writes bytes: text without String, numbers in fixed order.

extension [UInt8] {
    mutating func append(text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Four bytes, most significant first.
    mutating func append(bigEndian word: UInt32) {
        append(UInt8(truncatingIfNeeded: word &>> 24))
        append(UInt8(truncatingIfNeeded: word &>> 16))
        append(UInt8(truncatingIfNeeded: word &>> 8))
        append(UInt8(truncatingIfNeeded: word))
    }

    /// The number in decimal digits.
    mutating func append(decimal number: UInt64) {
        var scale: UInt64 = 1
        while number / scale >= 10 { scale *= 10 }
        while scale > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / scale % 10))
            scale /= 10
        }
    }

    /// The bytes behind their number as a `u32`: two lists can never be read as one another.
    mutating func append(lengthPrefixed bytes: [UInt8]) {
        append(bigEndian: UInt32(truncatingIfNeeded: bytes.count))
        append(contentsOf: bytes)
    }
}
