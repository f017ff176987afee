// What the exports share: one buffer for bytes in and out, and the games by their handles.
internal import PuzzleEngine

// One WebAssembly instance has one thread, and natively only a test calls the exports, from one task at a time.
nonisolated(unsafe) private var buffer = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

/// The buffer, after making it hold `count` bytes; growing loses its contents.
func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    if count > buffer.count || buffer.baseAddress == nil {
        buffer.deallocate()
        buffer = .allocate(capacity: count < 4096 ? 4096 : count)
    }
    return buffer.baseAddress
}

/// The first `count` bytes of the buffer; nil when it holds fewer.
func input(_ count: Int32) -> [UInt8]? {
    guard count >= 0, Int(count) <= buffer.count else { return nil }
    return [UInt8](buffer[..<Int(count)])
}

/// Puts the answer into the buffer and returns its length.
func give(_ bytes: [UInt8]) -> Int32 {
    guard let start = reserve(bytes.count) else { return Failure.misuse }
    for index in bytes.indices { start[index] = bytes[index] }
    return Int32(truncatingIfNeeded: bytes.count)
}

/// Puts an answer and events behind it into the buffer and returns their length.
func give(_ bytes: [UInt8], _ events: [Event]) -> Int32 {
    var answer = bytes
    for event in events { event.append(to: &answer) }
    return give(answer)
}

/// Bytes from one place up to another; both lie within.
func part(_ bytes: [UInt8], _ from: Int, _ to: Int) -> [UInt8] {
    var part: [UInt8] = []
    for index in from..<to { part.append(bytes[index]) }
    return part
}

/// Answers below 0.
enum Failure {
    /// The caller broke the border's own rules: lengths, handles, codes.
    static let misuse: Int32 = -128

    /// −1…: the raw value.
    static func code(_ error: MoveError) -> Int32 { -Int32(error.rawValue) }
    /// −65…: 64 and the raw value.
    static func code(_ error: OptionError) -> Int32 { -64 - Int32(error.rawValue) }
}
