/// What a stream's draws are for. The raw value is word 0 of the ChaCha20 nonce.
enum StreamPurpose: UInt32 {
    /// 2048: the tiles that appear.
    case spawn = 1
    /// Sliding: the start position.
    case scramble = 2
    /// Memory: where the faces lie.
    case layout = 3
    /// House players' own choices.
    case bot = 4
    /// Draws that replace a rejected draw of `spawn`.
    case retry = 5
}

/// The endless words of one purpose: ChaCha20 keyed by the seed, nonce (purpose, index, board), counter from 0.
///
/// `index` numbers streams of one purpose (`retry`: the spawn), `board` the boards of one seed (a restart is the next).
struct SeedStream: Sendable {
    private let seed: Seed
    private let nonce: (UInt32, UInt32, UInt32)
    private var words = InlineArray<32, UInt32>(repeating: 0)
    private var position: UInt32 = 0

    init(seed: Seed, purpose: StreamPurpose, index: UInt32 = 0, board: UInt32 = 0) {
        self.seed = seed
        nonce = (purpose.rawValue, index, board)
    }

    mutating func next() -> UInt32 {
        if position & 31 == 0 {
            words = ChaCha20.blocks(key: seed.key, counter: position &>> 4, nonce: nonce)
        }
        defer { position &+= 1 }
        return words[Int(position & 31)]
    }

    /// Uniform in 0..<bound; `bound` is at least 1.
    mutating func below(_ bound: UInt32) -> UInt32 {
        while true {
            if let value = bounded(next(), below: bound) { return value }
        }
    }

    /// Fisher–Yates from the last element down: the standard library's shuffle depends on the width of `Int`.
    mutating func shuffle(_ elements: inout [UInt8]) {
        var last = elements.count - 1
        while last > 0 {
            elements.swapAt(last, Int(below(UInt32(last) + 1)))
            last -= 1
        }
    }
}

/// One word made uniform in 0..<bound by Lemire's multiplication; nil when the word must be rejected to stay unbiased.
@inline(__always)
func bounded(_ word: UInt32, below bound: UInt32) -> UInt32? {
    let product = UInt64(word) &* UInt64(bound)
    let low = UInt32(truncatingIfNeeded: product)
    if low < bound, low < (0 &- bound) % bound { return nil }
    return UInt32(truncatingIfNeeded: product &>> 32)
}

/// The spawns of 2048 by number: spawn k takes words 2(k mod 8) and 2(k mod 8)+1 of block ⌊k/8⌋, whatever was played.
struct SpawnStream: Sendable {
    private let seed: Seed
    private let board: UInt32
    /// The number of the next spawn.
    var next: UInt32 = 0
    /// Which sixteen spawns `words` hold: two blocks.
    private var cached: UInt32 = .max
    private var words = InlineArray<32, UInt32>(repeating: 0)

    init(seed: Seed, board: UInt32) {
        self.seed = seed
        self.board = board
    }

    /// The next spawn: whether it is a 4 (chance `fours` in 100), then its place among `empties` (≥ 1) empty cells.
    @_optimize(speed)
    mutating func draw(fours: UInt8, empties: UInt32) -> (isFour: Bool, place: UInt32) {
        let k = next
        next &+= 1
        if k &>> 4 != cached {
            cached = k &>> 4
            let nonce = (StreamPurpose.spawn.rawValue, UInt32(0), board)
            words = ChaCha20.blocks(key: seed.key, counter: cached &* 2, nonce: nonce)
        }
        let first = Int(k & 15) &* 2
        return SpawnStream.choose(
            words[first], words[first &+ 1], fours: fours, empties: empties,
            retry: SeedStream(seed: seed, purpose: .retry, index: k, board: board))
    }

    /// Both choices from their words; a rejected word is replaced from `retry`, the value's before the cell's.
    @inline(__always)
    static func choose(
        _ valueWord: UInt32, _ cellWord: UInt32, fours: UInt8, empties: UInt32, retry: @autoclosure () -> SeedStream
    ) -> (isFour: Bool, place: UInt32) {
        if let value = bounded(valueWord, below: 100), let place = bounded(cellWord, below: empties) {
            return (value < fours, place)
        }
        var spare = retry()
        let value = bounded(valueWord, below: 100) ?? spare.below(100)
        return (value < fours, bounded(cellWord, below: empties) ?? spare.below(empties))
    }
}
