import PuzzleEngine

/// A room input as the bytes of a log record: a format version, room milliseconds, a tag, fields. Integers are LEB128.
extension RoomInput {
    private static let version: UInt8 = 1

    private enum Tag: UInt8 {
        case create = 1, enter, connection, leave, ready, options, start, cancel, act, forfeit, draw, tick, restored
        case preside = 32, rename, kick, mute, lock
    }

    /// The record of this input at room time `time` (ms).
    public func encode(at time: UInt64) -> [UInt8] {
        var out = RecordWriter()
        out.byte(Self.version)
        out.integer(time)
        switch self {
        case .create(let maker, let options):
            out.byte(Tag.create.rawValue)
            out.raw(maker.bytes)
            out.options(options)
        case .enter(let identity, let name, let isBot):
            out.byte(Tag.enter.rawValue)
            out.raw(identity.bytes)
            out.byte(isBot ? 1 : 0)
            out.counted(Array(name.utf8))
        case .connection(let seat, let isHere): out.tagged(Tag.connection.rawValue, seat, isHere ? 1 : 0)
        case .leave(let seat): out.tagged(Tag.leave.rawValue, seat)
        case .ready(let seat, let entropy):
            out.tagged(Tag.ready.rawValue, seat)
            out.counted(entropy?.bytes ?? [])
        case .options(let seat, let options):
            out.tagged(Tag.options.rawValue, seat)
            out.options(options)
        case .start(let seat): out.tagged(Tag.start.rawValue, seat)
        case .cancel(let seat): out.tagged(Tag.cancel.rawValue, seat)
        case .act(let seat, let race, let number, let action):
            out.tagged(Tag.act.rawValue, seat)
            out.raw(Hex.bytes(of: race.rawValue))
            out.integer(UInt64(number))
            out.action(action)
        case .forfeit(let seat, let race):
            out.tagged(Tag.forfeit.rawValue, seat)
            out.raw(Hex.bytes(of: race.rawValue))
        case .draw(let draw):
            out.byte(Tag.draw.rawValue)
            out.raw(Hex.bytes(of: draw.race.rawValue) + draw.secret + draw.salt)
        case .preside(let identity, let name):
            out.byte(Tag.preside.rawValue)
            out.raw(identity.bytes)
            out.counted(Array(name.utf8))
        case .rename(let place, let name):
            out.tagged(Tag.rename.rawValue, place)
            out.counted(Array(name.utf8))
        case .kick(let place, let seat): out.tagged(Tag.kick.rawValue, place, seat.rawValue)
        case .mute(let place, let seat, let isOn):
            out.tagged(Tag.mute.rawValue, place, seat.rawValue, isOn ? 1 : 0)
        case .lock(let place, let isOn): out.tagged(Tag.lock.rawValue, place, isOn ? 1 : 0)
        case .tick: out.byte(Tag.tick.rawValue)
        case .restored: out.byte(Tag.restored.rawValue)
        }
        return out.bytes
    }

    /// Reads a record; nil when it is not one of this version, byte for byte.
    public static func decode(_ record: [UInt8]) -> (input: RoomInput, time: UInt64)? {
        var reader = RecordReader(record)
        guard reader.byte() == version, let time = reader.integer(), let tag = reader.byte().flatMap(Tag.init),
            let input = decode(tag, from: &reader), reader.isAtEnd
        else { return nil }
        return (input, time)
    }

    private static func decode(_ tag: Tag, from reader: inout RecordReader) -> RoomInput? {
        switch tag {
        case .create:
            guard let maker = reader.identity(), let options = reader.options() else { return nil }
            return .create(maker, options)
        case .enter:
            guard let identity = reader.identity(), let bot = reader.byte(), let name = reader.text() else {
                return nil
            }
            return .enter(identity, name: name, isBot: bot == 1)
        case .preside:
            guard let identity = reader.identity(), let name = reader.text() else { return nil }
            return .preside(identity, name: name)
        case .draw:
            guard let bytes = reader.raw(56) else { return nil }
            return Draw(
                race: RaceID(rawValue: Hex.word(bytes[0..<8])), secret: Array(bytes[8..<40]),
                salt: Array(bytes[40..<56])
            ).map { .draw($0) }
        case .tick: return .tick
        case .restored: return .restored
        case .connection, .leave, .ready, .options, .start, .cancel, .act, .forfeit, .rename, .kick, .mute, .lock:
            guard let seat = reader.byte().map(SeatNumber.init(rawValue:)) else { return nil }
            return decode(tag, of: seat, from: &reader)
        }
    }

    private static func decode(_ tag: Tag, of seat: SeatNumber, from reader: inout RecordReader) -> RoomInput? {
        switch tag {
        case .connection: return reader.byte().map { .connection(seat, isHere: $0 == 1) }
        case .leave: return .leave(seat)
        case .ready: return reader.counted().map { .ready(seat, Entropy(bytes: $0)) }
        case .options: return reader.options().map { .options(seat, $0) }
        case .start: return .start(seat)
        case .cancel: return .cancel(seat)
        case .act:
            guard let race = reader.race(), let number = reader.integer().flatMap(UInt32.init(exactly:)),
                let action = reader.action()
            else { return nil }
            return .act(seat, race, number: number, action)
        case .forfeit: return reader.race().map { .forfeit(seat, $0) }
        case .kick: return reader.byte().map { .kick(seat, SeatNumber(rawValue: $0)) }
        case .mute:
            guard let target = reader.byte(), let on = reader.byte() else { return nil }
            return .mute(seat, SeatNumber(rawValue: target), on == 1)
        case .lock: return reader.byte().map { .lock(seat, $0 == 1) }
        case .rename: return reader.text().map { .rename(seat, $0) }
        case .create, .enter, .draw, .tick, .restored, .preside: return nil
        }
    }
}
