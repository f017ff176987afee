import PuzzleEngine
public import RaceRules

/// The `options` object of the contract, both ways.
public enum OptionFields {
    /// Reads the object that is next; absent fields get their game's defaults. Throws `badMessage` for a field of
    /// another type, `badOptions` for one that this game does not have or that is out of its range.
    public static func read(from scanner: inout JSONScanner) throws(ErrorCode) -> RoomOptions {
        var game: String?
        var numbers: [String: Int64] = [:]
        try scanner.object(orThrow: .badMessage) { scanner, key throws(ErrorCode) in
            let name = String(decoding: key, as: UTF8.self)
            if name == "game" {
                guard let value = scanner.string() else { throw .badMessage }
                game = value
            } else {
                let isSigned = name == "undos"
                guard let value = scanner.signed(within: 1 << 53), value >= 0 || isSigned else { throw .badMessage }
                numbers[name] = value
            }
        }
        guard let game else { throw .badMessage }
        do {
            return try options(game, numbers)
        } catch {
            throw .badOptions
        }
    }

    private static func options(_ name: String, _ given: [String: Int64]) throws -> RoomOptions {
        var rest = given
        func number<Value: FixedWidthInteger>(_ key: String, _ fallback: Value) throws -> Value {
            guard let value = rest.removeValue(forKey: key) else { return fallback }
            guard let exact = Value(exactly: value) else { throw Refusal.badOptions }
            return exact
        }
        let seats = try number("minSeats", 2)
        let seconds = try number("countdown", 3)
        let game: GameOptions
        switch name {
        case "2048":
            let undos: Int64 = try number("undos", 3)
            guard undos >= -1, undos <= 1000 else { throw Refusal.badOptions }
            game = .twenty48(
                try Twenty48Options(
                    size: try number("size", 4), target: try number("target", 256), fours: try number("fours", 10),
                    undos: undos < 0 ? .unlimited : .limited(UInt32(undos))))
        case "sliding":
            game = .sliding(try SlidingOptions(rows: try number("rows", 3), columns: try number("columns", 3)))
        case "memory":
            let hideAfter: UInt32 = try number("hideAfter", 0)
            game = .memory(
                try MemoryOptions(
                    rows: try number("rows", 4), columns: try number("columns", 4),
                    closing: hideAfter == 0 ? .nextFlip : .hideAfter(ms: hideAfter)))
        default: throw Refusal.badOptions
        }
        guard rest.isEmpty else { throw Refusal.badOptions }
        return try RoomOptions(game: game, minimumSeats: seats, countdownSeconds: seconds)
    }

    /// Writes the object with all fields of its game.
    public static func write(_ options: RoomOptions, to json: inout JSONWriter) {
        json.object { json in
            json.key("game")
            switch options.game {
            case .twenty48(let game):
                json.literal("2048")
                json.member("size", UInt64(game.size))
                json.member("target", game.target)
                json.member("fours", UInt64(game.fours))
                json.key("undos")
                switch game.undos {
                case .limited(let count): json.value(UInt64(count))
                case .unlimited: json.value(-1)
                }
            case .sliding(let game):
                json.literal("sliding")
                json.member("rows", UInt64(game.rows))
                json.member("columns", UInt64(game.columns))
            case .memory(let game):
                json.literal("memory")
                json.member("rows", UInt64(game.rows))
                json.member("columns", UInt64(game.columns))
                json.key("hideAfter")
                switch game.closing {
                case .nextFlip: json.value(UInt64(0))
                case .hideAfter(let milliseconds): json.value(UInt64(milliseconds))
                }
            }
            json.member("minSeats", UInt64(options.minimumSeats))
            json.member("countdown", UInt64(options.countdownSeconds))
        }
    }
}

extension JSONWriter {
    mutating func member(_ key: StaticString, _ value: UInt64) {
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, ascii value: [UInt8]) {
        self.key(key)
        ascii(value)
    }

    mutating func member(_ key: StaticString, seat: SeatNumber?) {
        self.key(key)
        if let seat { value(UInt64(seat.rawValue)) } else { null() }
    }
}
