/// What 2048 needs to take moves back: cells and scores before the last moves, 48 bytes each.
struct UndoHistory: Sendable {
    private struct Place {
        let cells: InlineArray<36, UInt8>
        let score: UInt64
    }

    /// Undos that the run still has; nil when unlimited.
    private(set) var left: UInt32?
    /// How many moves are worth keeping: the allowance, after which the oldest place is used again.
    private let capacity: UInt32
    /// Moves kept, and the place of the next one.
    private var kept: UInt32 = 0
    private var next = 0
    private var places: [Place] = []

    init(allowance: UndoAllowance) {
        switch allowance {
        case .limited(let count): (left, capacity) = (count, count)
        case .unlimited: (left, capacity) = (nil, .max)
        }
    }

    /// Whether an undo is left that could use what is kept.
    var keeps: Bool { left != 0 }

    /// Keeps cells and score as they were before a move.
    @_optimize(speed)
    mutating func push(_ cells: InlineArray<36, UInt8>, score: UInt64) {
        if next == capacity { next = 0 }
        if next == places.count {
            places.append(Place(cells: cells, score: score))
        } else {
            places[next] = Place(cells: cells, score: score)
        }
        next &+= 1
        if kept < capacity { kept &+= 1 }
    }

    /// Takes the last move back: the score before it.
    mutating func pop(into board: inout Twenty48Board) throws(MoveError) -> UInt64 {
        if left == 0 { throw .noUndo }
        if kept == 0 { throw .nothingToUndo }
        kept &-= 1
        if let count = left { left = count &- 1 }
        next = next == 0 ? places.count &- 1 : next &- 1
        for cell in 0..<board.count { board.put(places[next].cells[cell], at: cell) }
        return places[next].score
    }
}
