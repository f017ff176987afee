// What others may ask of a run.

extension Run {
    /// Row by row: 2048 values, sliding tiles, memory face + 1 of open and matched cards; 0 = empty, blank or closed.
    public var cells: [UInt64] {
        var cells: [UInt64] = []
        let count = Int(options.rows) * Int(options.columns)
        cells.reserveCapacity(count)
        let isPower = options.kind == .twenty48
        for cell in 0..<count {
            let byte = UInt64(cellByte(cell))
            cells.append(isPower && byte != 0 ? 1 &<< byte : byte)
        }
        return cells
    }

    /// Memory: the face + 1 of every card, closed ones too; for after the finish. Empty in the other games.
    public var layout: [UInt8] {
        var layout: [UInt8] = []
        for cell in 0..<Int(memory.count) { layout.append(memory.faces[cell] &+ 1) }
        return layout
    }

    /// 2048: the largest tile; sliding: tiles at home; memory: pairs found.
    public var progress: UInt64 {
        switch options {
        case .twenty48: twenty48.largestExponent == 0 ? 0 : 1 &<< UInt64(twenty48.largestExponent)
        case .sliding: UInt64(sliding.tilesHome)
        case .memory: UInt64(memory.pairs)
        }
    }

    /// Sliding: the sum of all tiles' distances from home; 0 in the other games.
    public var manhattan: UInt32 { sliding.manhattan }

    /// 2048: undos that are left, nil when unlimited; 0 in the other games.
    public var undosLeft: UInt32? { history.left }

    /// Memory with `hideAfter`: the race time in milliseconds at which two wrong cards close; nil when none are shown.
    public var closesAt: UInt32? {
        guard case .memory(let game) = options, case .hideAfter = game.closing,
            case .wrong(_, _, let closesAt) = memory.open
        else { return nil }
        return closesAt
    }
}
