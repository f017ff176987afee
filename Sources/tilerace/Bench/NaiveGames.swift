import PuzzleEngine

/// The rules as one writes them down first, on arrays of rows: what the engine's speed is measured against.
///
/// `EngineBench` compares every event and every board with the engine's before it measures.
protocol NaiveGame {
    /// Takes over the board of a run that nobody has played yet.
    init(_ run: Run)
    /// Row by row, as `Run.cells`.
    var cells: [UInt64] { get }
    var isOver: Bool { get }
    /// Does what needs no chance; false, with nothing changed, when the action is refused.
    mutating func act(_ action: Action, _ events: inout [Event]) -> Bool
    /// Does what chance does after it.
    mutating func draw(_ chance: inout Xorshift, _ events: inout [Event])
    /// Does the same as chance did elsewhere.
    mutating func follow(_ event: Event)
}

extension NaiveGame {
    mutating func draw(_ chance: inout Xorshift, _ events: inout [Event]) {}
    mutating func follow(_ event: Event) {}
}

/// Chance enough for an opponent, and next to free; in favour of the naive games, for the engine draws by ChaCha20.
struct Xorshift {
    private var state: UInt32 = 2_463_534_242

    /// Nearly uniform in 0..<bound.
    mutating func below(_ bound: Int) -> Int {
        state ^= state &<< 13
        state ^= state &>> 17
        state ^= state &<< 5
        return Int((UInt64(state) * UInt64(bound)) >> 32)
    }
}

/// 2048 on rows of values.
struct NaiveTwenty48: NaiveGame {
    private let options: Twenty48Options?
    private let size: Int
    private var rows: [[UInt64]]
    private(set) var isOver = false

    init(_ run: Run) {
        if case .twenty48(let game) = run.options { options = game } else { options = nil }
        size = Int(run.options.rows)
        rows = run.cells.inRows(of: size)
    }

    var cells: [UInt64] { rows.flatMap { $0 } }

    mutating func act(_ action: Action, _ events: inout [Event]) -> Bool {
        guard case .move(let direction) = action else { return false }
        let before = events.count
        for line in 0..<size { slide(line, direction, &events) }
        return events.count > before
    }

    private mutating func slide(_ line: Int, _ direction: Direction, _ events: inout [Event]) {
        /// The last tile while another may still merge into it: where it came from, and where it will stand.
        var held: (from: Int, to: Int, value: UInt64)?
        var target = 0
        for depth in 0..<size {
            let from = cell(line, depth, direction)
            let value = self[from]
            if value == 0 { continue }
            self[from] = 0
            if let near = held, near.value == value {
                self[near.to] = value * 2
                events.append(
                    .merge(from1: UInt8(near.from), from2: UInt8(from), to: UInt8(near.to), value: value * 2))
                if value * 2 >= options?.target ?? .max { isOver = true }
                held = nil
            } else {
                if let near = held { settle(near, &events) }
                let to = cell(line, target, direction)
                self[to] = value
                held = (from, to, value)
                target += 1
            }
        }
        if let near = held { settle(near, &events) }
    }

    private func settle(_ tile: (from: Int, to: Int, value: UInt64), _ events: inout [Event]) {
        guard tile.from != tile.to else { return }
        events.append(.move(from: UInt8(tile.from), to: UInt8(tile.to), value: tile.value))
    }

    mutating func draw(_ chance: inout Xorshift, _ events: inout [Event]) {
        var empty: [Int] = []
        for cell in 0..<(size * size) where self[cell] == 0 { empty.append(cell) }
        let value: UInt64 = chance.below(100) < Int(options?.fours ?? 0) ? 4 : 2
        let event = Event.insert(cell: UInt8(empty[chance.below(empty.count)]), value: value)
        events.append(event)
        follow(event)
    }

    mutating func follow(_ event: Event) {
        guard case .insert(let cell, let value) = event else { return }
        self[Int(cell)] = value
        if !canMove { isOver = true }
    }

    private var canMove: Bool {
        for row in 0..<size {
            for column in 0..<size {
                let value = rows[row][column]
                if value == 0 { return true }
                if column + 1 < size, rows[row][column + 1] == value { return true }
                if row + 1 < size, rows[row + 1][column] == value { return true }
            }
        }
        return false
    }

    /// The cell of a line at a distance from the wall.
    private func cell(_ line: Int, _ depth: Int, _ direction: Direction) -> Int {
        switch direction {
        case .up: depth * size + line
        case .down: (size - 1 - depth) * size + line
        case .left: line * size + depth
        case .right: line * size + size - 1 - depth
        }
    }

