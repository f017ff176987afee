import PuzzleEngine

/// Counts the boards that play of 2048 can reach: published numbers, which a wrong rule cannot reproduce.
///
/// Every move adds 2 or 4 to the sum of the tiles, so the boards of one sum are complete before those of the next, and
/// only three sums are held at a time. A board is its exponents, four bits each, in the smallest of its eight images.
struct StateCount {
    /// Where a count stops although play goes on.
    enum Bound {
        case never
        /// Boards with a tile of this exponent are not counted.
        case exponent(UInt8)
        /// Boards with a larger sum are not counted.
        case sum(Int)
    }

    private(set) var canonical = 0
    private(set) var boards = 0
    private(set) var ends = 0
    private let size: Int
    private let images: [[Int]]
    /// The boards of three sums, each 2 more than the one before.
    private var layers: [Set<UInt64>] = [[], [], []]

    init(size: Int, bound: Bound) {
        self.size = size
        images = StateCount.images(size)
        for first in 0..<(size * size) {
            for second in 0..<first {
                for (exponents, layer) in [((1, 1), 0), ((1, 2), 1), ((2, 1), 1), ((2, 2), 2)] {
                    var cells = [UInt8](repeating: 0, count: size * size)
                    (cells[first], cells[second]) = (UInt8(exponents.0), UInt8(exponents.1))
                    layers[layer].insert(smallest(cells))
                }
            }
        }
        var sum = 4
        while layers.contains(where: { !$0.isEmpty }) {
            if case .sum(let most) = bound, sum > most { break }
            countLayer(bound)
            sum += 2
        }
    }

    private mutating func countLayer(_ bound: Bound) {
        let layer = layers.removeFirst()
        layers.append([])
        var slid: Set<UInt64> = []
        for board in layer {
            let cells = unpacked(board)
            if case .exponent(let most) = bound, cells.contains(most) { continue }
            canonical += 1
            boards += Set(images.map { packed($0, cells) }).count
            var hasMove = false
            for direction in Direction.allCases {
                var events: [Event] = []
                guard let next = slide(exponents: cells, size: UInt8(size), direction, events: &events) else {
                    continue
                }
                slid.insert(smallest(next.exponents))
                hasMove = true
            }
            if !hasMove { ends += 1 }
        }
        for board in slid {
            var cells = unpacked(board)
            for cell in cells.indices where cells[cell] == 0 {
                for exponent: UInt8 in [1, 2] {
                    cells[cell] = exponent
                    layers[Int(exponent) - 1].insert(smallest(cells))
                }
                cells[cell] = 0
            }
        }
    }

    private func smallest(_ cells: [UInt8]) -> UInt64 {
        var smallest = UInt64.max
        for image in images { smallest = min(smallest, packed(image, cells)) }
        return smallest
    }

    private func packed(_ image: [Int], _ cells: [UInt8]) -> UInt64 {
        var board: UInt64 = 0
        for cell in image { board = board << 4 | UInt64(cells[cell]) }
        return board
    }

    private func unpacked(_ board: UInt64) -> [UInt8] {
        (0..<(size * size)).map { UInt8(board >> UInt64(4 * (size * size - 1 - $0)) & 15) }
    }

    /// The cells in the order in which each image of the board names them.
    private static func images(_ size: Int) -> [[Int]] {
        var image = Array(0..<(size * size))
        var images: [[Int]] = []
        for _ in 0..<4 {
            // Turned, and mirrored.
            image = image.indices.map { image[(size - 1 - $0 % size) * size + $0 / size] }
            images.append(image)
            images.append(image.indices.map { image[$0 / size * size + size - 1 - $0 % size] })
        }
        return images
    }
}
