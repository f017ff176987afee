import PuzzleEngine

/// Draws the tiles of a table at rest or on their way.
struct BoardPainter {
    let look: TerminalLook
    let layout: BoardLayout
    /// Where the board begins.
    let left, top: Int

    func paint(_ table: PlayTable, _ progress: Double, on canvas: inout Canvas) {
        for cell in table.run.cells.indices { slot(cell, &canvas) }
        let motions = progress < 1 ? table.motions : []
        let cells = motions.isEmpty ? table.shownCells : table.before
        for cell in cells.indices where !motions.contains(where: { $0.from == cell }) {
            let (x, y) = layout.place(cell)
            if let tile = tile(table, cell, cells[cell], isAtRest: motions.isEmpty) { draw(tile, x, y, &canvas) }
        }
        for motion in motions {
            let (start, end) = (layout.place(motion.from), layout.place(motion.to))
            let x = start.x + Int((Double(end.x - start.x) * progress).rounded())
            let y = start.y + Int((Double(end.y - start.y) * progress).rounded())
            if let tile = tile(table, motion.to, motion.value, isAtRest: false) { draw(tile, x, y, &canvas) }
        }
        if table.run.options.kind == .memory { cursor(table.cursor, &canvas) }
    }

    private func tile(_ table: PlayTable, _ cell: Int, _ value: UInt64, isAtRest: Bool) -> TileLook? {
        switch table.run.options.kind {
        case .twenty48:
            guard value > 0 else { return nil }
            let isNew = isAtRest && table.events.contains(.insert(cell: UInt8(cell), value: value))
            return look.tile(power: value, isNew: isNew)
        case .sliding: return value > 0 ? look.tile(number: value, isHome: value == UInt64(cell) + 1) : nil
        case .memory: return look.card(value, isMatched: table.matched.contains(cell))
        }
    }

    private func slot(_ cell: Int, _ canvas: inout Canvas) {
        let (x, y) = layout.place(cell)
        canvas.fill(
            left + x, top + y, width: layout.tileWidth, height: layout.tileHeight,
            look.slot(isDark: (cell / layout.columns + cell % layout.columns) % 2 == 1 && layout.gapY == 0))
        if look.colours != .full {
            canvas.put(
                "·", left + x + (layout.tileWidth - 1) / 2, top + y + layout.tileHeight / 2, look.slot(isDark: false))
        }
    }

    private func draw(_ tile: TileLook, _ x: Int, _ y: Int, _ canvas: inout Canvas) {
        let (width, height) = (layout.tileWidth, layout.tileHeight)
        canvas.fill(left + x, top + y, width: width, height: height, tile.style)
        if tile.isFramed || tile.isMarked { frame(x, y, tile.style, &canvas) }
        let text = tile.isFramed && tile.isMarked ? "+" + tile.text : tile.text
        canvas.put(text, left + x + (width - text.count) / 2, top + y + height / 2, tile.style)
    }

    /// A frame where there are three rows for it, else its sides.
    private func frame(_ x: Int, _ y: Int, _ style: Style, _ canvas: inout Canvas) {
        let (width, height) = (layout.tileWidth, layout.tileHeight)
        let line = String(repeating: "─", count: width - 2)
        if height >= 3 {
            canvas.put("┌\(line)┐", left + x, top + y, style)
            canvas.put("└\(line)┘", left + x, top + y + height - 1, style)
        }
        for row in (height >= 3 ? 1..<(height - 1) : 0..<height) {
            canvas.put(height >= 3 ? "│" : "[", left + x, top + y + row, style)
            canvas.put(height >= 3 ? "│" : "]", left + x + width - 1, top + y + row, style)
        }
    }

    private func cursor(_ cell: Int, _ canvas: inout Canvas) {
        let (x, y) = layout.place(cell)
        let row = top + y + layout.tileHeight / 2
        canvas.put(">", left + x, row, marked(x, row, canvas))
        canvas.put("<", left + x + layout.tileWidth - 1, row, marked(x, row, canvas))
    }

    /// The cursor's colour on the ground that is there.
    private func marked(_ x: Int, _ row: Int, _ canvas: Canvas) -> Style {
        var style = look.cursor
        let place = row * canvas.columns + left + x
        if canvas.glyphs.indices.contains(place) { style.background = canvas.glyphs[place].style.background }
        if look.colours == .full, style.background != 60, style.background != 236 { style.foreground = 232 }
        return style
    }
}

extension PlayTable {
    /// A tile's way in the last step.
    struct Motion: Equatable {
        let from, to: Int
        /// What it shows on its way.
        let value: UInt64
    }

    /// The ways of the last step's tiles, each from where it began: a run of the sliding puzzle moves as one.
    var motions: [Motion] {
        var motions: [Motion] = []
        for event in events {
            switch event {
            case .move(let from, let to, let value):
                motions.append(Motion(from: Int(from), to: Int(to), value: value))
            case .merge(let from1, let from2, let to, let value):
                motions.append(Motion(from: Int(from1), to: Int(to), value: value / 2))
                motions.append(Motion(from: Int(from2), to: Int(to), value: value / 2))
            default: break
            }
        }
        return before.count == run.cells.count ? motions : []
    }
}
