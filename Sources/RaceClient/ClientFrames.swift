import PuzzleEngine
import RaceProtocol

/// The messages of a client, encoded.
enum ClientFrame {
    static func hello(name: String?, token: String?, isBot: Bool) -> [UInt8] {
        frame("hello") { json in
            json.key("v")
            json.value(1 as UInt64)
            json.optional("name", name)
            json.optional("token", token)
            if isBot {
                json.key("bot")
                json.value(true)
            }
        }
    }

    static func join(room: String, isSpectator: Bool, since: String) -> [UInt8] {
        frame("join") { json in
            json.optional("room", room)
            json.optional("role", isSpectator ? "spectator" : "racer")
            json.optional("since", since.isEmpty ? nil : since)
        }
    }

    /// `ready` and `rematch`: with my share of the seed when on.
    static func ready(_ type: StaticString, on: Bool, entropy: [UInt8]) -> [UInt8] {
        frame(type) { json in
            json.key("on")
            json.value(on)
            if on { json.optional("entropy", hex(entropy)) }
        }
    }

    static func action(_ action: Action, race: String, number: UInt32) -> [UInt8] {
        frame(action == .undo ? "undo" : "move") { json in
            json.optional("race", race)
            json.key("n")
            json.value(UInt64(number))
            switch action {
            case .move(let direction):
                json.key("m")
                json.literal(direction.letter)
            case .tap(let cell):
                json.key("m")
                json.value(UInt64(cell))
            case .undo: break
            }
        }
    }

    static func forfeit(race: String) -> [UInt8] {
        frame("forfeit") { json in json.optional("race", race) }
    }

    static func options(_ game: GameOptions, minimumSeats: Int, countdown: Int) -> [UInt8] {
        frame("options") { json in writeOptions(game, minimumSeats, countdown, to: &json) }
    }

    /// The body of a request for a room.
    static func roomRequest(_ game: GameOptions, minimumSeats: Int, countdown: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in writeOptions(game, minimumSeats, countdown, to: &json) }
        return json.bytes
    }

    private static func writeOptions(
        _ game: GameOptions, _ minimumSeats: Int, _ countdown: Int, to json: inout JSONWriter
    ) {
        json.key("options")
        json.object { json in
            write(game, to: &json)
            json.key("minSeats")
            json.value(minimumSeats)
            json.key("countdown")
            json.value(countdown)
        }
    }

    static func pong(_ number: UInt64) -> [UInt8] {
        frame("pong") { json in
            json.key("d")
            json.value(number)
        }
    }

    /// A message without fields: `start`, `cancel`, `leave`.
    static func plain(_ type: StaticString) -> [UInt8] { frame(type) { _ in } }

    private static func frame(_ type: StaticString, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: 96)
        json.object { json in
            json.key("t")
            json.literal(type)
            members(&json)
        }
        return json.bytes
    }

    private static func write(_ game: GameOptions, to json: inout JSONWriter) {
        func field(_ name: StaticString, _ value: Int) {
            json.key(name)
            json.value(value)
        }
        json.key("game")
        switch game {
        case .twenty48(let options):
            json.literal("2048")
            field("size", Int(options.size))
            field("target", Int(options.target))
            field("fours", Int(options.fours))
            switch options.undos {
            case .limited(let count): field("undos", Int(count))
            case .unlimited: field("undos", -1)
            }
        case .sliding(let options):
            json.literal("sliding")
            field("rows", Int(options.rows))
            field("columns", Int(options.columns))
        case .memory(let options):
            json.literal("memory")
            field("rows", Int(options.rows))
            field("columns", Int(options.columns))
            if case .hideAfter(let ms) = options.closing { field("hideAfter", Int(ms)) }
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension JSONWriter {
    fileprivate mutating func optional(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        self.value(value)
    }
}

extension Direction {
    fileprivate var letter: StaticString {
        switch self {
        case .up: "U"
        case .down: "D"
        case .left: "L"
        case .right: "R"
        }
    }
}
