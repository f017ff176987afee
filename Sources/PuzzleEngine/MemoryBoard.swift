/// A board of Memory: faces in cells, row by row, and which cards lie open.
struct MemoryBoard: Sendable {
    let count: UInt8
    private(set) var faces = InlineArray<64, UInt8>(repeating: 0)
    /// Bit c is set where card c is matched.
    private(set) var matched: UInt64 = 0
    /// Open cards that are not matched: none, one, or two wrong ones.
    private(set) var open: Open = .none
    private(set) var pairs: UInt8 = 0

    enum Open: Equatable, Sendable {
        case none
        case one(UInt8)
        /// Two wrong cards; with `hideAfter` they close at this race time in milliseconds.
        case wrong(UInt8, UInt8, closesAt: UInt32)
    }

    init(faces: [UInt8]) {
        count = UInt8(truncatingIfNeeded: faces.count)
        for cell in faces.indices { self.faces[cell] = faces[cell] }
    }

    var isCleared: Bool { pairs &* 2 == count }

    /// Face + 1 where a card is open or matched, 0 where it is closed.
    func shown(_ cell: UInt8) -> UInt8 {
        let isOpen =
            switch open {
            case .none: false
            case .one(let first): cell == first
            case .wrong(let first, let second, _): cell == first || cell == second
            }
        return isOpen || matched & bit(cell) != 0 ? faces[Int(cell)] &+ 1 : 0
    }

    /// Flips a card at a race time in milliseconds.
    @_optimize(speed)
    mutating func flip(
        _ cell: UInt8, at ms: UInt32, closing: MemoryOptions.Closing, events: inout [Event]
    ) throws(MoveError) {
        if matched & bit(cell) != 0 { throw .alreadyOpen }
        switch open {
        case .none:
            show(cell, &events)
            open = .one(cell)
        case .one(let first):
            if cell == first { throw .alreadyOpen }
            show(cell, &events)
            compare(first, cell, at: ms, closing: closing, &events)
        case .wrong(let first, let second, let closesAt):
            if case .hideAfter = closing {
                if ms < closesAt { throw .tooSoon }
            } else if cell == first || cell == second {
                throw .alreadyOpen
            }
            events.append(.hide(cell: first))
            events.append(.hide(cell: second))
            show(cell, &events)
            open = .one(cell)
        }
    }

    @inline(__always)
    private mutating func compare(
        _ first: UInt8, _ second: UInt8, at ms: UInt32, closing: MemoryOptions.Closing, _ events: inout [Event]
    ) {
        if faces[Int(first)] == faces[Int(second)] {
            matched |= bit(first) | bit(second)
            pairs &+= 1
            open = .none
            events.append(.match(cell1: first, cell2: second))
        } else {
            var closesAt: UInt32 = 0
            if case .hideAfter(let delay) = closing {
                let (sum, overflow) = ms.addingReportingOverflow(delay)
                closesAt = overflow ? .max : sum
            }
            open = .wrong(first, second, closesAt: closesAt)
        }
    }

    @inline(__always)
    private func show(_ cell: UInt8, _ events: inout [Event]) {
        events.append(.show(cell: cell, face: faces[Int(cell)]))
    }

    @inline(__always)
    private func bit(_ cell: UInt8) -> UInt64 { 1 &<< UInt64(cell) }

    /// Uniform over the layouts: each face twice, shuffled.
    static func dealt(_ options: MemoryOptions, seed: Seed, board: UInt32) -> MemoryBoard {
        var stream = SeedStream(seed: seed, purpose: .layout, board: board)
        var faces: [UInt8] = []
        for card in 0..<(options.rows * options.columns) { faces.append(card / 2) }
        stream.shuffle(&faces)
        return MemoryBoard(faces: faces)
    }
}
