import PuzzleEngine

/// Options, a start and actions from bytes. Most are sensible, so that play gets far; the rest are anything.
enum PlayFuzz {
    static func fault(_ input: [UInt8]) -> String? {
        var source = Source(input)
        guard let options = options(&source) else { return nil }
        let record = options.record
        guard (try? GameOptions(record: record)) == options else { return "options differ from their record" }
        guard var run = start(options, &source) else { return nil }
        var witness = Witness(run)
        if let fault = witness.faultOfState(run) { return fault }
        // Many short games find more than one long one.
        for _ in 0..<200 {
            guard let code = source.next(), let low = source.next(), let high = source.next() else { break }
            // The last times of all are tried too: they overflow first.
            let ms = UInt32(high) << 8 | UInt32(low)
            let time = high == 255 ? UInt32.max - UInt32(low) : ms
            if let fault = code == 69 ? keepGoing(&run) : step(&run, action(code), time, &witness) { return fault }
        }
        return nil
    }

    /// A cell off every board has no code, but a caller may ask for it all the same.
    private static func action(_ code: UInt8) -> Action { Action(code: code) ?? .tap(cell: code) }

    private static func step(_ run: inout Run, _ action: Action, _ time: UInt32, _ witness: inout Witness) -> String? {
        let before = run
        var events: [Event] = []
        do throws(MoveError) {
            try run.apply(action, at: time, events: &events)
        } catch {
            guard events.isEmpty, run.record == before.record, run.layout == before.layout else {
                return "\(error) changed something"
            }
            return witness.faultOfRefusal(error, action, run)
        }
        return witness.faultOfStep(action, time, from: before, to: run, events) ?? witness.faultOfState(run)
    }

    private static func keepGoing(_ run: inout Run) -> String? {
        let mayGoOn = run.play == .solo && run.phase == .won && run.options.kind == .twenty48
        let before = run.cellBytes
        guard run.keepGoing() == mayGoOn, run.cellBytes == before else { return "keepGoing" }
        return nil
    }

    private static func options(_ source: inout Source) -> GameOptions? {
        guard let kind = source.next() else { return nil }
        if kind >= 224 { return try? GameOptions(record: source.bytes(GameOptions.recordSize)) }
        let (a, b, c, d) = (source.value(), source.value(), source.value(), source.value())
        switch kind % 3 {
        case 0:
            let undos: UndoAllowance = d < 128 ? .limited(UInt32(d) % 8) : .unlimited
            return (try? Twenty48Options(size: 3 + a % 4, target: 8 << UInt64(b % 8), fours: c % 101, undos: undos))
                .map { .twenty48($0) }
        case 1: return (try? SlidingOptions(rows: 2 + a % 7, columns: 2 + b % 7)).map { .sliding($0) }
        default:
            let closing = c < 128 ? MemoryOptions.Closing.nextFlip : .hideAfter(ms: 100 + 200 * UInt32(d))
            return (try? MemoryOptions(rows: 2 + a % 7, columns: 2 + b % 7, closing: closing)).map { .memory($0) }
        }
    }

    /// Drawn from a seed, or a position: that of the seed with two cells changed, or any bytes.
    private static func start(_ options: GameOptions, _ source: inout Source) -> Run? {
        let (seed, board, how) = (Seed(number: UInt32(source.value())), UInt32(source.value()), source.value())
        let play = Run.Play(rawValue: how & 1) ?? .race
        let drawn = Run(options: options, seed: seed, board: board, play: play)
        if how < 128 { return drawn }
        let count = Int(options.rows) * Int(options.columns)
        if how < 192 {
            var cells = options.kind == .memory ? drawn.layout : drawn.cellBytes
            cells.swapAt(Int(source.value()) % count, Int(source.value()) % count)
            return try? Run(options: options, seed: seed, bytes: cells, play: play)
        }
        if how < 224 { return try? Run(options: options, seed: seed, bytes: source.bytes(count), play: play) }
        let values = source.bytes(count).map { $0 < 64 ? 1 << UInt64($0) : UInt64($0) - 64 }
        return try? Run(options: options, seed: seed, cells: values, play: play)
    }
}

/// Bytes one after the other.
private struct Source {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> UInt8? { rest.popFirst() }
    mutating func value() -> UInt8 { rest.popFirst() ?? 0 }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in value() } }
}
