/// How many moves of 2048 may be taken back.
public enum UndoAllowance: Equatable, Sendable {
    /// At most this many in a run.
    case limited(UInt32)
    /// Every one back to the start.
    case unlimited
}

/// The choices of 2048.
public struct Twenty48Options: Equatable, Sendable {
    /// Rows and columns, 3…6.
    public let size: UInt8
    /// The tile that wins, a power of two from 8 to `largestTarget`.
    public let target: UInt64
    /// Chance in percent that a new tile is a 4.
    public let fours: UInt8
    /// Moves that may be taken back.
    public let undos: UndoAllowance

    /// The largest limited undo allowance.
    public static let mostUndos: UInt32 = 9999

    /// Checked options; throws what is wrong first.
    public init(size: UInt8, target: UInt64, fours: UInt8 = 10, undos: UndoAllowance = .limited(0)) throws(OptionError)
    {
        guard (3...6).contains(size) else { throw .size }
        guard target >= 8, target & (target - 1) == 0 else { throw .target }
        guard fours <= 100 else { throw .fours }
        guard target <= Twenty48Options.largestTarget(size: size, fours: fours) else { throw .targetTooLarge }
        if case .limited(let count) = undos, count > Twenty48Options.mostUndos { throw .undos }
        self.size = size
        self.target = target
        self.fours = fours
        self.undos = undos
    }

    /// The largest tile that a board of this size can hold: 2^(cells+1), or 2^cells when a 4 never appears.
    public static func largestTarget(size: UInt8, fours: UInt8) -> UInt64 {
        let cells = UInt64(size) &* UInt64(size)
        return 1 << (fours == 0 ? cells : cells + 1)
    }
}

/// The choices of the sliding puzzle.
public struct SlidingOptions: Equatable, Sendable {
    /// Rows, 2…8.
    public let rows: UInt8
    /// Columns, 2…8.
    public let columns: UInt8

    /// Checked options; throws what is wrong first.
    public init(rows: UInt8, columns: UInt8) throws(OptionError) {
        guard (2...8).contains(rows) else { throw .rows }
        guard (2...8).contains(columns) else { throw .columns }
        self.rows = rows
        self.columns = columns
    }
}

/// The choices of Memory.
public struct MemoryOptions: Equatable, Sendable {
    /// When two wrong cards close again.
    public enum Closing: Equatable, Sendable {
        /// With the next flip.
        case nextFlip
        /// After this many milliseconds of race time, during which no card may be flipped.
        case hideAfter(ms: UInt32)
    }

    /// Rows, 2…8.
    public let rows: UInt8
    /// Columns, 2…8.
    public let columns: UInt8
    /// When two wrong cards close again.
    public let closing: Closing

    /// The delays that `hideAfter` accepts, in milliseconds.
    public static let hideAfterRange: ClosedRange<UInt32> = 100...60_000

    /// Checked options; throws what is wrong first.
    public init(rows: UInt8, columns: UInt8, closing: Closing = .nextFlip) throws(OptionError) {
        guard (2...8).contains(rows) else { throw .rows }
        guard (2...8).contains(columns) else { throw .columns }
        guard (rows * columns).isMultiple(of: 2) else { throw .oddCells }
        if case .hideAfter(let ms) = closing, !MemoryOptions.hideAfterRange.contains(ms) { throw .hideAfter }
        self.rows = rows
        self.columns = columns
        self.closing = closing
    }
}
