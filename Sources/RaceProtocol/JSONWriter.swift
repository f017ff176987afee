/// Appends JSON to a byte array; commas come by themselves.
public struct JSONWriter {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text with room for `capacity` bytes.
    public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// An object; `members` writes them by `key` or `member`.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// An array; `elements` writes them one after another.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// A member's name, a literal without characters to escape; its value must follow.
    public mutating func key(_ name: StaticString) {
        comma()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// `null`.
    public mutating func null() { raw("null") }
    /// `true` or `false`.
    public mutating func value(_ value: Bool) { raw(value ? "true" : "false") }

    /// A literal without characters to escape, as a string.
    public mutating func literal(_ value: StaticString) {
        comma()
        quote(value)
        needsComma = true
    }

    /// A whole number.
    public mutating func value(_ value: UInt64) {
        comma()
        digits(value)
        needsComma = true
    }

    /// A whole number with its sign.
    public mutating func value(_ value: Int) {
        comma()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(UInt64(value.magnitude))
        needsComma = true
    }

    /// A string, escaped.
    public mutating func value(_ value: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes += Array("\\u00".utf8)
                bytes += [hexDigit(byte >> 4), hexDigit(byte & 15)]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Printable ASCII without quotes or backslashes, as a string.
    public mutating func ascii(_ value: [UInt8]) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes += value
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// One JSON value that was written elsewhere.
    public mutating func raw(json: some Sequence<UInt8>) {
        comma()
        bytes += json
        needsComma = true
    }

    private mutating func raw(_ word: StaticString) {
        comma()
        append(word)
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func quote(_ name: StaticString) {
        bytes.append(UInt8(ascii: "\""))
        append(name)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ word: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func digits(_ value: UInt64) {
        if value < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(value))
            return
        }
        let start = bytes.count
        var rest = value
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
