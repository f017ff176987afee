/// Server frames of RFC 6455 §5.2: never masked, so the same bytes serve every socket.
enum Frame {
    /// Appends one whole text message.
    static func append(text payload: [UInt8], to buffer: inout [UInt8]) {
        let count = payload.count
        buffer.reserveCapacity(buffer.count + count + 10)
        buffer.append(0x81)
        if count < 126 {
            buffer.append(UInt8(count))
        } else if count < 65_536 {
            buffer.append(126)
            appendBigEndian(count, bytes: 2, to: &buffer)
        } else {
            buffer.append(127)
            appendBigEndian(count, bytes: 8, to: &buffer)
        }
        buffer.append(contentsOf: payload)
    }

    private static func appendBigEndian(_ value: Int, bytes: Int, to buffer: inout [UInt8]) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            buffer.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
