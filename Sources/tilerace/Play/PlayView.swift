import PuzzleEngine

/// How a board is laid out in characters.
struct BoardLayout {
    let rows, columns: Int
    let tileWidth, tileHeight: Int
    /// Columns and rows between tiles.
    let gapX, gapY: Int

    var width: Int { columns * (tileWidth + gapX) - gapX }
    var height: Int { rows * (tileHeight + gapY) - gapY }

    func place(_ cell: Int) -> (x: Int, y: Int) {
        (cell % columns * (tileWidth + gapX), cell / columns * (tileHeight + gapY))
    }

    /// The roomiest layout that fits into so many columns and rows; nil if none does.
    static func fitting(_ options: GameOptions, widest: Int, columns: Int, rows: Int) -> BoardLayout? {
        let roomy = [.twenty48: 7, .sliding: 6, .memory: 5][options.kind] ?? 7
        for (width, height, gapX, gapY) in [
            (roomy, 3, 2, 1), (roomy, 3, 1, 0), (roomy, 1, 2, 1), (roomy, 1, 1, 0),
        ] {
            let layout = BoardLayout(
                rows: Int(options.rows), columns: Int(options.columns), tileWidth: max(width, widest + 2),
                tileHeight: height, gapX: gapX, gapY: gapY)
            if layout.width <= columns, layout.height <= rows { return layout }
        }
        let smallest = smallest(options, widest: widest)
        return smallest.width <= columns && smallest.height <= rows ? smallest : nil
    }

    static func smallest(_ options: GameOptions, widest: Int) -> BoardLayout {
        BoardLayout(
            rows: Int(options.rows), columns: Int(options.columns), tileWidth: widest + 2, tileHeight: 1, gapX: 1,
            gapY: 0)
    }
}

/// Draws a table.
struct PlayView {
    let look: TerminalLook
    private let left = 2

    /// The picture; `progress` is how far the last step's tiles have come, from 0 to 1.
    func canvas(_ table: PlayTable, columns: Int, rows: Int, progress: Double = 1) -> Canvas {
        var canvas = Canvas(columns: columns, rows: rows)
        let widest = table.run.cells.map { "\($0)".count }.max() ?? 1
        let room = (columns: columns - left, rows: rows - 7)
        guard
            let layout = BoardLayout.fitting(
                table.run.options, widest: widest, columns: room.columns, rows: room.rows)
        else {
            let least = BoardLayout.smallest(table.run.options, widest: widest)
            canvas.put("Make this window larger:", 0, 0)
            canvas.put("\(least.width + left) columns, \(least.height + 7) rows.", 0, 1)
            return canvas
        }
        canvas.put(table.title, left, 0, .bold)
        status(table, &canvas)
        BoardPainter(look: look, layout: layout, left: left, top: 3).paint(table, progress, on: &canvas)
        let below = 3 + layout.height + 1
        let notice = table.shownNotice
        canvas.put(notice.text, left, below, notice.tone == .good ? look.good : notice.tone == .bad ? look.bad : .plain)
        canvas.put(table.keys, left, below + 1, .faint)
        canvas.put("seed  \(table.game.seed.option.split(separator: " ", maxSplits: 1)[1])", left, below + 2, .faint)
        return canvas
    }

    private func status(_ table: PlayTable, _ canvas: inout Canvas) {
        var column = left
        for (name, value) in table.figures {
            column = canvas.put(name + " ", column, 1, .faint)
            column = canvas.put(value, column, 1, .bold)
            if name == "score", table.gained > 0, table.run.options.kind == .twenty48 {
                column = canvas.put(" +\(table.gained)", column, 1, look.good)
            }
            column += 3
        }
    }
}

extension PlayTable {
    fileprivate var title: String {
        switch run.options {
        case .twenty48(let game): "2048  \(game.size)×\(game.size)   reach \(game.target)"
        case .sliding(let game): "Sliding  \(game.rows)×\(game.columns)   bring every tile home"
        case .memory(let game): "Memory  \(game.rows)×\(game.columns)   find the pairs"
        }
    }

    /// Names and values above the board.
    var figures: [(String, String)] {
        let time = ("time", Self.time(run.phase == .playing ? clock.milliseconds / 1000 * 1000 : run.lastTime))
        switch run.options {
        case .twenty48:
            let undos = run.undosLeft.map { "\($0)" } ?? "unlimited"
            return [time, ("score", "\(run.score)"), ("moves", "\(run.moves)"), ("undos", undos)]
        case .sliding(let game):
            return [time, ("moves", "\(run.moves)"), ("home", "\(run.score)/\(game.rows * game.columns - 1)")]
        case .memory(let game):
            return [time, ("flips", "\(run.moves)"), ("pairs", "\(run.score)/\(game.rows * game.columns / 2)")]
        }
    }

    /// `m:ss`, with thousandths where there are any.
    static func time(_ ms: UInt32) -> String {
        func padded(_ number: UInt32, _ width: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let whole = "\(ms / 60_000):\(padded(ms / 1000 % 60, 2))"
        return ms % 1000 == 0 ? whole : whole + ".\(padded(ms % 1000, 3))"
    }

    fileprivate var keys: String {
        let end = "n another   r this again   q quit"
        switch (run.phase, run.options.kind) {
        case (.playing, .twenty48): return "arrows wasd hjkl   u undo   q quit"
        case (.playing, .sliding): return "arrows wasd hjkl move tiles   q quit"
        case (.playing, .memory): return "arrows wasd hjkl choose   enter flips   q quit"
        case (.won, .twenty48): return "c keep going   u undo   " + end
        case (.lost, .twenty48): return "u undo   " + end
        default: return end
        }
    }
}
