import Foundation
import PuzzleEngine

/// A person's game at a terminal: the board, the clock, the cursor, and what was last said.
struct PlayTable {
    enum Outcome: Equatable {
        case goOn, suspend
        case leave(status: Int32)
    }

    /// A line below the board.
    struct Notice: Equatable {
        enum Tone { case plain, good, bad }
        var text = ""
        var tone = Tone.plain
    }

    let options: PlayOptions
    private(set) var game: PlayGame
    /// Starts with the first accepted action, and stands while the game is over.
    private(set) var clock = PlayClock()
    private(set) var notice = Notice()
    /// Memory: the card that Enter flips.
    private(set) var cursor = 0
    private(set) var matched: Set<Int> = []
    /// The last step: the board before it, its events, its gain.
    private(set) var before: [UInt64] = []
    private(set) var events: [Event] = []
    private(set) var gained: UInt64 = 0
    private let savePath: String?
    private var isSaved = false

    init(_ options: PlayOptions, seed: PlaySeed, savePath: String?) throws(OptionError) {
        self.options = options
        self.savePath = savePath
        game = try PlayGame(options, seed: seed, play: .solo)
        announce()
    }

    var run: Run { game.run }

    /// What a key does.
    mutating func press(_ key: Key) throws -> Outcome {
        switch key {
        case .interrupt: return .leave(status: 130)
        case .end, .letter("q"): return .leave(status: 0)
        case .suspend: return .suspend
        case .letter("u"): act(.undo)
        case .letter("c") where run.phase == .won: goOn()
        case .letter("n") where run.phase != .playing: try begin(.random())
        case .letter("r") where run.phase != .playing: try begin(game.seed)
        case .up: go(.up)
        case .down: go(.down)
        case .left: go(.left)
        case .right: go(.right)
        case .enter, .space: if run.options.kind == .memory { act(.tap(cell: UInt8(cursor))) }
        case .letter: break
        }
        return .goOn
    }

    private mutating func go(_ direction: Direction) {
        if run.options.kind == .memory { moveCursor(direction) } else { act(.move(direction)) }
    }

    private mutating func moveCursor(_ direction: Direction) {
        let (rows, columns) = (Int(run.options.rows), Int(run.options.columns))
        var (row, column) = (cursor / columns, cursor % columns)
        switch direction {
        case .up: row = max(0, row - 1)
        case .down: row = min(rows - 1, row + 1)
        case .left: column = max(0, column - 1)
        case .right: column = min(columns - 1, column + 1)
        }
        cursor = row * columns + column
    }

    private mutating func act(_ action: Action) {
        let (cells, score) = (shownCells, run.score)
        do throws(MoveError) {
            events = try game.apply(action, at: clock.milliseconds)
            before = cells
            gained = run.score > score ? run.score - score : 0
            for case .match(let one, let two) in events { matched.formUnion([Int(one), Int(two)]) }
            announce()
        } catch {
            // What was said about the end still holds.
            if error != .finished { notice = Notice(text: sentence(error)) }
        }
    }

    private func sentence(_ error: MoveError) -> String {
        switch error {
        case .tooSoon: "Wait until the two cards are closed."
        case .noEffect: "Nothing moves that way."
        case .badAction: "There is no undo in this game."
        case .noUndo where run.undosLeft == 0: "No undo is left. (--undos N gives you more.)"
        default: error.sentence(on: run)
        }
    }

    private mutating func goOn() {
        do throws(MoveError) {
            try game.keepGoing(at: clock.milliseconds)
            forgetStep()
            announce()
            if run.phase == .playing { notice = Notice(text: "On you go: how far will it get?") }
        } catch {
            notice = Notice(text: "That was the whole game.")
        }
    }

    private mutating func begin(_ seed: PlaySeed) throws {
        try save()
        game = try PlayGame(options, seed: seed, play: .solo)
        clock = PlayClock()
        (cursor, matched) = (0, [])
        forgetStep()
        announce()
    }

    private mutating func forgetStep() { (before, events, gained) = ([], [], 0) }

    /// Lets the clock run or stand, and says what there is to say about the board.
    private mutating func announce() {
        if run.phase != .playing { clock.stop() } else if run.moves > 0 { clock.start() }
        notice = Notice()
        switch (run.phase, run.options) {
        case (.playing, .memory):
            if run.moves > 0, openCards.count == 2 { notice.text = "No pair." }
            if events.contains(where: { if case .match = $0 { true } else { false } }) {
                notice = Notice(text: "A pair!", tone: .good)
            }
        case (.playing, _): break
        case (.won, .twenty48(let game)): notice = Notice(text: "You made \(game.target)!", tone: .good)
        case (.won, .sliding): notice = Notice(text: "Solved!", tone: .good)
        case (.won, .memory): notice = Notice(text: "All pairs found!", tone: .good)
        case (.lost, _): notice = Notice(text: "No move is left.", tone: .bad)
        }
    }

    /// The run stands still for a while: suspended.
    mutating func pause() { clock.stop() }
    mutating func resume() { if run.phase == .playing, run.moves > 0 { clock.start() } }

    /// Writes the replay where one is asked for; of games that were begun only the last counts.
    mutating func save() throws {
        guard let savePath, run.moves > 0 || !isSaved else { return }
        try game.save(to: savePath)
        isSaved = true
    }
}

// What is shown.

extension PlayTable {
    /// Memory: cards that lie open without being matched.
    var openCards: [Int] {
        run.cells.indices.filter { run.cells[$0] != 0 && !matched.contains($0) }
    }

    /// Whether two wrong cards have closed by themselves, which takes no action.
    private var hasClosed: Bool { run.closesAt.map { $0 <= clock.milliseconds } ?? false }

    /// The cells as they are seen now.
    var shownCells: [UInt64] {
        var cells = run.cells
        if run.options.kind == .memory, hasClosed {
            for card in openCards { cells[card] = 0 }
        }
        return cells
    }

    /// The picture of the notice, which may be out of date.
    var shownNotice: Notice { notice.text == "No pair." && hasClosed ? Notice() : notice }

    /// Milliseconds until the picture changes by itself; nil while it does not.
    var patience: UInt32? {
        guard clock.isRunning else { return nil }
        let now = clock.milliseconds
        let second = 1000 - now % 1000
        guard let closesAt = run.closesAt, closesAt > now else { return second }
        return min(second, closesAt - now)
    }
}
