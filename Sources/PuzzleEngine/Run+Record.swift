extension Run {
    /// The state for the WebAssembly border: phase, number of cells, `u32` undos left, closing time, moves, last time and
    /// Manhattan sum, `u64` score and progress, then one byte a cell (`cellByte`). Numbers are big-endian; all ones mean
    /// unlimited undos and nothing to close.
    public var record: [UInt8] {
        var record: [UInt8] = []
        let count = Int(options.rows) * Int(options.columns)
        record.append(UInt64(phase.rawValue) << 8 | UInt64(truncatingIfNeeded: count), bytes: 2)
        record.append(UInt64(undosLeft ?? .max) << 32 | UInt64(closesAt ?? .max), bytes: 8)
        record.append(UInt64(moves) << 32 | UInt64(lastTime), bytes: 8)
        record.append(UInt64(manhattan), bytes: 4)
        record.append(score, bytes: 8)
        record.append(progress, bytes: 8)
        return record + cellBytes
    }

    /// One byte a cell: exponent of two, tile, or face + 1 of an open or matched card; 0 for nothing.
    public var cellBytes: [UInt8] {
        var bytes: [UInt8] = []
        for cell in 0..<(Int(options.rows) * Int(options.columns)) { bytes.append(cellByte(cell)) }
        return bytes
    }

    /// A cell as the board keeps it: exponent of two, tile, or face + 1 of an open or matched card; 0 for nothing.
    func cellByte(_ cell: Int) -> UInt8 {
        switch options {
        case .twenty48: twenty48.cells[cell]
        case .sliding: sliding.cells[cell]
        case .memory: memory.shown(UInt8(truncatingIfNeeded: cell))
        }
    }
}
