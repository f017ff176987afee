import PuzzleEngine

/// What stands on a tile and in which colours.
struct TileLook: Equatable {
    var text: String
    var style: Style
    /// Without colours a tile has a frame instead of a ground.
    var isFramed = false
    /// Whether it is new or chosen, and shown in its outline.
    var isMarked = false
}

extension TerminalLook {
    /// Ground and letters of the tiles of 2048 by exponent, from 2 up; later ones repeat the last.
    private static let powers: [(ground: UInt8, letter: UInt8, basic: UInt8)] = [
        (254, 239, 7), (229, 239, 6), (215, 232, 3), (209, 232, 3), (203, 255, 1), (196, 255, 1), (228, 232, 2),
        (221, 232, 2), (220, 232, 2), (214, 232, 4), (118, 232, 5), (45, 232, 5), (99, 255, 5),
    ]

    /// A tile of 2048.
    func tile(power value: UInt64, isNew: Bool) -> TileLook {
        let colour = Self.powers[min(max(value.trailingZeroBitCount, 1), Self.powers.count) - 1]
        var look = tile("\(value)", ground: colour.ground, letter: colour.letter, basic: colour.basic)
        guard isNew else { return look }
        look.isMarked = true
        if colours != .none {
            look.style = Style(foreground: colours == .full ? colour.ground : colour.basic, isBold: true)
        }
        return look
    }

    /// A tile of the sliding puzzle.
    func tile(number: UInt64, isHome: Bool) -> TileLook {
        isHome
            ? tile("\(number)", ground: 72, letter: 232, basic: 2)
            : tile("\(number)", ground: 67, letter: 255, basic: 4)
    }

    /// A card: its face + 1, or 0 while it is closed.
    func card(_ shown: UInt64, isMatched: Bool) -> TileLook {
        if shown == 0 { return tile(colours == .none ? "▒" : "", ground: 60, letter: 255, basic: 4) }
        let faces = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let text = String(faces[Int(shown - 1) % faces.count])
        if isMatched { return tile(text, ground: 236, letter: 72, basic: 0) }
        let hues: [UInt8] = [203, 215, 228, 156, 86, 117, 183, 218]
        return tile(text, ground: hues[Int(shown - 1) % hues.count], letter: 232, basic: 7)
    }

    private func tile(_ text: String, ground: UInt8, letter: UInt8, basic: UInt8) -> TileLook {
        switch colours {
        case .none: TileLook(text: text, style: .plain, isFramed: true)
        case .basic:
            TileLook(
                text: text,
                style: Style(foreground: basic == 0 || basic == 4 ? 7 : 0, background: basic, isBold: basic == 0))
        case .full: TileLook(text: text, style: Style(foreground: letter, background: ground, isBold: true))
        }
    }

    /// An empty place; where places touch, every other one is darker.
    func slot(isDark: Bool) -> Style {
        Style(background: colours == .full ? isDark ? 235 : 237 : nil, isFaint: true)
    }
    /// The frame of the cursor.
    var cursor: Style { Style(foreground: colours == .none ? nil : 11, isBold: true) }
    var good: Style { Style(foreground: colours == .none ? nil : 10, isBold: true) }
    var bad: Style { Style(foreground: colours == .none ? nil : 9, isBold: true) }
}
