public import Testing

@testable public import PuzzleEngine

extension Run {
    /// Applies an action and returns its events.
    @discardableResult
    mutating func play(_ action: Action, at ms: UInt32 = 0) throws(MoveError) -> [Event] {
        var events: [Event] = []
        try apply(action, at: ms, events: &events)
        return events
    }

    /// Whether an action is refused for this reason and changes nothing.
    func refuses(_ action: Action, _ reason: MoveError, at ms: UInt32 = 0) -> Bool {
        var copy = self
        var events: [Event] = []
        do {
            try copy.apply(action, at: ms, events: &events)
            return false
        } catch {
            return error == reason && events.isEmpty && record == copy.record && layout == copy.layout
        }
    }
}

/// Failed expectations show the board, not every word of the state.
extension Run: CustomTestStringConvertible {
    /// As the test shows it.
    public var testDescription: String { "\(options.kind) \(cells) \(phase) score \(score) moves \(moves)" }
}

/// 2048, one cell empty: right fills the row, after which right is blocked and down is not, whatever tile appears.
let oneGap: [UInt64] = [8, 4, 0, 4, 2, 4, 2, 4, 2]

/// 2048 on a given board, whose target is the largest unless given.
func twenty48(
    _ cells: [UInt64], target: UInt64? = nil, undos: UndoAllowance = .limited(0), play: Run.Play = .race
) throws -> Run {
    let size = try #require((3...6).first { $0 * $0 == cells.count })
    let target = target ?? Twenty48Options.largestTarget(size: UInt8(size), fours: 10)
    let options = try Twenty48Options(size: UInt8(size), target: target, undos: undos)
    return try Run(options: .twenty48(options), seed: Seed(number: 1), cells: cells, play: play)
}

func sliding(_ rows: UInt8, _ columns: UInt8, _ cells: [UInt64]) throws -> Run {
    try Run(
        options: .sliding(try SlidingOptions(rows: rows, columns: columns)), seed: Seed(number: 1), cells: cells)
}

/// One line of a board that is empty otherwise, before the new tile.
func slideLine(_ line: [UInt64], _ direction: Direction) throws -> (line: [UInt64], gained: UInt64) {
    let n = line.count
    let isRow = direction == .left || direction == .right
    var cells = [UInt64](repeating: 0, count: n * n)
    for i in 0..<n { cells[isRow ? n + i : i * n + 1] = line[i] }
    var events: [Event] = []
    let slid = try #require(slide(cells: cells, size: UInt8(n), direction, events: &events))
    return ((0..<n).map { slid.cells[isRow ? n + $0 : $0 * n + 1] }, slid.gained)
}

/// A full board without equal neighbours.
func stuckBoard(_ n: Int) -> [UInt64] {
    (0..<(n * n)).map { 2 << UInt64(($0 / n + 2 * ($0 % n)) % 4) }
}

/// A small generator of test boards, independent of the engine's own.
struct TestChance {
    private var state: UInt64
    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }
    mutating func board(_ size: Int) -> [UInt64] {
        (0..<(size * size)).map { _ in below(3) == 0 ? 0 : 2 << UInt64(below(4)) }
    }
}
