extension Twenty48Board {
    /// What the merges of one slide made: their sum, and the largest exponent among them (0 without a merge).
    struct Slid: Equatable {
        var gained: UInt64 = 0
        var largest: UInt8 = 0
        /// The board's `occupied`, while it changes: kept beside the board, in a register.
        fileprivate(set) var occupied: UInt64
    }

    /// Slides and merges without a spawn; nil, with nothing changed, when nothing moves.
    ///
    /// Events come line by line and from the wall outwards, so that they may be applied one after the other.
    @_optimize(speed)
    mutating func slide(_ direction: Direction, events: inout [Event]) -> Slid? {
        let lines = Lines(direction, size: Int(size))
        var plan = SlidePlan(&cells, lines)
        var pending = plan.pending
        if pending == 0 { return nil }
        var slid = Slid(occupied: occupied)
        events.append(addingCapacity: count) { span in
            while pending != 0 {
                let place = pending.trailingZeroBitCount
                pending &= pending &- 1
                span.append(carryOut(&plan, place, lines, &slid))
            }
        }
        occupied = slid.occupied
        return slid
    }

    /// Moves or merges the tile at one place of the plan.
    @inline(__always)
    private mutating func carryOut(_ plan: inout SlidePlan, _ place: Int, _ lines: Lines, _ slid: inout Slid) -> Event {
        let (line, depth) = (place &>> 3, place & 7)
        let (from, to) = (lines.cell(line, depth), lines.cell(line, plan.target(line, depth)))
        var exponent = cells[from]
        cells[from] = 0
        slid.occupied &= ~bit(from)
        defer {
            cells[to] = exponent
            slid.occupied |= bit(to)
        }
        if plan.merged &>> UInt64(place) & 1 == 0 {
            return .move(from: number(from), to: number(to), value: 1 &<< UInt64(exponent))
        }
        let near = lines.cell(line, plan.partner(line, depth))
        cells[near] = 0
        slid.occupied &= ~bit(near)
        exponent &+= 1
        let value: UInt64 = 1 &<< UInt64(exponent)
        slid.gained &+= value
        if exponent > slid.largest { slid.largest = exponent }
        return .merge(from1: number(near), from2: number(from), to: number(to), value: value)
    }

    @inline(__always)
    private func bit(_ cell: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: cell) }
    @inline(__always)
    private func number(_ cell: Int) -> UInt8 { UInt8(truncatingIfNeeded: cell) }
}

/// The board as lines that start at the wall towards which tiles move.
private struct Lines {
    let size: Int
    /// The first line's cell at the wall, the way from the wall, the way to the next line.
    let wall, step, next: Int

    @inline(__always)
    init(_ direction: Direction, size n: Int) {
        size = n
        // Arithmetic and no switch, which would be a jump that no processor can predict.
        let isRow = Int(direction.rawValue) &>> 1
        let isFar = Int(direction.rawValue) & 1
        let stride = n &- (n &- 1) &* isRow
        next = n &+ 1 &- stride
        wall = (n &- 1) &* stride &* isFar
        step = stride &* (1 &- 2 &* isFar)
    }

    @inline(__always)
    func cell(_ line: Int, _ depth: Int) -> Int { wall &+ line &* next &+ depth &* step }
}

/// What every tile will do, found for all lines at once: each line is one byte of a 64-bit word.
///
/// Whether a cell holds a tile, moves or merges is chance to a processor's branch prediction, so it is computed without
/// branches. Exponents are below 128, which leaves bit 7 of each byte for the answers.
private struct SlidePlan {
    /// Bit 8·line + depth: the tile there changes something and has an event of its own.
    private(set) var pending: UInt64 = 0
    /// The same place: this tile merges into the one before it.
    private(set) var merged: UInt64 = 0
    /// The same place: the next tile merges into this one, and the event is that one's.
    private var near: UInt64 = 0
    /// For each depth, in each line's byte, the depth where that tile will stand.
    private var targets = InlineArray<6, UInt64>(repeating: 0)

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let high: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    init(_ cells: inout InlineArray<36, UInt8>, _ lines: Lines) {
        // Per line: where the next tile would stand, whether a gap lies behind, the last tile while it may still merge,
        // and that tile's depth as a bit.
        var (next, gap, held, heldBit, moved): (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
        for depth in 0..<lines.size {
            let row = SlidePlan.gather(&cells, lines, depth)
            let tile = SlidePlan.nonzero(row)
            let merge = tile & ~SlidePlan.nonzero(row ^ held)
            let fresh = tile ^ merge
            targets[depth] = next &- (merge &>> 7)
            next &+= fresh &>> 7
            // The masks go down a bit with each depth, so that the newest always stands at bit 7.
            moved = moved &>> 1 | fresh & gap
            merged = merged &>> 1 | merge
            gap |= ~fresh & SlidePlan.high
            let (tileBytes, mergeBytes) = (SlidePlan.bytes(tile), SlidePlan.bytes(merge))
            heldBit = heldBit &>> 1
            near = near &>> 1 | heldBit & mergeBytes
            heldBit = fresh | heldBit & ~tileBytes
            held = row & ~mergeBytes | held & ~tileBytes
        }
        let unused = UInt64(truncatingIfNeeded: 8 &- lines.size)
        moved = moved &>> unused
        merged = merged &>> unused
        near = near &>> unused
        pending = (moved & ~near) | merged
    }

    /// The depth to which the tile at a depth goes.
    @inline(__always)
    mutating func target(_ line: Int, _ depth: Int) -> Int {
        Int(truncatingIfNeeded: targets[depth] &>> UInt64(truncatingIfNeeded: line &* 8)) & 7
    }

    /// The depth of the tile into which the merging tile at a depth goes: the last near one before it.
    @inline(__always)
    func partner(_ line: Int, _ depth: Int) -> Int {
        let before: UInt64 = (1 &<< UInt64(truncatingIfNeeded: depth)) &- 1
        return 63 &- (near &>> UInt64(truncatingIfNeeded: line &* 8) & before).leadingZeroBitCount
    }

    @inline(__always)
    private static func gather(_ cells: inout InlineArray<36, UInt8>, _ lines: Lines, _ depth: Int) -> UInt64 {
        var row: UInt64 = 0
        var cell = lines.cell(lines.size, depth)
        for _ in 0..<lines.size {
            cell &-= lines.next
            row = row &<< 8 | UInt64(cells[cell])
        }
        return row
    }

    /// Bit 7 of each byte that is not 0; bytes are below 128.
    @inline(__always)
    private static func nonzero(_ bytes: UInt64) -> UInt64 { (bytes &+ low) & high }

    /// Whole bytes from their bits 7.
    @inline(__always)
    private static func bytes(_ bits: UInt64) -> UInt64 { (bits &<< 1) &- (bits &>> 7) }
}
