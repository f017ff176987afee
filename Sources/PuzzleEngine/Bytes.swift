// The few ways in which the engine writes bytes: text without String, numbers in fixed order.

extension [UInt8] {
    @inline(never)
    mutating func append(text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The lower `size` bytes of a number, most significant first.
    @inline(never)
    package mutating func append(_ number: UInt64, bytes size: Int) {
        for place in 0..<size {
            append(UInt8(truncatingIfNeeded: number &>> UInt64(truncatingIfNeeded: (size &- 1 &- place) &* 8)))
        }
    }

    /// The number in decimal digits.
    @inline(never)
    mutating func append(decimal number: UInt64) {
        var scale: UInt64 = 1
        while number / scale >= 10 { scale = scale &* 10 }
        while scale > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / scale % 10))
            scale /= 10
        }
    }

    @inline(never)
    mutating func append(_ text: StaticString, _ number: UInt64) {
        append(text: text)
        append(decimal: number)
    }

    /// The bytes behind their number, itself of `size` bytes: two lists can never be read as one another.
    mutating func append(counted bytes: [UInt8], size: Int) {
        append(UInt64(truncatingIfNeeded: bytes.count), bytes: size)
        append(contentsOf: bytes)
    }
}
