import PuzzleEngine
import RaceRules

extension ClientMessage {
    /// Reads one frame. Total: any bytes give a message or an error; unknown fields are ignored.
    public static func decode(_ frame: UnsafeRawBufferPointer) throws(ProtocolError) -> ClientMessage {
        let type = try type(of: frame)
        var fields = Fields(type: type)
        var scanner = JSONScanner(frame)
        try scanner.object(orThrow: ProtocolError(.badJSON)) { scanner, key throws(ProtocolError) in
            try fields.take(key, from: &scanner)
        }
        return try fields.message()
    }

    /// Checks that the frame is one JSON object, and finds its type.
    private static func type(of frame: UnsafeRawBufferPointer) throws(ProtocolError) -> MessageType {
        var scanner = JSONScanner(frame)
        guard scanner.peek() == UInt8(ascii: "{") else {
            throw ProtocolError(scanner.skip() && scanner.isAtEnd() ? .badMessage : .badJSON)
        }
        var type: MessageType?
        try scanner.object(orThrow: ProtocolError(.badJSON)) { scanner, key throws(ProtocolError) in
            if key.matches("t"), scanner.peek() == UInt8(ascii: "\"") {
                type = scanner.plainString().flatMap(MessageType.init(bytes:))
            } else if !scanner.skip() {
                throw ProtocolError(.badJSON)
            }
        }
        guard scanner.isAtEnd() else { throw ProtocolError(.badJSON) }
        guard let type else { throw ProtocolError(.badMessage) }
        return type
    }
}

private enum MessageType: String, CaseIterable {
    case move, undo, pong, hello, join, ready, options, start, cancel, forfeit, rematch, leave
    case rename, role, ping, kick, mute, lock

    init?(bytes: UnsafeRawBufferPointer) {
        guard let type = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else { return nil }
        self = type
    }
}

/// The fields of one message as they are met.
private struct Fields {
    let type: MessageType
    var version: UInt64?
    var token: Token?
    var name: PlayerName?
    var isBot = false
    var room: RoomCode?
    var role: ClientMessage.Role?
    var seat: SeatNumber?
    var since: Position?
    var on: Bool?
    var entropy: Entropy?
    var options: RoomOptions?
    var race: RaceID?
    var number: UInt32?
    var action: Action?
    var data: UInt64?

    init(type: MessageType) { self.type = type }

    private func fault(_ code: ErrorCode) -> ProtocolError { ProtocolError(code, regarding: type.rawValue) }

    private func need<Value>(_ value: Value?, or code: ErrorCode = .badMessage) throws(ProtocolError) -> Value {
        guard let value else { throw fault(code) }
        return value
    }

    mutating func take(_ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner) throws(ProtocolError) {
        let known: Bool =
            switch type {
            case .move, .undo, .forfeit: try takeAction(key, from: &scanner)
            case .hello: try takeHello(key, from: &scanner)
            case .rename, .role, .kick, .mute, .lock: try takePeople(key, from: &scanner)
            case .join: try takeJoin(key, from: &scanner)
            case .ready, .rematch: try takeReady(key, from: &scanner)
            case .options: try takeOptions(key, from: &scanner)
            case .ping, .pong: try takeNumber(key, from: &scanner)
            case .start, .cancel, .leave: false
            }
        if !known, !scanner.skip() { throw fault(.badJSON) }
    }

    private mutating func takeAction(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        if key.matches("race") {
            let digits = try need(scanner.plainString())
            let bytes = try need(digits.count == 16 ? Hex.decode(digits) : nil)
            race = RaceID(rawValue: Hex.word(bytes))
        } else if key.matches("n") {
            number = UInt32(try need(scanner.unsigned(upTo: 1_000_000)))
        } else if key.matches("m"), type == .move {
            action = try move(from: &scanner)
        } else {
            return false
        }
        return true
    }

