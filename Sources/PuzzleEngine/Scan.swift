/// Reads canonical JSON from left to right: whoever calls knows what must come next.
struct Scan {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The error of this place.
    var fault: ReplayError { ReplayError(.malformed, place: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Passes over a text if it stands here.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
        position += count
        return true
    }

    mutating func expect(_ text: StaticString) throws(ReplayError) {
        if !skip(text) { throw fault }
    }

    func end() throws(ReplayError) {
        if position != bytes.count { throw fault }
    }

    /// A number without sign or superfluous zeros.
    mutating func number() throws(ReplayError) -> UInt64 {
        let start = position
        var number: UInt64 = 0
        while let digit = next, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") {
            let value = UInt64(digit - UInt8(ascii: "0"))
            // Also keeps the sum below within 64 bits.
            guard number <= (UInt64.max - value) / 10 else { throw fault }
            number = number &* 10 &+ value
            position += 1
        }
        let count = position - start
        if count == 0 || count > 1 && bytes[start] == UInt8(ascii: "0") { throw fault }
        return number
    }

    mutating func word() throws(ReplayError) -> UInt32 {
        guard let word = UInt32(exactly: try number()) else { throw fault }
        return word
    }

    mutating func byte() throws(ReplayError) -> UInt8 {
        guard let byte = UInt8(exactly: try number()) else { throw fault }
        return byte
    }

    mutating func list<Element>(
        _ element: (inout Scan) throws(ReplayError) -> Element
    ) throws(ReplayError) -> [Element] {
        try expect("[")
        var list: [Element] = []
        if skip("]") { return list }
        repeat { list.append(try element(&self)) } while skip(",")
        try expect("]")
        return list
    }

    /// A string of this many bytes in small hexadecimal digits.
    mutating func hex(_ count: Int) throws(ReplayError) -> [UInt8] {
        try expect("\"")
        var result: [UInt8] = []
        for _ in 0..<count { result.append(try hexDigit() << 4 | hexDigit()) }
        try expect("\"")
        return result
    }

    private mutating func hexDigit() throws(ReplayError) -> UInt8 {
        for value: UInt8 in 0..<16 where next == UInt8.hexDigit(value) {
            position += 1
            return value
        }
        throw fault
    }

    /// A string in its one canonical spelling; its UTF-8.
    mutating func string() throws(ReplayError) -> [UInt8] {
        try expect("\"")
        var utf8: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                utf8.append(try escape())
            } else if byte < 0x20 {
                throw fault
            } else {
                utf8.append(byte)
                position += 1
            }
        }
        guard isUTF8(utf8) else { throw fault }
        try expect("\"")
        return utf8
    }

    private mutating func escape() throws(ReplayError) -> UInt8 {
        if skip("\\\"") { return UInt8(ascii: "\"") }
        if skip("\\\\") { return UInt8(ascii: "\\") }
        try expect("\\u00")
        let byte = try hexDigit() << 4 | hexDigit()
        if byte >= 0x20 { throw fault }
        return byte
    }

    mutating func rules() throws(ReplayError) {
        try expect(",\"rules\":")
        if try number() != UInt64(rulesVersion) { throw ReplayError(.version) }
    }

    func checked<Value>(_ make: () throws(OptionError) -> Value) throws(ReplayError) -> Value {
        do { return try make() } catch { throw ReplayError(.options) }
    }
}

/// Whether bytes are UTF-8 (RFC 3629): no surrogates, nothing longer than needed, nothing beyond U+10FFFF.
func isUTF8(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
        let lead = bytes[index]
        index += 1
        if lead < 0x80 { continue }
        guard lead >= 0xC2, lead <= 0xF4 else { return false }
        for place in 0..<(lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3) {
            guard index < bytes.count else { return false }
            let byte = bytes[index]
            index += 1
            let lowest: UInt8 = place > 0 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
            let highest: UInt8 = place > 0 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
            if byte < lowest || byte > highest { return false }
        }
    }
    return true
}
