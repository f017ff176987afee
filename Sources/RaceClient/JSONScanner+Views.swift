import PuzzleEngine
import RaceProtocol

extension UnsafeRawBufferPointer {
    /// Whether these bytes are the literal's.
    func spells(_ literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != literal.utf8Start[index] { return false }
        return true
    }
}

/// Reading by throwing: a value of another type is a fault of the frame.
extension JSONScanner {
    typealias Field = (inout JSONScanner, UnsafeRawBufferPointer) throws(JSONFault) -> Void

    mutating func fields(_ field: Field) throws(JSONFault) { try object(orThrow: JSONFault(), field) }

    mutating func list<T>(
        _ element: (inout JSONScanner) throws(JSONFault) -> T
    ) throws(JSONFault) -> [T] {
        var all: [T] = []
        try array(orThrow: JSONFault()) { scanner throws(JSONFault) in all.append(try element(&scanner)) }
        return all
    }

    mutating func text() throws(JSONFault) -> String {
        guard let text = string() else { throw JSONFault() }
        return text
    }

    mutating func number() throws(JSONFault) -> UInt64 {
        guard let number = unsigned() else { throw JSONFault() }
        return number
    }

    mutating func optionalNumber() throws(JSONFault) -> UInt64? { null() ? nil : try number() }

    mutating func index() throws(JSONFault) -> Int { Int(clamping: try number()) }

    mutating func flag() throws(JSONFault) -> Bool {
        guard let flag = boolean() else { throw JSONFault() }
        return flag
    }

    mutating func ignore() throws(JSONFault) {
        guard skip() else { throw JSONFault() }
    }

    mutating func numbers() throws(JSONFault) -> [UInt64] {
        try list { scanner throws(JSONFault) in try scanner.number() }
    }

    mutating func state() throws(JSONFault) -> BoardView.State {
        guard let state = BoardView.State(rawValue: try text()) else { throw JSONFault() }
        return state
    }
}

/// The parts of the contract.
extension JSONScanner {
    /// `epoch.version`.
    mutating func position() throws(JSONFault) -> (epoch: String, version: UInt64) {
        let parts = try text().split(separator: ".")
        guard parts.count == 2, let version = UInt64(parts[1]) else { throw JSONFault() }
        return (String(parts[0]), version)
    }

    mutating func mySeat() throws(JSONFault) -> Int? {
        var seat: UInt64?
        try fields { scanner, key throws(JSONFault) in
            if key.spells("seat") { seat = try scanner.optionalNumber() } else { try scanner.ignore() }
        }
        return seat.map { Int(clamping: $0) }
    }

    mutating func host() throws(JSONFault) -> HostView? {
        if null() { return nil }
        var host = HostView()
        try fields { scanner, key throws(JSONFault) in
            if key.spells("seat") {
                host.seat = try scanner.optionalNumber().map { Int(clamping: $0) }
            } else if key.spells("name") {
                host.name = try scanner.text()
            } else if key.spells("here") {
                host.isHere = try scanner.flag()
            } else {
                try scanner.ignore()
            }
        }
        return host
    }

    mutating func next() throws(JSONFault) -> (race: String, commitment: String) {
        var next = (race: "", commitment: "")
        try fields { scanner, key throws(JSONFault) in
            if key.spells("race") {
                next.race = try scanner.text()
            } else if key.spells("commitment") {
                next.commitment = try scanner.text()
            } else {
                try scanner.ignore()
            }
        }
        return next
    }

    /// The game of `options`; nil when its values are none that this engine plays.
    mutating func game() throws(JSONFault) -> GameOptions? {
        var name = ""
        var numbers: [String: Int64] = [:]
        try fields { scanner, key throws(JSONFault) in
            if key.spells("game") {
                name = try scanner.text()
            } else if let number = scanner.signed(within: 1 << 53) {
                numbers[String(decoding: key, as: UTF8.self)] = number
            } else {
                try scanner.ignore()
            }
        }
        return GameOptions(name: name, numbers: numbers)
    }

    mutating func seat() throws(JSONFault) -> SeatView {
        var seat = SeatView()
        try fields { scanner, key throws(JSONFault) in
            if key.spells("seat") {
                seat.seat = try scanner.index()
            } else if key.spells("name") {
                seat.name = try scanner.text()
            } else if key.spells("bot") {
                seat.isBot = try scanner.flag()
            } else if key.spells("here") {
                seat.isHere = try scanner.flag()
            } else if key.spells("ready") {
                seat.isReady = try scanner.flag()
            } else if key.spells("wins") {
                seat.wins = try scanner.number()
            } else {
                try scanner.ignore()
            }
        }
        return seat
    }

