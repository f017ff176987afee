import PuzzleEngine

/// Appends the fields of a log record.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }
    mutating func raw(_ value: [UInt8]) { bytes += value }

    mutating func integer(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func counted(_ value: [UInt8]) {
        integer(UInt64(value.count))
        bytes += value
    }

    mutating func tagged(_ tag: UInt8, _ seat: SeatNumber, _ more: UInt8...) {
        bytes.append(tag)
        bytes.append(seat.rawValue)
        bytes += more
    }

    mutating func action(_ action: Action) {
        switch action {
        case .move(let direction): byte(direction.rawValue)
        case .undo: byte(4)
        case .tap(let cell): raw([5, cell])
        }
    }

    mutating func options(_ options: RoomOptions) {
        byte(options.game.kind.rawValue)
        switch options.game {
        case .twenty48(let game):
            byte(game.size)
            integer(game.target)
            byte(game.fours)
            switch game.undos {
            case .limited(let count): integer(UInt64(count) + 1)
            case .unlimited: integer(0)
            }
        case .sliding(let game): raw([game.rows, game.columns])
        case .memory(let game):
            raw([game.rows, game.columns])
            switch game.closing {
            case .nextFlip: integer(0)
            case .hideAfter(let milliseconds): integer(UInt64(milliseconds))
            }
        }
        raw([UInt8(options.minimumSeats), UInt8(options.countdownSeconds)])
    }
}

/// Takes the fields of a log record; every accessor is nil when they do not fit.
struct RecordReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    mutating func raw(_ count: Int) -> [UInt8]? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        position += count
        return Array(bytes[position - count..<position])
    }

    mutating func integer() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let next = byte(), shift < 63 || next <= 1 else { return nil }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
        }
        return nil
    }

    mutating func counted() -> [UInt8]? { integer().flatMap(Int.init(exactly:)).flatMap { raw($0) } }

    mutating func text() -> String? { counted().map { String(decoding: $0, as: UTF8.self) } }

    mutating func identity() -> IdentityID? {
        raw(16).map { IdentityID(high: Hex.word($0[0..<8]), low: Hex.word($0[8..<16])) }
    }

    mutating func race() -> RaceID? { raw(8).map { RaceID(rawValue: Hex.word($0)) } }

    mutating func action() -> Action? {
        switch byte() {
        case 4: return .undo
        case 5: return byte().map { .tap(cell: $0) }
        case let value?: return Direction(rawValue: value).map { .move($0) }
        case nil: return nil
        }
    }

    mutating func options() -> RoomOptions? {
        guard let kind = byte().flatMap(GameKind.init), let game = game(kind), let seats = byte(), let seconds = byte()
        else { return nil }
        return try? RoomOptions(game: game, minimumSeats: Int(seats), countdownSeconds: Int(seconds))
    }

    private mutating func game(_ kind: GameKind) -> GameOptions? {
        guard let first = byte() else { return nil }
        switch kind {
        case .twenty48:
            guard let target = integer(), let fours = byte(), let undos = integer().flatMap(UInt32.init(exactly:))
            else {
                return nil
            }
            let allowance = undos == 0 ? UndoAllowance.unlimited : .limited(undos - 1)
            return (try? Twenty48Options(size: first, target: target, fours: fours, undos: allowance))
                .map { .twenty48($0) }
        case .sliding:
            return byte().flatMap { try? SlidingOptions(rows: first, columns: $0) }.map { .sliding($0) }
        case .memory:
            guard let columns = byte(), let hide = integer().flatMap(UInt32.init(exactly:)) else { return nil }
            return
                (try? MemoryOptions(
                    rows: first, columns: columns, closing: hide == 0 ? .nextFlip : .hideAfter(ms: hide)))
                .map { .memory($0) }
        }
    }
}
