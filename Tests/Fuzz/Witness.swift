import PuzzleEngine

/// Follows a run by its events alone, with rules of its own that are plain and slow, and says where the two part.
struct Witness {
    private let options: GameOptions
    private let count: Int
    /// Cells as `Run.cells` shows them.
    private var cells: [UInt64]
    private var score: UInt64
    private var moves: UInt32
    private var time: UInt32 = 0
    /// 2048: what undo goes back to.
    private var past: [(cells: [UInt64], score: UInt64)] = []

    init(_ run: Run) {
        options = run.options
        count = Int(options.rows) * Int(options.columns)
        (cells, score, moves) = (run.cells, run.score, run.moves)
    }

    /// What an accepted action did that its events do not tell, or the other way.
    mutating func faultOfStep(
        _ action: Action, _ ms: UInt32, from before: Run, to run: Run, _ events: [Event]
    ) -> String? {
        if before.phase != .playing, before.play == .race || action != .undo { return "an action after the end" }
        if let fault = faultOfPrediction(action, before, events) { return fault }
        if action == .undo {
            guard events == [.undo], let last = past.popLast() else { return "an undo of nothing" }
            (cells, score, moves) = (last.cells, last.score, moves - 1)
        } else {
            if options.kind == .twenty48 { past.append((cells, score)) }
            for event in events { follow(event) }
            moves += options.kind == .sliding ? UInt32(events.count) : 1
        }
        time = max(time, ms)
        if options.kind == .sliding { score = UInt64(tilesHome) }
        guard cells == run.cells else { return "events lead to \(cells), the run to \(run.cells)" }
        return (score, moves, time) == (run.score, run.moves, run.lastTime) ? nil : "score, moves or time"
    }

    /// An action that ought to have been accepted, or refused for another reason.
    func faultOfRefusal(_ error: MoveError, _ action: Action, _ run: Run) -> String? {
        switch error {
        case .finished: run.phase == .playing ? "finished while playing" : nil
        case .noEffect:
            if case .move(let direction) = action, options.kind == .twenty48 {
                predicted(direction, run)?.cells == nil ? nil : "a move refused that changes something"
            } else {
                options.kind == .sliding ? nil : "no effect in Memory"
            }
        case .noUndo: run.undosLeft == 0 ? nil : "an undo refused that is left"
        case .nothingToUndo: past.isEmpty ? nil : "a move that cannot be taken back"
        case .alreadyOpen, .tooSoon: options.kind == .memory ? nil : "a refusal of Memory"
        case .badAction: nil
        }
    }

    /// What of the state contradicts itself.
    func faultOfState(_ run: Run) -> String? {
        switch options {
        case .twenty48(let game):
            for cell in cells where cell == 1 || cell & (cell &- 1) != 0 { return "a tile of \(cell)" }
            let hasWon = cells.contains { $0 >= game.target }
            if run.play == .race, (run.phase == .won) != hasWon { return "won at \(cells)" }
            if run.phase == .won { return hasWon ? nil : "won without the tile" }
            return (run.phase == .lost) == !canMove ? nil : "\(run.phase) at \(cells)"
        case .sliding:
            guard cells.sorted() == (0..<UInt64(count)).map({ $0 }) else { return "no permutation: \(cells)" }
            guard run.score == UInt64(tilesHome), run.manhattan == manhattan else { return "distances of \(cells)" }
            return (run.phase == .won) == (tilesHome == count - 1) ? nil : "\(run.phase) at \(cells)"
        case .memory:
            for (shown, face) in zip(cells, run.layout) where shown != 0 && shown != UInt64(face) {
                return "a false face"
            }
            return (run.phase == .won) == (2 * Int(run.score) == count) ? nil : "\(run.phase) at \(cells)"
        }
    }

    private mutating func follow(_ event: Event) {
        switch event {
        case .move(let from, let to, let value):
            cells[Int(from)] = 0
            cells[Int(to)] = value
        case .merge(let from1, let from2, let to, let value):
            cells[Int(from1)] = 0
            cells[Int(from2)] = 0
            cells[Int(to)] = value
            score += value
        case .insert(let cell, let value): cells[Int(cell)] = value
        case .show(let cell, let face): cells[Int(cell)] = UInt64(face) + 1
        case .hide(let cell): cells[Int(cell)] = 0
        case .match: score += 1
        case .undo: break
        }
    }

    private func predicted(_ direction: Direction, _ run: Run) -> (cells: [UInt64], gained: UInt64, events: [Event])? {
        var events: [Event] = []
        return slide(cells: run.cells, size: options.rows, direction, events: &events).map { ($0, $1, events) }
    }

    /// 2048 in the page: the same move without the seed.
    private func faultOfPrediction(_ action: Action, _ before: Run, _ events: [Event]) -> String? {
        guard case .move(let direction) = action, options.kind == .twenty48 else { return nil }
        guard let slid = predicted(direction, before), slid.events == events.dropLast() else { return "prediction" }
        guard case .insert(let cell, _)? = events.last, slid.cells[Int(cell)] == 0 else { return "no new tile" }
        return nil
    }

    private var canMove: Bool {
        let n = Int(options.rows)
        return cells.indices.contains { cell in
            cells[cell] == 0 || cell % n + 1 < n && cells[cell] == cells[cell + 1]
                || cell + n < count && cells[cell] == cells[cell + n]
        }
    }

    private var tilesHome: Int { cells.indices.count { cells[$0] == UInt64($0 + 1) } }

    private var manhattan: UInt32 {
        let columns = Int(options.columns)
        return cells.indices.filter { cells[$0] != 0 }.reduce(0) { sum, cell in
            let home = Int(cells[cell]) - 1
            return sum + UInt32(abs(cell / columns - home / columns) + abs(cell % columns - home % columns))
        }
    }
}
