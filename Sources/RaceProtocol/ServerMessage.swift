public import PuzzleEngine
public import RaceRules

/// The frames that a server sends, encoded. Everything here appends bytes; nothing is kept.
public enum ServerMessage {
    /// Answer to hello; `token` only when it was made just now.
    public static func welcome(name: String, token: Token?, server: String) -> [UInt8] {
        frame("welcome") { json in
            json.member("v", 1)
            json.member("name", name)
            if let token { json.member("token", ascii: token.bytes) }
            json.member("rules", UInt64(rulesVersion))
            json.member("server", server)
        }
    }

    /// A message was refused.
    public static func error(_ error: ProtocolError) -> [UInt8] {
        frame("error") { json in
            json.member("code", error.code.rawValue)
            json.member("text", error.code.text)
            json.member("retry", error.code.mayRetry)
            if let type = error.regarding { json.member("re", type) }
        }
    }

    /// Life and clock; `now` in room milliseconds, nil outside a room.
    public static func ping(_ number: UInt64, now: UInt64?) -> [UInt8] {
        frame("ping") { json in
            json.member("d", number)
            json.key("now")
            if let now { json.value(now) } else { json.null() }
        }
    }

    /// Answer to a client's ping.
    public static func pong(_ number: UInt64) -> [UInt8] {
        frame("pong") { json in json.member("d", number) }
    }

    /// The action `number` was refused with `code`, or is accepted (nil); `isRepeat`: and was judged before.
    public static func ack(_ race: RaceID, number: UInt32, code: ErrorCode?, isRepeat: Bool) -> [UInt8] {
        frame("ack") { json in
            json.member("race", ascii: race.ascii)
            json.member("n", UInt64(number))
            json.member("ok", code == nil)
            if isRepeat { json.member("repeat", true) }
            if let code {
                json.member("code", code.rawValue)
                json.member("text", code.text)
            }
        }
    }

    /// Encoded entries that move a room from version `from` on by `count`.
    public static func events(from: UInt64, count: Int, now: UInt64, entries: [UInt8]) -> [UInt8] {
        var json = JSONWriter(capacity: entries.count + 80)
        json.object { json in
            json.key("t")
            json.literal("events")
            json.member("from", from)
            json.member("to", from + UInt64(count))
            json.member("now", now)
            json.key("e")
            json.raw(json: entries)
        }
        return json.bytes
    }

    static func frame(_ type: StaticString, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("t")
            json.literal(type)
            members(&json)
        }
        return json.bytes
    }
}

extension ErrorCode {
    /// The code of a refused action.
    public init(_ error: MoveError) {
        switch error {
        case .noEffect: self = .noEffect
        case .badAction: self = .badAction
        case .finished: self = .finished
        case .noUndo, .nothingToUndo: self = .noUndo
        case .alreadyOpen: self = .alreadyOpen
        case .tooSoon: self = .tooSoon
        }
    }
}