    private func move(from scanner: inout JSONScanner) throws(ProtocolError) -> Action {
        guard scanner.peek() == UInt8(ascii: "\"") else {
            return .tap(cell: UInt8(try need(scanner.unsigned(upTo: 63))))
        }
        let letter = try need(scanner.plainString())
        switch letter.count == 1 ? letter[0] : 0 {
        case UInt8(ascii: "U"): return .move(.up)
        case UInt8(ascii: "D"): return .move(.down)
        case UInt8(ascii: "L"): return .move(.left)
        case UInt8(ascii: "R"): return .move(.right)
        default: throw fault(.badMessage)
        }
    }

    private mutating func takeHello(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        if key.matches("v") {
            version = try need(scanner.unsigned(), or: .version)
        } else if key.matches("token") {
            token = try need(Token(try need(scanner.plainString())), or: .badToken)
        } else if key.matches("name") {
            name = try need(PlayerName(try need(scanner.string())), or: .badName)
        } else if key.matches("bot") {
            isBot = try need(scanner.boolean())
        } else {
            return false
        }
        return true
    }

    private mutating func takeJoin(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        if key.matches("room") {
            room = try need(RoomCode(try need(scanner.string())), or: .unknownRoom)
        } else if key.matches("role") {
            role = try roleName(from: &scanner)
        } else if key.matches("since") {
            since = try need(Position(try need(scanner.plainString())))
        } else {
            return false
        }
        return true
    }

    private func roleName(from scanner: inout JSONScanner) throws(ProtocolError) -> ClientMessage.Role {
        try need(ClientMessage.Role(rawValue: try need(scanner.string())))
    }

    private mutating func takePeople(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        switch type {
        case .rename where key.matches("name"): name = try need(PlayerName(try need(scanner.string())), or: .badName)
        case .role where key.matches("role"): role = try roleName(from: &scanner)
        case .kick where key.matches("seat"), .mute where key.matches("seat"):
            seat = SeatNumber(rawValue: UInt8(try need(scanner.unsigned(upTo: UInt64(SeatNumber.limit) - 1))))
        case .mute where key.matches("on"), .lock where key.matches("on"): on = try need(scanner.boolean())
        default: return false
        }
        return true
    }

    private mutating func takeReady(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        if key.matches("on") {
            on = try need(scanner.boolean())
        } else if key.matches("entropy") {
            entropy = try need(Hex.decode(try need(scanner.plainString())).flatMap(Entropy.init(bytes:)))
        } else {
            return false
        }
        return true
    }

    private mutating func takeOptions(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        guard key.matches("options") else { return false }
        do {
            options = try OptionFields.read(from: &scanner)
        } catch {
            throw fault(error)
        }
        return true
    }

    private mutating func takeNumber(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(ProtocolError) -> Bool {
        guard key.matches("d") else { return false }
        data = try need(scanner.unsigned())
        return true
    }

    func message() throws(ProtocolError) -> ClientMessage {
        switch type {
        case .hello:
            guard version == 1 else { throw fault(.version) }
            return .hello(token: token, name: name, isBot: isBot)
        case .join: return .join(try need(room), role ?? .racer, since: since)
        case .ready: return .ready(try share())
        case .rematch: return .rematch(try share())
        case .options: return .options(try need(options))
        case .start: return .start
        case .cancel: return .cancel
        case .move: return .act(try need(race), number: try actionNumber(), try need(action))
        case .undo: return .act(try need(race), number: try actionNumber(), .undo)
        case .forfeit: return .forfeit(try need(race))
        case .leave: return .leave
        case .rename: return .rename(try need(name))
        case .role: return .role(try need(role))
        case .kick: return .kick(try need(seat))
        case .mute: return .mute(try need(seat), on: try need(on))
        case .lock: return .lock(on: try need(on))
        case .ping: return .ping(try need(data))
        case .pong: return .pong(try need(data))
        }
    }

    private func actionNumber() throws(ProtocolError) -> UInt32 {
        let number = try need(number)
        guard number >= 1 else { throw fault(.badMessage) }
        return number
    }

    private func share() throws(ProtocolError) -> Entropy? { try need(on) ? try need(entropy) : nil }
}

extension UnsafeRawBufferPointer {
    /// Holds just the ASCII of `word`.
    func matches(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for offset in indices where self[offset] != word.utf8Start[offset] { return false }
        return true
    }
}
