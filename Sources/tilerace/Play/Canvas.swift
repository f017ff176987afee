/// How a character looks; colours are numbers of the terminal's palette, nil for its own.
struct Style: Equatable {
    var foreground: UInt8?
    var background: UInt8?
    var isBold = false
    var isFaint = false

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let faint = Style(isFaint: true)

    /// The escape sequence that turns everything else off and this on.
    var sequence: String {
        var codes = ["0"]
        if isBold { codes.append("1") }
        if isFaint { codes.append("2") }
        if let foreground { codes += Style.codes(foreground, plain: 30, bright: 90, extended: 38) }
        if let background { codes += Style.codes(background, plain: 40, bright: 100, extended: 48) }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    private static func codes(_ colour: UInt8, plain: Int, bright: Int, extended: Int) -> [String] {
        switch colour {
        case 0..<8: ["\(plain + Int(colour))"]
        case 8..<16: ["\(bright + Int(colour) - 8)"]
        default: ["\(extended)", "5", "\(colour)"]
        }
    }
}

/// A rectangle of characters: what a screen shows or is to show.
struct Canvas: Equatable {
    struct Glyph: Equatable {
        /// Nil is the right half of a wide character.
        var character: Character? = " "
        var style = Style.plain
    }

    let columns: Int
    let rows: Int
    private(set) var glyphs: [Glyph]

    init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        glyphs = Array(repeating: Glyph(), count: self.columns * self.rows)
    }

    /// Writes from a place to the right; what does not fit is cut off. The column behind it.
    @discardableResult
    mutating func put(_ text: String, _ column: Int, _ row: Int, _ style: Style = .plain) -> Int {
        var place = column
        for character in text {
            let width = character.isWide ? 2 : 1
            if (0..<rows).contains(row), place >= 0, place + width <= columns {
                glyphs[row * columns + place] = Glyph(character: character, style: style)
                if width == 2 { glyphs[row * columns + place + 1] = Glyph(character: nil, style: style) }
            }
            place += width
        }
        return place
    }

    mutating func fill(_ column: Int, _ row: Int, width: Int, height: Int, _ style: Style) {
        for y in row..<(row + height) { put(String(repeating: " ", count: width), column, y, style) }
    }

    func row(_ row: Int) -> ArraySlice<Glyph> { glyphs[(row * columns)..<((row + 1) * columns)] }

    /// The characters alone, without blanks at the ends of lines.
    var lines: [String] {
        (0..<rows).map { number in
            var line = row(number)
            while line.last?.character == " " { line.removeLast() }
            return String(line.compactMap(\.character))
        }
    }

    /// What must be written so that a terminal that shows `old` shows this; everything if `old` has another size.
    func update(from old: Canvas?) -> String {
        let isSame = old.map { $0.columns == columns && $0.rows == rows } ?? false
        var text = isSame ? "" : "\u{1B}[0m\u{1B}[2J"
        var style: Style?
        for number in 0..<rows {
            let new = Array(row(number))
            let before = isSame ? Array(old?.row(number) ?? []) : Array(repeating: Glyph(), count: columns)
            var column = 0
            while column < columns {
                guard new[column] != before[column] else {
                    column += 1
                    continue
                }
                // A change of a wide character's right half is drawn with the whole.
                if new[column].character == nil, column > 0 { column -= 1 }
                text += "\u{1B}[\(number + 1);\(column + 1)H"
                repeat {
                    if let character = new[column].character {
                        if style != new[column].style { text += new[column].style.sequence }
                        style = new[column].style
                        text.append(character)
                    }
                    column += 1
                } while column < columns && (new[column] != before[column] || new[column].character == nil)
            }
        }
        return style == nil ? text : text + "\u{1B}[0m"
    }
}

extension Character {
    /// Whether terminals give it two columns: East Asian scripts, fullwidth forms, emoji.
    var isWide: Bool {
        guard let scalar = unicodeScalars.first?.value else { return false }
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
        ]
        return scalar >= 0x1100 && wide.contains { $0.contains(scalar) }
    }
}
