/// A board of the sliding puzzle: tile numbers in cells, row by row, 0 for the blank; at home tile t is in cell t−1.
struct SlidingBoard: Sendable {
    let rows: UInt8
    let columns: UInt8
    private(set) var cells = InlineArray<64, UInt8>(repeating: 0)
    private(set) var blank: UInt8 = 0
    private(set) var tilesHome: UInt8 = 0

    /// `tiles` is a permutation of 0..<rows×columns.
    init(rows: UInt8, columns: UInt8, tiles: [UInt8]) {
        self.rows = rows
        self.columns = columns
        for cell in tiles.indices {
            cells[cell] = tiles[cell]
            if tiles[cell] == 0 { blank = UInt8(truncatingIfNeeded: cell) }
        }
        for cell in tiles.indices where isHome(UInt8(truncatingIfNeeded: cell)) { tilesHome += 1 }
    }

    var count: UInt8 { rows &* columns }
    var isSolved: Bool { tilesHome &+ 1 == count }

    private func isHome(_ cell: UInt8) -> Bool { cells[Int(cell)] == cell &+ 1 }

    /// The sum over all tiles of their distance from home in rows and columns.
    var manhattan: UInt32 {
        var sum: UInt32 = 0
        for cell in 0..<Int(count) where cells[cell] != 0 {
            sum += SlidingBoard.distance(UInt8(truncatingIfNeeded: cell), cells[cell] - 1, columns: columns)
        }
        return sum
    }

    private static func distance(_ a: UInt8, _ b: UInt8, columns: UInt8) -> UInt32 {
        let (rowA, rowB) = (a / columns, b / columns)
        let (columnA, columnB) = (a % columns, b % columns)
        return UInt32(rowA > rowB ? rowA - rowB : rowB - rowA)
            + UInt32(columnA > columnB ? columnA - columnB : columnB - columnA)
    }

    /// The tile that would move in this direction: it stands on the blank's other side; nil at the border.
    @inline(__always)
    func tile(moving direction: Direction) -> UInt8? {
        switch direction {
        case .up: blank / columns &+ 1 < rows ? blank &+ columns : nil
        case .down: blank >= columns ? blank &- columns : nil
        case .left: blank % columns &+ 1 < columns ? blank &+ 1 : nil
        case .right: blank % columns > 0 ? blank &- 1 : nil
        }
    }

    /// Slides the run from `cell` to the blank, the tile beside the blank first; the number of tiles moved, 0 if none can.
    mutating func slide(from cell: UInt8, events: inout [Event]) -> UInt32 {
        let forward = cell > blank
        let step: UInt8
        if cell / columns == blank / columns {
            step = 1
        } else if cell % columns == blank % columns {
            step = columns
        } else {
            return 0
        }
        var moved: UInt32 = 0
        while blank != cell {
            let from = forward ? blank &+ step : blank &- step
            shift(from, events: &events)
            moved &+= 1
        }
        return moved
    }

    /// Moves the tile beside the blank into it.
    @inline(__always)
    mutating func shift(_ from: UInt8, events: inout [Event]) {
        let tile = cells[Int(from)]
        if tile == from &+ 1 { tilesHome &-= 1 }
        if tile == blank &+ 1 { tilesHome &+= 1 }
        cells[Int(blank)] = tile
        cells[Int(from)] = 0
        events.append(.move(from: from, to: blank, value: UInt64(tile)))
        blank = from
    }

    /// Uniform over the solvable boards other than the goal.
    ///
    /// A shuffle of all cells, the blank too. An unsolvable one has tiles 1 and 2 swapped: that pairs each unsolvable
    /// board with one solvable board. The goal is drawn again from the same stream.
    static func scrambled(_ options: SlidingOptions, seed: Seed, board: UInt32) -> SlidingBoard {
        var stream = SeedStream(seed: seed, purpose: .scramble, board: board)
        while true {
            var tiles: [UInt8] = []
            for tile in 0..<(options.rows * options.columns) { tiles.append(tile) }
            stream.shuffle(&tiles)
            if !isSolvable(tiles, columns: options.columns) { swapFirstTwo(&tiles) }
            let scrambled = SlidingBoard(rows: options.rows, columns: options.columns, tiles: tiles)
            if !scrambled.isSolved { return scrambled }
        }
    }

    private static func swapFirstTwo(_ tiles: inout [UInt8]) {
        for cell in tiles.indices where tiles[cell] == 1 || tiles[cell] == 2 { tiles[cell] = 3 - tiles[cell] }
    }

    /// Each move swaps the blank with a tile and takes it one step, so a board can be brought home exactly if the parity
    /// of its permutation (blank included) is that of the blank's distance from the last cell.
    static func isSolvable(_ tiles: [UInt8], columns: UInt8) -> Bool {
        let last = UInt8(truncatingIfNeeded: tiles.count - 1)
        var odd = false
        for cell in tiles.indices {
            // As a number the blank comes last.
            let tile = tiles[cell] == 0 ? last : tiles[cell] - 1
            if tiles[cell] == 0, distance(UInt8(truncatingIfNeeded: cell), last, columns: columns) & 1 == 1 {
                odd.toggle()
            }
            for later in tiles[(cell + 1)...] where (later == 0 ? last : later - 1) < tile { odd.toggle() }
        }
        return !odd
    }
}
