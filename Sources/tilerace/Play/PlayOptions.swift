import Foundation
import PuzzleEngine

/// The game that `tilerace play` was asked for. Every refusal is a sentence that says what would be right.
struct PlayOptions {
    let game: GameOptions
    /// A position to start from, one value a cell as `Run` takes them; nil where the seed draws it.
    let position: [UInt64]?

    init(_ arguments: Arguments) throws {
        let game = try Self.game(arguments)
        self.game = game
        position = try arguments.string("board").map { try Self.position($0, game) }
    }

    private static func game(_ arguments: Arguments) throws -> GameOptions {
        let name = arguments.string("game") ?? "2048"
        let own: [String: [String]] = ["2048": ["target", "fours", "undos"], "sliding": [], "memory": ["hide-after"]]
        guard let mine = own[name] else {
            throw UsageError("--game is 2048, sliding or memory, not \(Output.shown(name)).")
        }
        for (other, flags) in own.sorted(by: { $0.key < $1.key }) {
            for flag in flags where !mine.contains(flag) && arguments.string(flag) != nil {
                throw UsageError("--\(flag) belongs to \(other); leave it out for \(name).")
            }
        }
        let (rows, columns) = try size(arguments.string("size") ?? "4", name)
        switch name {
        case "sliding": return .sliding(try SlidingOptions(rows: rows, columns: columns))
        case "memory": return .memory(try memory(arguments, rows, columns))
        default: return .twenty48(try twenty48(arguments, rows))
        }
    }

    private static func size(_ text: String, _ game: String) throws -> (UInt8, UInt8) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { whole(String($0)) ?? 0 }
        let range: ClosedRange<UInt64> = game == "2048" ? 3...6 : 2...8
        if let rows = numbers.first, let columns = numbers.last, numbers.count <= 2, range.contains(rows),
            range.contains(columns), game != "2048" || rows == columns
        {
            return (UInt8(rows), UInt8(columns))
        }
        if game == "2048" { throw UsageError("--size is 3, 4, 5 or 6 for 2048, not \(Output.shown(text)).") }
        throw UsageError(
            "--size is a number from 2 to 8, or rows x columns such as 3x5, for \(game), not \(Output.shown(text)).")
    }

    private static func twenty48(_ arguments: Arguments, _ size: UInt8) throws -> Twenty48Options {
        let fours = UInt8(try number(arguments, "fours", in: 0...100, or: 10))
        let largest = Twenty48Options.largestTarget(size: size, fours: fours)
        let text = arguments.string("target")
        let target = text == nil ? usualTarget(size) : whole(text ?? "") ?? 0
        let undos: UndoAllowance
        if arguments.string("undos") == "unlimited" {
            undos = .unlimited
        } else {
            let most = UInt64(Twenty48Options.mostUndos)
            undos = .limited(UInt32(try number(arguments, "undos", in: 0...most, or: 2, also: "unlimited")))
        }
        do {
            return try Twenty48Options(size: size, target: target, fours: fours, undos: undos)
        } catch .targetTooLarge {
            let cause = fours == 0 ? " where no 4 appears" : ""
            throw UsageError(
                "--target is at most \(largest) on \(size)x\(size)\(cause), the largest tile that the board can hold, "
                    + "not \(target).")
        } catch {
            throw UsageError(
                "--target is a power of two from 8 to \(largest) on \(size)x\(size), not \(Output.shown(text ?? "")).")
        }
    }

    /// What 2048 is to 4×4, 256 is to 3×3.
    private static func usualTarget(_ size: UInt8) -> UInt64 { size == 3 ? 256 : 2048 }

    private static func memory(_ arguments: Arguments, _ rows: UInt8, _ columns: UInt8) throws -> MemoryOptions {
        var closing = MemoryOptions.Closing.nextFlip
        if arguments.string("hide-after") != nil {
            let range = MemoryOptions.hideAfterRange
            let limits = UInt64(range.lowerBound)...UInt64(range.upperBound)
            closing = .hideAfter(ms: UInt32(try number(arguments, "hide-after", in: limits, or: 0)))
        }
        do {
            return try MemoryOptions(rows: rows, columns: columns, closing: closing)
        } catch {
            throw UsageError(
                "--size \(rows)x\(columns) leaves a card without a partner; one of the two numbers must be even.")
        }
    }

    private static func number(
        _ arguments: Arguments, _ name: String, in range: ClosedRange<UInt64>, or fallback: UInt64,
        also word: String = ""
    ) throws -> UInt64 {
        guard let text = arguments.string(name) else { return fallback }
        guard let number = whole(text), range.contains(number) else {
            let other = word.isEmpty ? "" : ", or \(word)"
            throw UsageError(
                "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)\(other), "
                    + "not \(Output.shown(text)).")
        }
        return number
    }

    /// Digits and nothing else: `Int` would take a sign too.
    static func whole(_ text: String) -> UInt64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(text) : nil
    }
}

// Positions.

extension PlayOptions {
    private static func position(_ text: String, _ game: GameOptions) throws -> [UInt64] {
        let count = Int(game.rows) * Int(game.columns)
        let parts = text.split(separator: ",", maxSplits: 64, omittingEmptySubsequences: false)
        let values = parts.compactMap { whole(String($0)) }
        let board = "a board of \(game.rows)x\(game.columns)"
        guard values.count == parts.count, values.count == count else {
            throw UsageError("--board is \(count) whole numbers with commas between them for \(board), row by row.")
        }
        do {
            // Any seed will do: what a position may be does not depend on it.
            _ = try Run(options: game, seed: FairPlay.seed(phraseNFC: []), cells: values)
        } catch .unsolvable {
            throw UsageError("--board can never be brought home: swap any two of its tiles.")
        } catch {
            throw UsageError("--board: \(contents(game, count)).")
        }
        return values
    }

    private static func contents(_ game: GameOptions, _ count: Int) -> String {
        switch game {
        case .twenty48(let options):
            let largest = Twenty48Options.largestTarget(size: options.size, fours: 100)
            return
                "a cell of 2048 is 0 or a power of two from 2 to \(largest), one at least is not 0, and the sum is at "
                + "most \(2 * largest - 4)"
        case .sliding: return "each number from 0 to \(count - 1) stands there once, 0 for the blank"
        case .memory: return "each number from 1 to \(count / 2) stands there twice, one for each pair"
        }
    }
}

extension PlayOptions {
    /// The options that ask for this game again, without those that need not be said.
    var words: [String] {
        var words: [String] = []
        func say(_ name: String, _ value: String, unless usual: String) {
            if value != usual { words += ["--\(name) \(value)"] }
        }
        let size = game.rows == game.columns ? "\(game.rows)" : "\(game.rows)x\(game.columns)"
        switch game {
        case .twenty48(let options):
            say("size", size, unless: "4")
            say("target", "\(options.target)", unless: "\(Self.usualTarget(options.size))")
            say("fours", "\(options.fours)", unless: "10")
            if case .limited(let count) = options.undos {
                say("undos", "\(count)", unless: "2")
            } else {
                say("undos", "unlimited", unless: "")
            }
        case .sliding:
            words = ["--game sliding"]
            say("size", size, unless: "4")
        case .memory(let options):
            words = ["--game memory"]
            say("size", size, unless: "4")
            if case .hideAfter(let ms) = options.closing { say("hide-after", "\(ms)", unless: "") }
        }
        if let position { say("board", position.map { "\($0)" }.joined(separator: ","), unless: "") }
        return words
    }
}
