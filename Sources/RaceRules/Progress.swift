import PuzzleEngine

extension Run {
    /// How far an unfinished board is, larger is further: largest tile, then score; tiles at home, then a smaller
    /// Manhattan sum; pairs, then fewer flips (DESIGN: room and race).
    var standing: (major: UInt64, minor: UInt64) {
        switch options.kind {
        case .twenty48: (progress, score)
        case .sliding: (progress, UInt64(UInt32.max - manhattan))
        case .memory: (progress, UInt64(UInt32.max - moves))
        }
    }
}
