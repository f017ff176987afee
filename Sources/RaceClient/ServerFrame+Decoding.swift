public import RaceProtocol

extension ServerFrame {
    /// Reads one frame. Throws for anything that is no object of the shape that the contract gives its type.
    public static func decode(_ bytes: [UInt8]) throws(JSONFault) -> ServerFrame {
        let decoded: Result<ServerFrame, JSONFault> = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONFault) in
                var scanner = JSONScanner(bytes)
                var fields = FrameFields()
                try scanner.fields { scanner, key throws(JSONFault) in try fields.take(key, from: &scanner) }
                return fields.frame
            }
        }
        return try decoded.get()
    }
}

/// The fields of all types of frames; the names have the same meaning wherever they occur, but for `race`.
private struct FrameFields {
    var type = ""
    var name = ""
    var token: String?
    var view = RoomView()
    var from: UInt64 = 0
    var to: UInt64 = 0
    var now: UInt64?
    var entries: [RoomEntry] = []
    var race = ""
    var number: UInt64 = 0
    var code: String?
    var mayRetry = false
    var regarding: String?

    mutating func take(_ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner) throws(JSONFault) {
        // The fields of `events` and `ping` first: they are most of the traffic.
        if key.spells("t") {
            type = try scanner.text()
        } else if key.spells("from") {
            from = try scanner.number()
        } else if key.spells("to") {
            to = try scanner.number()
        } else if key.spells("now") {
            now = try scanner.optionalNumber()
        } else if key.spells("e") {
            entries = try scanner.list { scanner throws(JSONFault) in try scanner.entry() }
        } else if key.spells("d") || key.spells("n") {
            number = try scanner.number()
        } else if try takeRoom(key, from: &scanner) {
            return
        } else {
            try takeRare(key, from: &scanner)
        }
    }

    private mutating func takeRare(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(JSONFault) {
        if key.spells("code") {
            code = try scanner.text()
        } else if key.spells("retry") {
            mayRetry = try scanner.flag()
        } else if key.spells("re") {
            regarding = try scanner.text()
        } else if key.spells("name") {
            name = try scanner.text()
        } else if key.spells("token") {
            token = try scanner.text()
        } else {
            try scanner.ignore()
        }
    }

    private mutating func takeRoom(
        _ key: UnsafeRawBufferPointer, from scanner: inout JSONScanner
    ) throws(JSONFault) -> Bool {
        if key.spells("race") {
            if scanner.peek() == UInt8(ascii: "\"") {
                race = try scanner.text()
            } else if !scanner.null() {
                view.race = try scanner.race()
            }
        } else if key.spells("room") {
            view.code = try scanner.text()
        } else if key.spells("at") {
            (view.epoch, view.version) = try scanner.position()
        } else if key.spells("you") {
            view.mySeat = try scanner.mySeat()
        } else if key.spells("host") {
            view.host = try scanner.host()
        } else if key.spells("options") {
            view.game = try scanner.game()
        } else if key.spells("seats") {
            view.seats = try scanner.list { scanner throws(JSONFault) in try scanner.seat() }
        } else if key.spells("watchers") {
            view.watchers = try scanner.number()
        } else if key.spells("phase") {
            view.phase = RoomView.Phase(rawValue: try scanner.text()) ?? .lobby
        } else if key.spells("next") {
            (view.nextRace, view.nextCommitment) = try scanner.next()
        } else {
            return false
        }
        return true
    }

    var frame: ServerFrame {
        switch type {
        case "events": .events(from: from, to: to, now: now ?? 0, entries: entries)
        case "ping": .ping(number, now: now)
        case "ack": .ack(race: race, number: UInt32(clamping: number), code: code)
        case "room": .room(view, now: now ?? 0)
        case "error": .error(code: code ?? "", mayRetry: mayRetry, regarding: regarding)
        case "welcome": .welcome(name: name, token: token)
        default: .unknown
        }
    }
}
