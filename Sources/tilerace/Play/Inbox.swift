import Foundation

/// What reaches a program that waits: bytes on standard input, signals, the end of its patience.
final class Inbox {
    enum Item: Equatable {
        case bytes([UInt8])
        /// Standard input has ended.
        case end
        case signal(Int32)
        /// Nothing came in the given time.
        case silence
    }

    private let signals: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Listens for these signals instead of what they would do.
    init(signals numbers: [Int32]) { signals = SignalPipe(numbers).descriptor }

    /// Waits for the next item; signals come first.
    func next(milliseconds: Int32 = -1) -> Item {
        var waits = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&waits, 2, milliseconds)
            if count == 0 { return .silence }
            if count < 0 {
                if errno == EINTR { continue }
                return .end
            }
            if waits[0].revents != 0 { return .signal(Int32(read(signals) { 1 }.first ?? 0)) }
            let bytes = read(STDIN_FILENO) { buffer.count }
            return bytes.isEmpty ? .end : .bytes(bytes)
        }
    }

    /// What is there, at most `most` bytes; nothing at the end, or where nothing can be read any more.
    private func read(_ descriptor: Int32, most: () -> Int) -> [UInt8] {
        while true {
            let count = Glibc.read(descriptor, &buffer, most())
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[0..<count]) : []
        }
    }
}

/// Writes all bytes to standard output; false when nobody reads them any more.
func writeOut(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Cuts bytes into lines, none of which can grow without bound.
struct LineCutter {
    enum Line: Equatable {
        case text([UInt8])
        case tooLong
    }

    /// The longest line in bytes, its end not counted.
    static let longest = 4096

    private var line: [UInt8] = []
    private var isTooLong = false
    private var isEmpty = true

    /// Takes bytes in and hands on each line that ends in them.
    mutating func feed(_ bytes: [UInt8], _ take: (Line) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                take(cut())
            } else if line.count < Self.longest {
                line.append(byte)
                isEmpty = false
            } else {
                isTooLong = true
            }
        }
    }

    /// What stands after the last line's end, if anything does.
    mutating func finish() -> Line? { isEmpty ? nil : cut() }

    private mutating func cut() -> Line {
        defer {
            line.removeAll(keepingCapacity: true)
            isTooLong = false
            isEmpty = true
        }
        return isTooLong ? .tooLong : .text(line)
    }
}
