import PuzzleEngine

/// Finds moves that bring a sliding puzzle home, or nearer when it is too large to finish within the budget.
///
/// Weighted best-first search by the sum of the tiles' distances: routes are longer than the shortest, found soon.
struct SlidingSearch {
    /// Positions looked at in one search.
    static let budget = 60_000

    private let rows: Int
    private let columns: Int

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }

    private struct Node {
        let cells: [UInt8]
        let blank: Int
        let distance: Int
        let depth: Int
        let parent: Int
        let direction: Direction
    }

    /// The directions in which tiles move, from these cells to home or to the nearest position that was found.
    func route(from cells: [UInt64]) -> [Direction] {
        let start = cells.map { UInt8(clamping: $0) }
        guard start.count == rows * columns, let blank = start.firstIndex(of: 0) else { return [] }
        let root = Node(
            cells: start, blank: blank, distance: distance(start), depth: 0, parent: -1, direction: .up)
        var nodes = [root]
        var seen: Set<[UInt8]> = [start]
        var open = BucketQueue()
        open.insert(0, rank: 0)
        var best = 0
        while let index = open.popFirst(), nodes.count < Self.budget {
            let node = nodes[index]
            if node.distance < nodes[best].distance { best = index }
            if node.distance == 0 { break }
            for direction in Direction.allCases {
                guard let next = child(of: node, at: index, direction), seen.insert(next.cells).inserted else {
                    continue
                }
                nodes.append(next)
                open.insert(nodes.count - 1, rank: next.depth + 3 * next.distance)
            }
        }
        // Stuck where nothing near is nearer: any longest route leads away from here.
        if best == 0 && nodes[0].distance > 0 { best = nodes.count - 1 }
        return path(to: best, in: nodes)
    }

    /// The cells after a tile moved; nil when none can.
    func moved(_ cells: [UInt64], _ direction: Direction) -> [UInt64]? {
        guard let blank = cells.firstIndex(of: 0), let tile = source(of: direction, blank: blank) else { return nil }
        var after = cells
        after.swapAt(blank, tile)
        return after
    }

    private func path(to last: Int, in nodes: [Node]) -> [Direction] {
        var directions: [Direction] = []
        var index = last
        while index > 0 {
            directions.append(nodes[index].direction)
            index = nodes[index].parent
        }
        return directions.reversed()
    }

    private func child(of node: Node, at index: Int, _ direction: Direction) -> Node? {
        guard let tile = source(of: direction, blank: node.blank) else { return nil }
        var cells = node.cells
        let value = Int(cells[tile])
        cells.swapAt(tile, node.blank)
        let distance = node.distance - steps(value, from: tile) + steps(value, from: node.blank)
        return Node(
            cells: cells, blank: tile, distance: distance, depth: node.depth + 1, parent: index, direction: direction)
    }

    /// The cell of the tile that moves in a direction into the blank.
    private func source(of direction: Direction, blank: Int) -> Int? {
        switch direction {
        case .up: blank + columns < rows * columns ? blank + columns : nil
        case .down: blank >= columns ? blank - columns : nil
        case .left: blank % columns + 1 < columns ? blank + 1 : nil
        case .right: blank % columns > 0 ? blank - 1 : nil
        }
    }

    private func distance(_ cells: [UInt8]) -> Int {
        cells.indices.reduce(0) { $0 + (cells[$1] == 0 ? 0 : steps(Int(cells[$1]), from: $1)) }
    }

    private func steps(_ tile: Int, from cell: Int) -> Int {
        let home = tile - 1
        return abs(home / columns - cell / columns) + abs(home % columns - cell % columns)
    }
}

/// Numbers in the order of their small ranks, the latest of a rank first.
private struct BucketQueue {
    private var buckets: [[Int]] = []
    private var lowest = 0

    mutating func insert(_ number: Int, rank: Int) {
        while buckets.count <= rank { buckets.append([]) }
        buckets[rank].append(number)
        lowest = min(lowest, rank)
    }

    mutating func popFirst() -> Int? {
        while lowest < buckets.count {
            if let number = buckets[lowest].popLast() { return number }
            lowest += 1
        }
        return nil
    }
}