    private subscript(cell: Int) -> UInt64 {
        get { rows[cell / size][cell % size] }
        set { rows[cell / size][cell % size] = newValue }
    }
}

/// The sliding puzzle on rows of tiles, whose blank is looked for in each move.
struct NaiveSliding: NaiveGame {
    private var rows: [[UInt64]]

    init(_ run: Run) { rows = run.cells.inRows(of: Int(run.options.columns)) }

    var cells: [UInt64] { rows.flatMap { $0 } }

    var isOver: Bool {
        var next: UInt64 = 1
        for row in rows {
            for tile in row {
                if tile != 0, tile != next { return false }
                next += 1
            }
        }
        return rows[rows.count - 1][rows[0].count - 1] == 0
    }

    mutating func act(_ action: Action, _ events: inout [Event]) -> Bool {
        guard case .move(let direction) = action, let blank = blank else { return false }
        let (row, column) =
            switch direction {
            case .up: (blank.row + 1, blank.column)
            case .down: (blank.row - 1, blank.column)
            case .left: (blank.row, blank.column + 1)
            case .right: (blank.row, blank.column - 1)
            }
        guard rows.indices.contains(row), rows[row].indices.contains(column) else { return false }
        let (tile, columns) = (rows[row][column], rows[row].count)
        rows[blank.row][blank.column] = tile
        rows[row][column] = 0
        events.append(
            .move(
                from: UInt8(row * columns + column), to: UInt8(blank.row * columns + blank.column), value: tile))
        return true
    }

    private var blank: (row: Int, column: Int)? {
        for row in rows.indices {
            for column in rows[row].indices where rows[row][column] == 0 { return (row, column) }
        }
        return nil
    }
}

/// Memory on rows of cards.
struct NaiveMemory: NaiveGame {
    private struct Card {
        let face: UInt8
        var isOpen = false
        var isMatched = false
    }

    private var rows: [[Card]]

    init(_ run: Run) {
        rows = run.layout.map { Card(face: $0 - 1) }.inRows(of: Int(run.options.columns))
    }

    var cells: [UInt64] { rows.flatMap { row in row.map { $0.isOpen || $0.isMatched ? UInt64($0.face) + 1 : 0 } } }

    var isOver: Bool { rows.allSatisfy { $0.allSatisfy { $0.isMatched } } }

    mutating func act(_ action: Action, _ events: inout [Event]) -> Bool {
        guard case .tap(let cell) = action, cell < rows.count * rows[0].count else { return false }
        let (row, column) = (Int(cell) / rows[0].count, Int(cell) % rows[0].count)
        if rows[row][column].isOpen || rows[row][column].isMatched { return false }
        var open = openCells
        if open.count == 2 {
            // Which of two wrong cards came first is not to be seen on the board.
            if let first = first, open[0] != first { open.swapAt(0, 1) }
            for other in open { close(other, &events) }
            open = []
        }
        rows[row][column].isOpen = true
        events.append(.show(cell: cell, face: rows[row][column].face))
        if let other = open.first { compare(other, Int(cell), &events) } else { first = Int(cell) }
        return true
    }

    /// The card that was opened first of those that are open.
    private var first: Int?

    private var openCells: [Int] {
        var open: [Int] = []
        for row in rows.indices {
            for column in rows[row].indices where rows[row][column].isOpen {
                open.append(row * rows[row].count + column)
            }
        }
        return open
    }

    private mutating func close(_ cell: Int, _ events: inout [Event]) {
        rows[cell / rows[0].count][cell % rows[0].count].isOpen = false
        events.append(.hide(cell: UInt8(cell)))
    }

    private mutating func compare(_ one: Int, _ two: Int, _ events: inout [Event]) {
        let columns = rows[0].count
        guard rows[one / columns][one % columns].face == rows[two / columns][two % columns].face else { return }
        for cell in [one, two] {
            rows[cell / columns][cell % columns].isOpen = false
            rows[cell / columns][cell % columns].isMatched = true
        }
        events.append(.match(cell1: UInt8(one), cell2: UInt8(two)))
    }
}

extension Array {
    /// Cut into rows.
    fileprivate func inRows(of columns: Int) -> [[Element]] {
        stride(from: 0, to: count, by: columns).map { Array(self[$0..<Swift.min($0 + columns, count)]) }
    }
}
