import Testing

@testable import PuzzleEngine

struct OptionsTests {
    @Test func `B10 a target that the board can never hold is refused`() throws {
        #expect(throws: Never.self) { try Twenty48Options(size: 3, target: 1024) }
        #expect(throws: OptionError.targetTooLarge) { try Twenty48Options(size: 3, target: 2048) }
        #expect(throws: OptionError.targetTooLarge) { try Twenty48Options(size: 3, target: 1024, fours: 0) }
        for target: UInt64 in [0, 1, 2, 3, 4, 6, 2047, 4_294_967_297, .max] {
            #expect(throws: OptionError.target) { try Twenty48Options(size: 4, target: target) }
        }
        for size in UInt8(3)...6 {
            let most: UInt64 = 2 << UInt64(size * size)
            #expect(throws: Never.self) { try Twenty48Options(size: size, target: most) }
            #expect(throws: OptionError.targetTooLarge) { try Twenty48Options(size: size, target: most * 2) }
        }
        #expect(throws: OptionError.targetTooLarge) { try Twenty48Options(size: 6, target: 1 << 63) }
    }

    @Test func `every other fault has its reason`() {
        for size: UInt8 in [0, 1, 2, 7, 255] {
            #expect(throws: OptionError.size) { try Twenty48Options(size: size, target: 8) }
        }
        #expect(throws: OptionError.fours) { try Twenty48Options(size: 4, target: 8, fours: 101) }
        #expect(throws: OptionError.undos) { try Twenty48Options(size: 4, target: 8, undos: .limited(10_000)) }
        for side: UInt8 in [0, 1, 9, 255] {
            #expect(throws: OptionError.rows) { try SlidingOptions(rows: side, columns: 4) }
            #expect(throws: OptionError.columns) { try SlidingOptions(rows: 4, columns: side) }
            #expect(throws: OptionError.rows) { try MemoryOptions(rows: side, columns: 4) }
            #expect(throws: OptionError.columns) { try MemoryOptions(rows: 4, columns: side) }
        }
        for ms: UInt32 in [0, 99, 60_001, .max] {
            #expect(throws: OptionError.hideAfter) {
                try MemoryOptions(rows: 4, columns: 4, closing: .hideAfter(ms: ms))
            }
        }
    }

    @Test func `B51 an odd number of cards is refused`() {
        for (rows, columns) in [(3, 3), (5, 5), (7, 3)] as [(UInt8, UInt8)] {
            #expect(throws: OptionError.oddCells) { try MemoryOptions(rows: rows, columns: columns) }
        }
        #expect(throws: OptionError.rows) { try MemoryOptions(rows: 1, columns: 1) }
        #expect(throws: OptionError.rows) { try MemoryOptions(rows: 0, columns: 0) }
    }

    @Test func `canonical options are sorted JSON without blanks`() throws {
        let examples: [(GameOptions, String)] = [
            (
                .twenty48(try Twenty48Options(size: 4, target: 256, undos: .limited(3))),
                #"{"fours":10,"game":"2048","rules":1,"size":4,"target":256,"undos":3}"#
            ),
            (
                .twenty48(try Twenty48Options(size: 6, target: 1 << 37, fours: 100, undos: .unlimited)),
                #"{"fours":100,"game":"2048","rules":1,"size":6,"target":137438953472,"undos":-1}"#
            ),
            (
                .sliding(try SlidingOptions(rows: 3, columns: 5)),
                #"{"columns":5,"game":"sliding","rows":3,"rules":1}"#
            ),
            (
                .memory(try MemoryOptions(rows: 4, columns: 6)),
                #"{"columns":6,"game":"memory","rows":4,"rules":1}"#
            ),
            (
                .memory(try MemoryOptions(rows: 4, columns: 6, closing: .hideAfter(ms: 1500))),
                #"{"columns":6,"game":"memory","hideAfter":1500,"rows":4,"rules":1}"#
            ),
        ]
        for (options, json) in examples {
            #expect(String(decoding: options.canonical, as: UTF8.self) == json)
            #expect(try GameOptions(record: options.record) == options)
        }
    }

    @Test func `records that are none are refused, whatever their bytes`() {
        #expect(throws: OptionError.record) { try GameOptions(record: []) }
        #expect(throws: OptionError.record) { try GameOptions(record: [UInt8](repeating: 3, count: 16)) }
        var chance = TestChance(1)
        for _ in 0..<5000 {
            let bytes = (0..<16).map { _ in UInt8(chance.below(10)) }
            if let options = try? GameOptions(record: bytes) { #expect(options.record == bytes) }
        }
    }

    @Test func `action codes are one byte each and round-trip`() {
        for code in UInt8.min...UInt8.max {
            let action = Action(code: code)
            #expect((action == nil) == (code > 68))
            if let action { #expect(action.code == code) }
        }
    }

    @Test func `given positions are checked`() throws {
        #expect(throws: OptionError.positionLength) { try sliding(2, 2, [1, 2, 3]) }
        #expect(throws: OptionError.positionValue) { try sliding(2, 2, [1, 2, 2, 0]) }
        #expect(throws: OptionError.positionValue) { try sliding(2, 2, [1, 2, .max, 0]) }
        #expect(throws: OptionError.positionValue) { try sliding(2, 2, [1, 2, 256 + 3, 0]) }
        #expect(throws: OptionError.unsolvable) { try sliding(2, 2, [2, 1, 3, 0]) }
        for bad: UInt64 in [1, 3, 2048, .max, 1 << 63] {
            #expect(throws: OptionError.positionValue) { try twenty48([bad, 0, 0, 0, 0, 0, 0, 0, 0]) }
        }
        #expect(throws: OptionError.positionValue) { try twenty48([0, 0, 0, 0, 0, 0, 0, 0, 0]) }
        // The fullest 3×3 there is, and one with more: two tiles that would make one which no play reaches.
        #expect(try twenty48([1024, 512, 256, 32, 64, 128, 16, 8, 4]).phase == .won)
        #expect(throws: OptionError.positionValue) { try twenty48([1024, 1024, 0, 0, 0, 0, 0, 0, 0]) }
        let memory = GameOptions.memory(try MemoryOptions(rows: 2, columns: 2))
        for bad in [[1, 1, 2, 0], [1, 1, 1, 2], [1, 1, 3, 3], [1, 1, 2]] as [[UInt64]] {
            #expect(throws: OptionError.self) { try Run(options: memory, seed: Seed(number: 1), cells: bad) }
        }
    }
}
