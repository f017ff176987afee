/// What 2048 needs to take moves back: boards and scores before the last moves, n²+8 bytes each.
struct UndoHistory: Sendable {
    /// Undos that the run still has; nil when unlimited.
    private(set) var left: UInt32?
    private let cells: Int
    /// The boards one behind the other, oldest first.
    private var boards: [UInt8] = []
    private var scores: [UInt64] = []

    init(allowance: UndoAllowance, cells: Int) {
        self.cells = cells
        switch allowance {
        case .limited(let count): left = count
        case .unlimited: left = nil
        }
    }

    /// Whether an undo is left that could use what is kept.
    var keeps: Bool { left != 0 }

    /// Keeps the board as it was before a move.
    mutating func push(_ board: Twenty48Board, score: UInt64) {
        for cell in 0..<cells { boards.append(board.cells[cell]) }
        scores.append(score)
        // No more can be taken back than is left; dropping in bulk keeps a move's cost constant.
        if let left, scores.count >= 2 * Int(left) + 32 {
            scores.removeFirst(scores.count - Int(left))
            boards.removeFirst(boards.count - Int(left) * cells)
        }
    }

    /// Takes the last move back.
    mutating func pop(into board: inout Twenty48Board) throws(MoveError) -> UInt64 {
        if left == 0 { throw .noUndo }
        guard let score = scores.popLast() else { throw .nothingToUndo }
        let start = boards.count - cells
        for cell in 0..<cells { board.put(boards[start + cell], at: cell) }
        boards.removeLast(cells)
        if let count = left { left = count - 1 }
        return score
    }
}
