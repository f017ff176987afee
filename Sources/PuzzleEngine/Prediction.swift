/// The part of a 2048 move that needs no seed: slide and merge from any board, without the new tile.
///
/// Nil when nothing moves, or when `cells` is no board of this size.
public func slide(
    cells: [UInt64], size: UInt8, _ direction: Direction, events: inout [Event]
) -> (cells: [UInt64], gained: UInt64)? {
    guard let exponents = Twenty48Board.exponents(cells),
        let slid = slide(exponents: exponents, size: size, direction, events: &events)
    else { return nil }
    var after: [UInt64] = []
    for exponent in slid.exponents { after.append(exponent == 0 ? 0 : 1 &<< UInt64(exponent)) }
    return (after, slid.gained)
}

/// The same with exponents of two in place of values, for the WebAssembly border.
package func slide(
    exponents: [UInt8], size: UInt8, _ direction: Direction, events: inout [Event]
) -> (exponents: [UInt8], gained: UInt64)? {
    do {
        var board = try Twenty48Board(size: size, exponents: exponents)
        guard let slid = board.slide(direction, events: &events) else { return nil }
        var after: [UInt8] = []
        for cell in 0..<board.count { after.append(board.cells[cell]) }
        return (after, slid.gained)
    } catch { return nil }
}
