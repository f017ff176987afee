/// Reads JSON (RFC 8259) from bytes in place: one pass, no tree, nothing allocated but strings with escapes.
///
/// Total: whatever the bytes are, a member returns a value, nil, or throws `JSONFault`.
public struct JSONScanner {
    /// Arrays and objects inside one another at most.
    static let deepest = 16

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var depth = 0

    /// Reads `bytes`, which must outlive the scanner.
    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The first byte of the next value, or of what stands in its place.
    public mutating func peek() -> UInt8? {
        skipBlanks()
        return position < bytes.count ? bytes[position] : nil
    }

    /// Reads the members of an object; `member` must consume each value. The key is shown raw: one with escapes is
    /// none of ours and matches nothing.
    public mutating func object<Failure: Error>(
        orThrow fault: Failure, _ member: (inout JSONScanner, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard take(UInt8(ascii: "{")), depth < Self.deepest else { throw fault }
        depth += 1
        defer { depth -= 1 }
        if take(UInt8(ascii: "}")) { return }
        repeat {
            guard let key = rawString(), take(UInt8(ascii: ":")) else { throw fault }
            try member(&self, key.bytes)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault }
    }

    /// Reads the elements of an array; `element` must consume each.
    public mutating func array<Failure: Error>(
        orThrow fault: Failure, _ element: (inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        guard take(UInt8(ascii: "[")), depth < Self.deepest else { throw fault }
        depth += 1
        defer { depth -= 1 }
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault }
    }

    /// A string, unescaped; nil when the next value is no well-formed string.
    public mutating func string() -> String? {
        guard let raw = rawString() else { return nil }
        if raw.isPlain { return String(validating: raw.bytes, as: UTF8.self) }
        return JSONEscapes.decode(raw.bytes).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The bytes of a string without escapes; nil for anything else.
    public mutating func plainString() -> UnsafeRawBufferPointer? {
        guard let raw = rawString(), raw.isPlain else { return nil }
        return raw.bytes
    }

    /// A whole number in 0…`limit`, written without fraction or exponent; nil for anything else.
    public mutating func unsigned(upTo limit: UInt64 = .max) -> UInt64? {
        skipBlanks()
        let start = position
        var value: UInt64 = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(UInt64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
            position += 1
        }
        guard position > start, position - start == 1 || bytes[start] != UInt8(ascii: "0"), value <= limit,
            !continuesNumber
        else { return nil }
        return value
    }

    /// As `unsigned`, with an optional minus sign, in -`limit`…`limit`.
    public mutating func signed(within limit: Int64) -> Int64? {
        skipBlanks()
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        guard let value = unsigned(upTo: UInt64(limit)) else { return nil }
        return isNegative ? -Int64(value) : Int64(value)
    }

    /// `true` or `false`; nil for anything else.
    public mutating func boolean() -> Bool? {
        if takeWord("true") { return true }
        if takeWord("false") { return false }
        return nil
    }

    /// `null` was next.
    public mutating func null() -> Bool { takeWord("null") }

    /// Skips one value of any kind; false when there is none.
    public mutating func skip() -> Bool {
        switch peek() {
        case UInt8(ascii: "{")?:
            do throws(JSONFault) {
                try object(orThrow: JSONFault()) { scanner, _ throws(JSONFault) in
                    guard scanner.skip() else { throw JSONFault() }
                }
                return true
            } catch { return false }
        case UInt8(ascii: "[")?:
            do throws(JSONFault) {
                try array(orThrow: JSONFault()) { scanner throws(JSONFault) in
                    guard scanner.skip() else { throw JSONFault() }
                }
                return true
            } catch { return false }
        case UInt8(ascii: "\"")?:
            guard let raw = rawString() else { return false }
            return raw.isPlain || JSONEscapes.decode(raw.bytes) != nil
        case UInt8(ascii: "t")?, UInt8(ascii: "f")?: return boolean() != nil
        case UInt8(ascii: "n")?: return null()
        default: return skipNumber()
        }
    }

    /// Nothing but blanks is left.
    public mutating func isAtEnd() -> Bool { peek() == nil }

    // MARK: - Bytes

    private struct RawString {
        let bytes: UnsafeRawBufferPointer
        let isPlain: Bool
    }

    private mutating func rawString() -> RawString? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        var isPlain = true
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return RawString(
                    bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<position - 1]), isPlain: isPlain)
            case UInt8(ascii: "\\"):
                isPlain = false
                position += 2
            case 0..<0x20: return nil
            default: position += 1
            }
        }
        return nil
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        skipBlanks()
        let count = word.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for offset in 0..<count where bytes[position + offset] != word.utf8Start[offset] { return false }
        position += count
        return true
    }

    private var continuesNumber: Bool {
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return true
        default: return false
        }
    }

    /// RFC 8259 §6.
    private mutating func skipNumber() -> Bool {
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let start = position
        guard skipDigits() else { return false }
        if position - start > 1, bytes[start] == UInt8(ascii: "0") { return false }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() else { return false }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            return skipDigits()
        }
        return true
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position > start
    }
}

/// The bytes are not JSON.
public struct JSONFault: Error, Equatable, Sendable {
    /// The one fault.
    public init() {}
}
