import Foundation
import PuzzleEngine
import RaceProtocol

/// `tilerace play --json`: one JSON line for the start and one for each line that is read.
struct PlayProgram {
    private(set) var game: PlayGame
    private var clock = PlayClock()
    private var lines = LineCutter()
    /// How many lines were read.
    private var number: UInt64 = 0
    private var out: [UInt8] = []

    init(_ game: PlayGame) { self.game = game }

    /// Plays until the input ends, a signal comes or nobody reads the answers; the number of that signal.
    mutating func run(_ inbox: Inbox) -> Int32? {
        clock.start()
        out += PlayAnswer.start(game)
        while flush() {
            switch inbox.next() {
            case .bytes(let bytes):
                var read: [LineCutter.Line] = []
                lines.feed(bytes) { read.append($0) }
                for line in read {
                    out += answer(line)
                    // Short lines may have long answers: they do not pile up.
                    if out.count > 1 << 16, !flush() { return nil }
                }
            case .end:
                if let last = lines.finish() { out += answer(last) }
                _ = flush()
                return nil
            case .signal(let signal): return signal
            case .silence: continue
            }
        }
        return nil
    }

    private mutating func flush() -> Bool {
        defer { out.removeAll(keepingCapacity: true) }
        return writeOut(out)
    }

    private mutating func answer(_ line: LineCutter.Line) -> [UInt8] {
        number += 1
        guard case .text(var bytes) = line else {
            return PlayAnswer.refusal(number, .tooLarge, "A line has at most \(LineCutter.longest) bytes.")
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        let word = String(decoding: bytes, as: UTF8.self)
        let ms = clock.milliseconds
        do throws(MoveError) {
            if word == "go on", game.run.play == .solo {
                try game.keepGoing(at: ms)
                return PlayAnswer.step(number, game, [])
            }
            guard let action = action(word) else { return PlayAnswer.refusal(number, .badAction, usage) }
            let events = try game.apply(action, at: ms)
            return PlayAnswer.step(number, game, events)
        } catch {
            return PlayAnswer.refusal(number, ErrorCode(error), error.sentence(on: game.run))
        }
    }

    private func action(_ word: String) -> Action? {
        switch word {
        case "U": .move(.up)
        case "D": .move(.down)
        case "L": .move(.left)
        case "R": .move(.right)
        case "undo": .undo
        default: word.isEmpty ? nil : PlayOptions.whole(word).map { .tap(cell: UInt8(clamping: $0)) }
        }
    }

    private var usage: String {
        let last = Int(game.options.rows) * Int(game.options.columns) - 1
        return switch game.options {
        case .twenty48: "A line is U, D, L, R or undo."
        case .sliding: "A line is U, D, L, R or a cell number from 0 to \(last)."
        case .memory: "A line is a cell number from 0 to \(last)."
        }
    }
}
