// Given positions: boards that no seed drew, checked before anything is played on them.

extension Run {
    /// Lays out a given position; throws what is wrong with it.
    mutating func place(_ cells: [UInt64]) throws(OptionError) {
        guard cells.count == Int(options.rows) * Int(options.columns) else { throw .positionLength }
        switch options {
        case .twenty48(let game): twenty48 = try Twenty48Board(size: game.size, values: cells)
        case .sliding(let game):
            let tiles = try Run.permutation(cells)
            guard SlidingBoard.isSolvable(tiles, columns: game.columns) else { throw .unsolvable }
            sliding = SlidingBoard(rows: game.rows, columns: game.columns, tiles: tiles)
        case .memory: memory = MemoryBoard(faces: try Run.layout(cells))
        }
    }

    private static func permutation(_ cells: [UInt64]) throws(OptionError) -> [UInt8] {
        var seen: UInt64 = 0
        var tiles: [UInt8] = []
        for value in cells {
            guard value < UInt64(cells.count), seen & (1 &<< value) == 0 else { throw .positionValue }
            seen |= 1 &<< value
            tiles.append(UInt8(truncatingIfNeeded: value))
        }
        return tiles
    }

    /// Faces 1…pairs, each on two cards.
    private static func layout(_ cells: [UInt64]) throws(OptionError) -> [UInt8] {
        var (once, twice): (UInt64, UInt64) = (0, 0)
        var faces: [UInt8] = []
        for value in cells {
            guard value >= 1, value <= UInt64(cells.count / 2), twice & (1 &<< value) == 0 else { throw .positionValue }
            twice |= once & (1 &<< value)
            once |= 1 &<< value
            faces.append(UInt8(truncatingIfNeeded: value - 1))
        }
        return faces
    }
}

extension Twenty48Board {
    /// A board of 2048 from tile values; at least one tile, none larger than such a board can hold.
    init(size: UInt8, values: [UInt64]) throws(OptionError) {
        guard (3...6).contains(size) else { throw .size }
        guard values.count == Int(size) * Int(size) else { throw .positionLength }
        self.init(size: size)
        let largest = Twenty48Options.largestTarget(size: size, fours: 100)
        for cell in values.indices where values[cell] != 0 {
            let value = values[cell]
            guard value >= 2, value <= largest, value & (value - 1) == 0 else { throw .positionValue }
            put(UInt8(truncatingIfNeeded: value.trailingZeroBitCount), at: cell)
        }
        guard occupied != 0 else { throw .positionValue }
    }
}
