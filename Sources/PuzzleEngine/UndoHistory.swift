/// What 2048 needs to take moves back: boards and scores before the last moves, n²+8 bytes each.
struct UndoHistory: Sendable {
    /// Undos that the run still has; nil when unlimited.
    private(set) var left: UInt32?
    private let cells: Int
    /// How many moves are worth keeping: the allowance, after which the oldest place is used again.
    private let capacity: UInt32
    /// Moves kept, and the place of the next one, counted without turning round.
    private var kept: UInt32 = 0
    private var next: UInt32 = 0
    private var boards: [UInt8] = []
    private var scores: [UInt64] = []

    init(allowance: UndoAllowance, cells: Int) {
        self.cells = cells
        switch allowance {
        case .limited(let count): (left, capacity) = (count, count)
        case .unlimited: (left, capacity) = (nil, .max)
        }
    }

    /// Whether an undo is left that could use what is kept.
    var keeps: Bool { left != 0 }

    /// Keeps the board as it was before a move.
    mutating func push(_ board: Twenty48Board, score: UInt64) {
        let place = Int(next % capacity)
        if place == scores.count {
            scores.append(score)
            for cell in 0..<cells { boards.append(board.cells[cell]) }
        } else {
            scores[place] = score
            for cell in 0..<cells { boards[place &* cells &+ cell] = board.cells[cell] }
        }
        next &+= 1
        if kept < capacity { kept &+= 1 }
    }

    /// Takes the last move back: the score before it.
    mutating func pop(into board: inout Twenty48Board) throws(MoveError) -> UInt64 {
        if left == 0 { throw .noUndo }
        if kept == 0 { throw .nothingToUndo }
        kept &-= 1
        next &-= 1
        if let count = left { left = count &- 1 }
        let place = Int(next % capacity)
        for cell in 0..<cells { board.put(boards[place &* cells &+ cell], at: cell) }
        return scores[place]
    }
}
