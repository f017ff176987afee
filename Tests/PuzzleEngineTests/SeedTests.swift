import Foundation
import Testing

@testable import PuzzleEngine

struct SeedTests {
    @Test func `a seed is 32 bytes and gives them back`() {
        let bytes = (0..<32).map { UInt8($0 * 5) }
        #expect(Seed(bytes: bytes)?.bytes == bytes)
        #expect(Seed(bytes: bytes.dropLast()) == nil)
        #expect(Seed(bytes: bytes + [0]) == nil)
        #expect(Seed(bytes: []) == nil)
    }

    /// The documented rule, computed apart from the stream.
    @Test func `spawn k takes words 2(k mod 8) and the next of block k/8`() throws {
        let options = try Twenty48Options(size: 5, target: 1 << 20, fours: 30)
        let seed = Seed(number: 77)
        var run = Run(options: .twenty48(options), seed: seed, board: 3)
        var chance = TestChance(3)
        for k in UInt32(2)..<120 {
            let events = try #require(playAny(&run, &chance))
            guard case .insert(let cell, let value) = events.last else { return #expect(Bool(false)) }
            let block = ChaCha20.blocks(key: seed.key, counter: k / 8, nonce: (1, 0, 3))
            let empties = run.cells.indices.filter { run.cells[$0] == 0 || $0 == Int(cell) }
            let fours = (UInt64(block[Int(2 * (k % 8))]) * 100) >> 32
            let place = (UInt64(block[Int(2 * (k % 8) + 1)]) * UInt64(empties.count)) >> 32
            #expect(value == (fours < 30 ? 4 : 2))
            #expect(Int(cell) == empties[Int(place)])
        }
    }

    @Test func `racers who play differently get the same values`() throws {
        let options = try Twenty48Options(size: 6, target: 1 << 20, fours: 50)
        let values = try (0..<3).map { player in
            var run = Run(options: .twenty48(options), seed: Seed(number: 5))
            var chance = TestChance(player)
            return try (0..<60).map { _ in
                guard case .insert(_, let value) = try #require(playAny(&run, &chance)).last else { return UInt64(0) }
                return value
            }
        }
        #expect(values[0] == values[1] && values[1] == values[2])
        #expect(Set(values[0]) == [2, 4])
    }

    @Test func `a blocked move draws nothing`() throws {
        var run = try twenty48(oneGap)
        try run.play(.move(.right))
        var other = run
        var events: [Event] = []
        for _ in 0..<9 {
            #expect(throws: MoveError.noEffect) { try other.apply(.move(.right), at: 0, events: &events) }
        }
        #expect(events.isEmpty)
        #expect(try run.play(.move(.down)) == other.play(.move(.down)))
    }

    @Test func `a rejected word is replaced from the retry stream of its spawn, value before cell`() {
        func retry() -> SeedStream { SeedStream(seed: Seed(number: 4), purpose: .retry, index: 9) }
        var expected = retry()
        let (value, place) = (expected.below(100), expected.below(7))
        // Word 0 leaves low half 0, which is below 2^32 mod 100 and mod 7.
        let both = SpawnStream.choose(0, 0, fours: 40, empties: 7, retry: retry())
        #expect(both.isFour == (value < 40) && both.place == place)
        var fresh = retry()
        let second = fresh.below(7)
        let one = SpawnStream.choose(0x8000_0001, 0, fours: 40, empties: 7, retry: retry())
        #expect(!one.isFour && one.place == second)
        // A power of two divides 2^32: nothing is rejected.
        #expect(SpawnStream.choose(1 << 31, 0, fours: 100, empties: 8, retry: retry()).place == 0)
    }

    @Test func `bounded words reject exactly the surplus`() {
        for bound: UInt32 in [1, 2, 3, 6, 7, 36, 100, 1 << 31, .max] {
            let surplus = (UInt64(1) << 32) % UInt64(bound)
            for word in UInt32(0)..<300 {
                let low = UInt32(truncatingIfNeeded: UInt64(word) * UInt64(bound))
                #expect((bounded(word, below: bound) == nil) == (UInt64(low) < surplus))
            }
            #expect(bounded(.max, below: bound).map { $0 < bound } ?? true)
        }
    }

    @Test(arguments: [2, 3, 10, 16, 36, 100] as [UInt32])
    func `draws are unbiased`(bound: UInt32) {
        var stream = SeedStream(seed: Seed(number: bound), purpose: .bot)
        var counts = [Int](repeating: 0, count: Int(bound))
        let draws = 40_000
        for _ in 0..<draws { counts[Int(stream.below(bound))] += 1 }
        let mean = Double(draws) / Double(bound)
        let chiSquare = counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
        let freedom = Double(bound - 1)
        #expect(chiSquare < freedom + 6 * (2 * freedom).squareRoot() + 6)
    }

    @Test(arguments: [0, 1, 10, 50, 99, 100] as [UInt8])
    func `fours appear as often as the options say`(fours: UInt8) {
        var stream = SpawnStream(seed: Seed(number: 8), board: 0)
        var count = 0
        for _ in 0..<20_000 where stream.draw(fours: fours, empties: 9).isFour { count += 1 }
        let mean = 200.0 * Double(fours)
        let sigma = (mean * (1 - Double(fours) / 100)).squareRoot()
        #expect(abs(Double(count) - mean) <= 5 * sigma)
    }

    @Test func `the boards of one seed differ, and so do the games of different seeds`() throws {
        let sliding = GameOptions.sliding(try SlidingOptions(rows: 4, columns: 4))
        let boards = (0..<200).map { Run(options: sliding, seed: Seed(number: 1), board: $0).cells }
        let seeds = (0..<200).map { Run(options: sliding, seed: Seed(number: $0)).cells }
        #expect(Set(boards).count == 200 && Set(seeds).count == 200)
        #expect(boards[0] == seeds[1])
    }

    @Test func `B74 equal seeds and actions give equal games`() throws {
        for number in UInt32(0)..<40 {
            let options = GameOptions.twenty48(try Twenty48Options(size: 4, target: 2048))
            var runs = [
                Run(options: options, seed: Seed(number: number)), Run(options: options, seed: Seed(number: number)),
            ]
            var chances = [TestChance(Int(number)), TestChance(Int(number))]
            for _ in 0..<200 {
                let events = runs.indices.map { playAny(&runs[$0], &chances[$0]) }
                #expect(events[0] == events[1])
                #expect(runs[0].record == runs[1].record)
            }
        }
    }
}

/// A random action that is not refused; nil when there is none.
func playAny(_ run: inout Run, _ chance: inout TestChance) -> [Event]? {
    let first = chance.below(4)
    for turn in 0..<4 {
        if let direction = Direction(rawValue: UInt8((first + turn) % 4)), let events = try? run.play(.move(direction))
        {
            return events
        }
    }
    return nil
}
