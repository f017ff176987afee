/// A board of 2048: exponents in cells, row by row, 0 where empty.
struct Twenty48Board: Sendable {
    let size: UInt8
    var cells = InlineArray<36, UInt8>(repeating: 0)
    /// Bit c is set where cell c holds a tile.
    var occupied: UInt64 = 0

    /// `occupied` of a full board.
    private let all: UInt64

    init(size: UInt8) {
        self.size = size
        all = (1 &<< (UInt64(size) &* UInt64(size))) &- 1
    }

    var count: Int { Int(size) &* Int(size) }
    var empties: UInt32 { UInt32(truncatingIfNeeded: (all & ~occupied).nonzeroBitCount) }
    var isFull: Bool { occupied == all }

    var largestExponent: UInt8 {
        var largest: UInt8 = 0
        for cell in 0..<count where cells[cell] > largest { largest = cells[cell] }
        return largest
    }

    @inline(__always)
    mutating func put(_ exponent: UInt8, at cell: Int) {
        cells[cell] = exponent
        if exponent == 0 { occupied &= ~(1 &<< UInt64(cell)) } else { occupied |= 1 &<< UInt64(cell) }
    }

    /// The empty cell with `place` empty cells before it, row by row.
    @inline(__always)
    func emptyCell(_ place: UInt32) -> UInt8 {
        var rest = all & ~occupied
        for _ in 0..<place { rest &= rest &- 1 }
        return UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)
    }

    /// Whether any direction would change the board.
    @_optimize(speed)
    var canMove: Bool {
        if !isFull { return occupied != 0 }
        let n = Int(size)
        for row in 0..<n {
            for column in 0..<n {
                let cell = row &* n &+ column
                if column &+ 1 < n, cells[cell] == cells[cell &+ 1] { return true }
                if row &+ 1 < n, cells[cell] == cells[cell &+ n] { return true }
            }
        }
        return false
    }
}
