import Testing

@testable import PuzzleEngine

/// The games that the original 2048 played: our slides, gains and ends must be its own.
struct ReferenceGameTests {
    @Test(arguments: Vectors.lines("games_2048.txt"))
    func `every board, gain and end of a reference game is reproduced`(line: [String]) throws {
        let size = try #require(UInt8(line[0]))
        let start = try #require(Twenty48Board.exponents(numbers(line[1])))
        var board = try Twenty48Board(size: size, exponents: start)
        var score: UInt64 = 0
        var largest: UInt8 = 0
        for token in line[2].split(separator: " ") {
            let letter = try #require(token.first)
            let direction = try #require(Direction(letter: letter))
            var events: [Event] = []
            let slid = board.slide(direction, events: &events)
            if letter.isLowercase {
                #expect(slid == nil && events.isEmpty)
                continue
            }
            let parts = token.dropFirst().split(whereSeparator: { $0 == "@" || $0 == "=" }).compactMap { UInt64($0) }
            #expect(slid?.gained == parts[0])
            score += parts[0]
            largest = max(largest, slid?.largest ?? 0)
            #expect(board.cells[Int(parts[1])] == 0)
            board.put(UInt8(parts[2].trailingZeroBitCount), at: Int(parts[1]))
        }
        #expect(String(score) == line[3])
        #expect((largest >= 11) == (line[4] == "1"))
        #expect(board.canMove == (line[5] == "0"))
        #expect(board.values == numbers(line[6]))
    }

    @Test func `all reference games are there`() {
        #expect(Vectors.lines("games_2048.txt").count == 46)
    }
}

extension Direction {
    init?(letter: Character) {
        switch letter {
        case "U", "u": self = .up
        case "D", "d": self = .down
        case "L", "l": self = .left
        case "R", "r": self = .right
        default: return nil
        }
    }
}

extension Twenty48Board {
    var values: [UInt64] { (0..<count).map { cells[$0] == 0 ? 0 : 1 << UInt64(cells[$0]) } }
}
