/// Random games with all options, folded into one hash: the proof that two builds are one engine.
public enum SelfTest {
    /// SHA-256 over `count` games from number `first`: every state, event and refusal of each.
    public static func digest(first: UInt32, count: UInt32) -> [UInt8] {
        var hash = SHA256()
        for number in 0..<count {
            var bytes: [UInt8] = []
            bytes.append(play(first &+ number)?.sum ?? 0, bytes: 8)
            hash.update(bytes)
        }
        return hash.finish()
    }

    /// Plays game `number` with actions of every kind, sensible or not, and folds what it shows.
    static func play(_ number: UInt32) -> (run: Run, sum: UInt64)? {
        var fold = Fold()
        let seed = Seed(number: number)
        var chance = SeedStream(seed: seed, purpose: .bot)
        guard let options = options(&chance) else { return nil }
        fold.add(options.canonical)
        let play: Run.Play = chance.below(4) == 0 ? .solo : .race
        var run = Run(options: options, seed: seed, board: chance.below(3), play: play)
        fold.add(run.record)
        var time: UInt32 = 0
        for _ in 0..<160 {
            let action = action(run, &chance)
            time &+= chance.below(300)
            var events: [Event] = []
            do {
                try run.apply(action, at: time, events: &events)
                var step = run.record
                for event in events { event.append(to: &step) }
                fold.add(step)
            } catch {
                fold.add(UInt64(error.rawValue) | UInt64(action.code) &<< 8)
                if error == .finished, !run.keepGoing() { break }
            }
        }
        fold.add(run.layout)
        return (run, fold.sum)
    }

    /// Whole random games one after the other, with full events: work for a clock to time.
    ///
    /// Returns the actions accepted, at least `least`, and a sum that depends on their events.
    @_optimize(speed)
    public static func race(_ options: GameOptions, least: UInt64) -> (moves: UInt64, sum: UInt64) {
        let cells = UInt32(options.rows) &* UInt32(options.columns)
        var (moves, sum, number, pick): (UInt64, UInt64, UInt32, UInt32) = (0, 0, 0, 2_463_534_242)
        var events: [Event] = []
        while moves < least {
            number &+= 1
            var run = Run(options: options, seed: Seed(number: number))
            var left = 100_000
            while run.phase == .playing, left > 0 {
                // Xorshift: chance enough for an opponent, and next to free.
                pick ^= pick &<< 13
                pick ^= pick &>> 17
                pick ^= pick &<< 5
                let high = UInt64(pick &>> 8)
                let code = options.kind == .memory ? (high &* UInt64(cells)) &>> 24 : 64 | high & 3
                guard let action = Action(code: UInt8(truncatingIfNeeded: code)) else { break }
                // Emptied in place: a new array for each step would be measured too.
                events.removeAll(keepingCapacity: true)
                do {
                    try run.apply(action, at: 0, events: &events)
                    moves &+= 1
                    sum = sum &* 31 &+ UInt64(truncatingIfNeeded: events.count)
                    left &-= 1
                } catch {}
            }
        }
        return (moves, sum)
    }

    private static func options(_ chance: inout SeedStream) -> GameOptions? {
        let rows = UInt8(2 + chance.below(7))
        let columns = UInt8(2 + chance.below(7))
        do {
            switch chance.below(4) {
            case 0:
                let columns = rows.isMultiple(of: 2) ? columns : columns & 0xE
                let closing: MemoryOptions.Closing =
                    chance.below(2) == 0 ? .nextFlip : .hideAfter(ms: 100 + chance.below(900))
                return .memory(try MemoryOptions(rows: rows, columns: columns, closing: closing))
            case 1:
                // Half of them small enough to be solved by chance.
                let isSmall = chance.below(2) == 0
                return .sliding(try SlidingOptions(rows: isSmall ? 2 : rows, columns: isSmall ? 2 : columns))
            default:
                let undos: UndoAllowance = chance.below(3) == 0 ? .unlimited : .limited(chance.below(5))
                return .twenty48(
                    try Twenty48Options(
                        size: UInt8(3 + chance.below(4)), target: 8 &<< UInt64(chance.below(7)),
                        fours: UInt8(chance.below(101)), undos: undos))
            }
        } catch { return nil }
    }

    private static func action(_ run: Run, _ chance: inout SeedStream) -> Action {
        let cell = UInt8(chance.below(UInt32(run.options.rows) * UInt32(run.options.columns) + 1))
        let direction = Direction(rawValue: UInt8(chance.below(4))) ?? .up
        return switch (run.options.kind, chance.below(16)) {
        case (_, 0): .undo
        case (_, 1), (.memory, _): .tap(cell: cell)
        case (.sliding, 2...5): .tap(cell: cell)
        case (_, _): .move(direction)
        }
    }
}

/// A 64-bit sum that depends on every value and on their order; only to tell builds apart, so speed comes first.
private struct Fold {
    private(set) var sum: UInt64 = 0x7469_6c65_7261_6365

    mutating func add(_ value: UInt64) {
        let mixed = (sum ^ value) &* 0x9E37_79B9_7F4A_7C15
        sum = mixed ^ (mixed &>> 29)
    }

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { add(UInt64(byte)) }
    }
}
