extension Event {
    /// Bytes of a record.
    public static let recordSize = 12

    /// Twelve bytes for the WebAssembly border: kind (0 move … 6 undo, in the order of the cases), three cells or the
    /// face, `u64` value big-endian; what an event lacks is 0.
    public func append(to bytes: inout [UInt8]) {
        func put(_ kind: UInt64, _ a: UInt8 = 0, _ b: UInt8 = 0, _ c: UInt8 = 0, _ value: UInt64 = 0) {
            bytes.append(kind &<< 24 | UInt64(a) &<< 16 | UInt64(b) &<< 8 | UInt64(c), bytes: 4)
            bytes.append(value, bytes: 8)
        }
        switch self {
        case .move(let from, let to, let value): put(0, from, to, 0, value)
        case .merge(let from1, let from2, let to, let value): put(1, from1, from2, to, value)
        case .insert(let cell, let value): put(2, cell, 0, 0, value)
        case .show(let cell, let face): put(3, cell, face)
        case .hide(let cell): put(4, cell)
        case .match(let cell1, let cell2): put(5, cell1, cell2)
        case .undo: put(6)
        }
    }
}
