/// The version of the rules that this engine plays. A change of rules adds a version; old replays verify for ever.
public let rulesVersion: UInt32 = 1

/// The three games. Raw values are stable: they go into replays and across the WebAssembly border.
public enum GameKind: UInt8, CaseIterable, Sendable {
    /// Slide and merge tiles up to a target.
    case twenty48 = 0
    /// The 15-puzzle and its sizes.
    case sliding
    /// Find the pairs.
    case memory
}

/// A game and everything that may be chosen about it: together with a seed it fixes what everybody plays.
public enum GameOptions: Equatable, Sendable {
    /// 2048.
    case twenty48(Twenty48Options)
    /// The sliding puzzle.
    case sliding(SlidingOptions)
    /// Memory.
    case memory(MemoryOptions)

    /// Which game it is.
    public var kind: GameKind {
        switch self {
        case .twenty48: .twenty48
        case .sliding: .sliding
        case .memory: .memory
        }
    }

    /// Rows of the board.
    public var rows: UInt8 {
        switch self {
        case .twenty48(let options): options.size
        case .sliding(let options): options.rows
        case .memory(let options): options.rows
        }
    }

    /// Columns of the board.
    public var columns: UInt8 {
        switch self {
        case .twenty48(let options): options.size
        case .sliding(let options): options.columns
        case .memory(let options): options.columns
        }
    }

    /// Canonical JSON in UTF-8: keys sorted, no blanks, with the rules version; what commitments and replays hash.
    public var canonical: [UInt8] {
        var json: [UInt8] = []
        switch self {
        case .twenty48(let options):
            json.append("{\"fours\":", UInt64(options.fours))
            json.append(",\"game\":\"2048\",\"rules\":", UInt64(rulesVersion))
            json.append(",\"size\":", UInt64(options.size))
            json.append(",\"target\":", options.target)
            switch options.undos {
            case .limited(let count): json.append(",\"undos\":", UInt64(count))
            case .unlimited: json.append(text: ",\"undos\":-1")
            }
        case .sliding(let options):
            json.append("{\"columns\":", UInt64(options.columns))
            json.append(",\"game\":\"sliding\",\"rows\":", UInt64(options.rows))
            json.append(",\"rules\":", UInt64(rulesVersion))
        case .memory(let options):
            json.append("{\"columns\":", UInt64(options.columns))
            json.append(text: ",\"game\":\"memory\"")
            if case .hideAfter(let ms) = options.closing { json.append(",\"hideAfter\":", UInt64(ms)) }
            json.append(",\"rows\":", UInt64(options.rows))
            json.append(",\"rules\":", UInt64(rulesVersion))
        }
        json.append(UInt8(ascii: "}"))
        return json
    }
}

/// What is wrong with chosen options or a given position. Raw values are stable; texts for people live elsewhere.
public enum OptionError: UInt8, Error, Sendable {
    /// 2048: the size is not 3…6.
    case size = 1
    /// 2048: the target is no power of two, or below 8.
    case target
    /// 2048: the target is larger than any tile that the board can hold (`Twenty48Options.largestTarget`).
    case targetTooLarge
    /// 2048: the chance of a 4 is not 0…100 percent.
    case fours
    /// 2048: more undos than `Twenty48Options.mostUndos`; unlimited is a choice of its own.
    case undos
    /// Sliding, memory: rows are not 2…8.
    case rows
    /// Sliding, memory: columns are not 2…8.
    case columns
    /// Memory: an odd number of cells leaves a card without a partner.
    case oddCells
    /// Memory: the delay is not within `MemoryOptions.hideAfterRange`.
    case hideAfter
    /// A given position has another number of cells than the board.
    case positionLength
    /// A given position holds a value that cannot stand there: no power of two, a tile twice, a face not twice, no tile.
    case positionValue
    /// Sliding: the given position can never be brought home.
    case unsolvable
    /// The bytes are no record of options.
    case record
}