    mutating func clock() throws(JSONFault) -> ClockView {
        var clock = ClockView()
        try fields { scanner, key throws(JSONFault) in
            if key.spells("base") {
                clock.base = try scanner.number()
            } else if key.spells("at") {
                clock.at = try scanner.optionalNumber()
            } else {
                try scanner.ignore()
            }
        }
        return clock
    }

    mutating func race() throws(JSONFault) -> RaceView {
        var race = RaceView()
        try fields { scanner, key throws(JSONFault) in
            if key.spells("race") {
                race.id = try scanner.text()
            } else if key.spells("no") {
                race.number = try scanner.number()
            } else if key.spells("seats") {
                race.seats = try scanner.list { scanner throws(JSONFault) in try scanner.index() }
            } else if key.spells("clock") {
                race.clock = try scanner.clock()
            } else if key.spells("closesAt") {
                race.closesAt = try scanner.optionalNumber()
            } else if key.spells("boards") {
                race.boards = try scanner.boards()
            } else if key.spells("ranks") {
                race.ranks = try scanner.ranks()
            } else {
                try scanner.ignore()
            }
        }
        return race
    }

    mutating func boards() throws(JSONFault) -> [BoardView] {
        try list { scanner throws(JSONFault) in try scanner.board() }
    }

    private mutating func board() throws(JSONFault) -> BoardView {
        var board = BoardView()
        try fields { scanner, key throws(JSONFault) in
            if key.spells("seat") {
                board.seat = try scanner.index()
            } else if key.spells("n") {
                board.judged = UInt32(clamping: try scanner.number())
            } else if key.spells("cells") {
                board.cells = try scanner.numbers()
            } else if key.spells("undos") {
                board.undosLeft = scanner.signed(within: 1 << 53).flatMap { UInt64(exactly: $0) }
            } else if key.spells("state") {
                board.state = try scanner.state()
            } else if key.spells("score") {
                board.score = try scanner.number()
            } else if key.spells("moves") {
                board.moves = try scanner.number()
            } else if key.spells("ms") {
                board.time = try scanner.number()
            } else if key.spells("closesAt") {
                board.closesAt = try scanner.optionalNumber()
            } else {
                try scanner.ignore()
            }
        }
        return board
    }

    mutating func ranks() throws(JSONFault) -> [RankView] {
        try list { scanner throws(JSONFault) in
            var rank = RankView()
            try scanner.fields { scanner, key throws(JSONFault) in
                if key.spells("seat") {
                    rank.seat = try scanner.index()
                } else if key.spells("rank") {
                    rank.rank = try scanner.index()
                } else if key.spells("state") {
                    rank.state = try scanner.state()
                } else if key.spells("ms") {
                    rank.time = try scanner.number()
                } else if key.spells("score") {
                    rank.score = try scanner.number()
                } else if key.spells("moves") {
                    rank.moves = try scanner.number()
                } else {
                    try scanner.ignore()
                }
            }
            return rank
        }
    }
}

extension GameOptions {
    /// The options object of the contract, with its defaults; nil when the game or a value is none of the engine's.
    init?(name: String, numbers: [String: Int64]) {
        func small(_ key: String, _ fallback: Int64) -> UInt8 { UInt8(clamping: numbers[key] ?? fallback) }
        do throws(OptionError) {
            switch name {
            case "2048":
                let undos = numbers["undos"] ?? 3
                self = .twenty48(
                    try Twenty48Options(
                        size: small("size", 4), target: UInt64(clamping: numbers["target"] ?? 256),
                        fours: small("fours", 10), undos: undos < 0 ? .unlimited : .limited(UInt32(clamping: undos))))
            case "sliding":
                self = .sliding(try SlidingOptions(rows: small("rows", 3), columns: small("columns", 3)))
            case "memory":
                let delay = UInt32(clamping: numbers["hideAfter"] ?? 0)
                self = .memory(
                    try MemoryOptions(
                        rows: small("rows", 4), columns: small("columns", 4),
                        closing: delay == 0 ? .nextFlip : .hideAfter(ms: delay)))
            default: return nil
            }
        } catch { return nil }
    }
}
