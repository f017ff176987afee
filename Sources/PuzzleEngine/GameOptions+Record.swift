extension GameOptions {
    /// Bytes of a record.
    public static let recordSize = 16

    /// Sixteen bytes for the WebAssembly border and replays, numbers big-endian:
    /// kind, rows (or size), columns (or fours), 0, `u32` undos (all ones: unlimited) or delay in ms (0: next flip),
    /// `u64` target (0 but for 2048).
    public var record: [UInt8] {
        var record: [UInt8] = [kind.rawValue]
        var (detail, target): (UInt32, UInt64) = (0, 0)
        switch self {
        case .twenty48(let game):
            record += [game.size, game.fours, 0]
            target = game.target
            if case .limited(let count) = game.undos { detail = count } else { detail = .max }
        case .sliding(let game): record += [game.rows, game.columns, 0]
        case .memory(let game):
            record += [game.rows, game.columns, 0]
            if case .hideAfter(let ms) = game.closing { detail = ms }
        }
        record.append(UInt64(detail), bytes: 4)
        record.append(target, bytes: 8)
        return record
    }

    /// The options of a record; throws what is wrong with them, `.record` when the bytes are none.
    public init(record: [UInt8]) throws(OptionError) {
        var reader = ByteReader(record)
        guard reader.left == GameOptions.recordSize, let kind = GameKind(rawValue: reader.byte() ?? .max),
            let first = reader.byte(), let second = reader.byte(), reader.byte() == 0,
            let detail = reader.word(), let target = reader.number(8), kind == .twenty48 || target == 0
        else { throw .record }
        switch kind {
        case .twenty48:
            let undos = detail == .max ? UndoAllowance.unlimited : .limited(detail)
            self = .twenty48(try Twenty48Options(size: first, target: target, fours: second, undos: undos))
        case .sliding:
            guard detail == 0 else { throw .record }
            self = .sliding(try SlidingOptions(rows: first, columns: second))
        case .memory:
            let closing = detail == 0 ? MemoryOptions.Closing.nextFlip : .hideAfter(ms: detail)
            self = .memory(try MemoryOptions(rows: first, columns: second, closing: closing))
        }
    }
}

extension Action {
    /// One byte for logs, replays and the WebAssembly border: a cell 0…63, 64 + direction, or 68 for undo.
    public var code: UInt8 {
        switch self {
        case .tap(let cell): cell
        case .move(let direction): 64 + direction.rawValue
        case .undo: 68
        }
    }

    /// The action of a code; nil for any other byte. (A cell above 63 is on no board and has no code.)
    public init?(code: UInt8) {
        if code < 64 {
            self = .tap(cell: code)
        } else if code == 68 {
            self = .undo
        } else if let direction = Direction(rawValue: code - 64) {
            self = .move(direction)
        } else {
            return nil
        }
    }
}
