/// A direction in which tiles move. Raw values are stable: they go into logs and replays.
public enum Direction: UInt8, CaseIterable, Sendable {
    /// Towards the first row.
    case up = 0
    /// Towards the last row.
    case down
    /// Towards the first column.
    case left
    /// Towards the last column.
    case right
}

/// What a racer may do. Cells are numbered row by row from 0.
public enum Action: Equatable, Sendable {
    /// 2048: slide all tiles; sliding: the tile beside the blank moves this way.
    case move(Direction)
    /// Sliding: slide the run between this tile and the blank; memory: flip this card.
    case tap(cell: UInt8)
    /// 2048: take the last move back.
    case undo
}

/// One change of a board. The events of a step are enough to animate it, and the only source of the score.
public enum Event: Equatable, Sendable {
    /// A tile goes from one cell to another and keeps its value.
    case move(from: UInt8, to: UInt8, value: UInt64)
    /// 2048: two tiles become one of `value`; `from1` stood nearer the wall.
    case merge(from1: UInt8, from2: UInt8, to: UInt8, value: UInt64)
    /// 2048: a new tile appears.
    case insert(cell: UInt8, value: UInt64)
    /// Memory: a card turns its face (from 0) up.
    case show(cell: UInt8, face: UInt8)
    /// Memory: a card turns its face down.
    case hide(cell: UInt8)
    /// Memory: two open cards are a pair and stay; `cell1` was opened first.
    case match(cell1: UInt8, cell2: UInt8)
    /// 2048: board, score and spawns are as before the last move.
    case undo
}

/// Why an action was refused; nothing changed. Raw values are stable: they go into logs.
public enum MoveError: UInt8, Error, Sendable {
    /// Nothing would move.
    case noEffect = 1
    /// Not an action of this game, or a cell off the board.
    case badAction
    /// The result is fixed.
    case finished
    /// The undo allowance is used up.
    case noUndo
    /// The card is open or matched.
    case alreadyOpen
    /// Two wrong cards are still shown (`hideAfter`).
    case tooSoon
    /// There is no move to take back.
    case nothingToUndo
}

/// How far a run is.
public enum Phase: UInt8, Sendable {
    /// Actions are judged.
    case playing = 0
    /// The goal is reached; the result is fixed.
    case won
    /// 2048: no move is left; the result is fixed.
    case lost
}
