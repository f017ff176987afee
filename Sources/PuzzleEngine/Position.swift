// Given positions: boards that no seed drew, checked before anything is played on them.

extension Run {
    /// Lays out a position of one byte a cell (`cellByte`; every memory card with its face + 1); throws what is wrong.
    mutating func place(_ bytes: [UInt8]) throws(OptionError) {
        guard bytes.count == Int(options.rows) * Int(options.columns) else { throw .positionLength }
        switch options {
        case .twenty48(let game): twenty48 = try Twenty48Board(size: game.size, exponents: bytes)
        case .sliding(let game):
            guard Run.counts(bytes, from: 0, each: 1) else { throw .positionValue }
            guard SlidingBoard.isSolvable(bytes, columns: game.columns) else { throw .unsolvable }
            sliding = SlidingBoard(rows: game.rows, columns: game.columns, tiles: bytes)
        case .memory:
            guard Run.counts(bytes, from: 1, each: 2) else { throw .positionValue }
            var faces: [UInt8] = []
            for byte in bytes { faces.append(byte &- 1) }
            memory = MemoryBoard(faces: faces)
        }
    }

    /// Whether the bytes are the numbers from `first` upwards, each this often.
    private static func counts(_ bytes: [UInt8], from first: UInt8, each times: Int) -> Bool {
        var seen = InlineArray<64, UInt8>(repeating: 0)
        for byte in bytes {
            guard byte >= first, Int(byte - first) < bytes.count / times else { return false }
            seen[Int(byte - first)] += 1
            if seen[Int(byte - first)] > times { return false }
        }
        return true
    }
}

extension Twenty48Board {
    /// A board of 2048 from exponents; at least one tile, and no more in sum than such a board can hold.
    ///
    /// That is 2^(cells+1) and every smaller tile down to 4 in the other cells: no play leads beyond it, so that no tile
    /// ever grows past `Twenty48Options.largestTarget`.
    init(size: UInt8, exponents: [UInt8]) throws(OptionError) {
        guard (3...6).contains(size) else { throw .size }
        guard exponents.count == Int(size) * Int(size) else { throw .positionLength }
        self.init(size: size)
        var sum: UInt64 = 0
        for cell in exponents.indices where exponents[cell] != 0 {
            guard Int(exponents[cell]) <= count + 1 else { throw .positionValue }
            put(exponents[cell], at: cell)
            sum &+= 1 &<< UInt64(exponents[cell])
        }
        guard occupied != 0, sum <= 4 &<< UInt64(count) &- 4 else { throw .positionValue }
    }

    /// The exponents of tile values; nil when one is no power of two from 2 up.
    static func exponents(_ values: [UInt64]) -> [UInt8]? {
        var exponents: [UInt8] = []
        for value in values {
            guard value != 1, value & (value &- 1) == 0 || value == 0 else { return nil }
            exponents.append(value == 0 ? 0 : UInt8(truncatingIfNeeded: value.trailingZeroBitCount))
        }
        return exponents
    }
}
