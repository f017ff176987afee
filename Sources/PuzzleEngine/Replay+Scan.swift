extension Replay {
    /// Reads the long form. Whatever the bytes, the work is bounded by their number; the scan knows what comes next at
    /// every place, so that nothing nests deeper than the form itself.
    public init(json: [UInt8]) throws(ReplayError) {
        if json.count > Replay.largest { throw ReplayError(.tooLarge) }
        var scan = Scan(json)
        try scan.expect("{\"options\":")
        let options = try GameOptions(&scan)
        try scan.expect(",\"race\":")
        let raceID = try scan.string()
        if raceID.count > Replay.longestRaceID { throw scan.fault }
        try scan.expect(",\"runs\":")
        let tracks = try scan.list { scan throws(ReplayError) in try Track(&scan) }
        try scan.expect(",\"schema\":")
        if try scan.number() != Replay.schema { throw ReplayError(.version) }
        try scan.expect(",\"seed\":")
        let seeding = try Seeding(&scan)
        try scan.expect(",\"start\":")
        let start = try scan.list { scan throws(ReplayError) in try scan.byte() }
        try scan.expect("}")
        try scan.end()
        self.init(raceID: raceID, options: options, seeding: seeding, start: start, tracks: tracks)
        // The short form counts these in a byte, and no board has more cells.
        let cells = Int(options.rows) * Int(options.columns)
        guard tracks.count < 256, start.isEmpty || start.count == cells else { throw ReplayError(.malformed) }
        for index in tracks.indices where tracks[index].result.cells.count != cells {
            throw ReplayError(.result, track: index)
        }
    }
}

extension GameOptions {
    fileprivate init(_ scan: inout Scan) throws(ReplayError) {
        if scan.skip("{\"fours\":") {
            let fours = try scan.byte()
            try scan.expect(",\"game\":\"2048\"")
            try scan.rules()
            try scan.expect(",\"size\":")
            let size = try scan.byte()
            try scan.expect(",\"target\":")
            let target = try scan.number()
            try scan.expect(",\"undos\":")
            let undos: UndoAllowance = scan.skip("-1") ? .unlimited : .limited(try scan.word())
            try scan.expect("}")
            self = .twenty48(
                try scan.checked { () throws(OptionError) in
                    try Twenty48Options(size: size, target: target, fours: fours, undos: undos)
                })
            return
        }
        try scan.expect("{\"columns\":")
        let columns = try scan.byte()
        let isSliding = scan.skip(",\"game\":\"sliding\"")
        if !isSliding { try scan.expect(",\"game\":\"memory\"") }
        let delay: UInt32? = !isSliding && scan.skip(",\"hideAfter\":") ? try scan.word() : nil
        try scan.expect(",\"rows\":")
        let rows = try scan.byte()
        try scan.rules()
        try scan.expect("}")
        self = try scan.checked { () throws(OptionError) in
            if isSliding { return .sliding(try SlidingOptions(rows: rows, columns: columns)) }
            let closing = delay.map { MemoryOptions.Closing.hideAfter(ms: $0) } ?? .nextFlip
            return .memory(try MemoryOptions(rows: rows, columns: columns, closing: closing))
        }
    }
}

extension Replay.Seeding {
    fileprivate init(_ scan: inout Scan) throws(ReplayError) {
        if scan.skip("{\"phrase\":") {
            self = .phrase(try scan.string())
        } else if scan.skip("{\"hex\":") {
            self = .seed(Seed(digest: try scan.hex(32)))
        } else {
            try scan.expect("{\"commitment\":")
            let commitment = try scan.hex(32)
            try scan.expect(",\"contributions\":")
            let contributions = try scan.list { scan throws(ReplayError) in try scan.hex(Replay.contributionSize) }
            if contributions.count > 255 { throw scan.fault }
            try scan.expect(",\"salt\":")
            let salt = try scan.hex(16)
            try scan.expect(",\"secret\":")
            let secret = try scan.hex(32)
            self = .fair(secret: secret, salt: salt, commitment: commitment, contributions: contributions)
        }
        try scan.expect("}")
    }
}

extension Replay.Track {
    fileprivate init(_ scan: inout Scan) throws(ReplayError) {
        try scan.expect("{\"boards\":")
        let boards = try scan.list { scan throws(ReplayError) in
            try scan.list { scan throws(ReplayError) in try Replay.Step(&scan) }
        }
        if boards.isEmpty || boards.count > 255 { throw scan.fault }
        let isSolo = scan.skip(",\"play\":\"solo\"")
        if !isSolo { try scan.expect(",\"play\":\"race\"") }
        try scan.expect(",\"result\":{\"cells\":")
        let cells = try scan.list { scan throws(ReplayError) in try scan.byte() }
        try scan.expect(",\"moves\":")
        let moves = try scan.word()
        try scan.expect(",\"phase\":")
        let phase: Phase
        if scan.skip("\"won\"") {
            phase = .won
        } else if scan.skip("\"lost\"") {
            phase = .lost
        } else {
            try scan.expect("\"playing\"")
            phase = .playing
        }
        try scan.expect(",\"score\":")
        let score = try scan.number()
        try scan.expect(",\"time\":")
        let time = try scan.word()
        try scan.expect("},\"seat\":")
        let seat = try scan.byte()
        try scan.expect("}")
        self.init(
            seat: seat, play: isSolo ? .solo : .race, boards: boards,
            result: Replay.Result(phase: phase, score: score, moves: moves, time: time, cells: cells))
    }
}

extension Replay.Step {
    fileprivate init(_ scan: inout Scan) throws(ReplayError) {
        try scan.expect("[")
        var code: UInt8?
        for act in Replay.Step.acts.indices where scan.skip(Replay.Step.acts[act]) {
            code = UInt8(truncatingIfNeeded: 64 + act)
            break
        }
        let act: UInt8
        if let code { act = code } else { act = try scan.byte() }
        // A number from 64 on has a word of its own, or is none that a step may hold.
        if code == nil, act >= 64, Int(act) - 64 < Replay.Step.acts.count { throw scan.fault }
        try scan.expect(",")
        let arrival = try scan.word()
        try scan.expect(",")
        let credit = try scan.word()
        if credit > UInt16.max { throw scan.fault }
        var refusal: MoveError?
        if scan.skip(",") {
            refusal = MoveError(rawValue: try scan.byte())
            if refusal == nil { throw scan.fault }
        }
        try scan.expect("]")
        self.init(code: act, arrival: arrival, credit: credit, refusal: refusal)
    }
}
