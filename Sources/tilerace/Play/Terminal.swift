import Foundation

/// What the terminal can do, from the environment.
struct TerminalLook {
    enum Colours {
        case none
        /// The eight basic ones.
        case basic
        /// 256.
        case full
    }

    var colours = Colours.none
    /// Lines and dots beyond ASCII.
    var isUnicode = false
    /// Whether the cursor can be moved, so that a picture can be changed in place.
    var isScreen = false

    init(environment: [String: String], isTerminal: Bool) {
        let kind = environment["TERM"] ?? ""
        isScreen = isTerminal && kind != "dumb" && !kind.isEmpty
        // https://no-color.org
        if isScreen, environment["NO_COLOR"] == nil {
            colours = kind.contains("256color") || environment["COLORTERM"] != nil ? .full : .basic
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let encoding = locale?.uppercased().replacingOccurrences(of: "-", with: "")
        isUnicode = encoding?.hasSuffix("UTF8") ?? true
    }
}

/// The terminal itself: a keyboard whose every key arrives at once, and a picture that is changed in place.
///
/// Whatever `enter` changes `leave` puts back.
final class Terminal {
    let look: TerminalLook
    private var saved: termios?
    private var isEntered = false
    private var shown: Canvas?
    private var printed: [String] = []

    init(look: TerminalLook) { self.look = look }

    deinit { leave() }

    /// Takes the keyboard and the screen; again after a stop.
    func enter() {
        isEntered = true
        var mode = termios()
        if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 {
            if saved == nil { saved = mode }
            // Ctrl-C and Ctrl-Z arrive as bytes: the mode must be put back before they have their effect.
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
        }
        guard look.isScreen else { return }
        // The alternate screen, no cursor, no new line at the right edge.
        _ = writeOut(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8))
        shown = nil
    }

    /// Gives both back as they were.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        // The keyboard first: it must be put back even where nobody reads what is written.
        if var saved { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }
        if look.isScreen { _ = writeOut(Array("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)) }
    }

    /// Columns and rows.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard look.isScreen, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows a picture; false when nobody sees it any more.
    func show(_ canvas: Canvas) -> Bool {
        guard look.isScreen else { return print(canvas) }
        defer { shown = canvas }
        let update = canvas.update(from: shown)
        return update.isEmpty || writeOut(Array(spelled(update).utf8))
    }

    /// Without a screen each new picture stands below the last.
    private func print(_ canvas: Canvas) -> Bool {
        var lines = canvas.lines
        while lines.last == "" { lines.removeLast() }
        guard lines != printed else { return true }
        printed = lines
        return writeOut(Array(spelled(lines.joined(separator: "\n") + "\n\n").utf8))
    }

    private func spelled(_ text: String) -> String {
        if look.isUnicode { return text }
        let ascii: [Character: Character] = [
            "┌": "+", "┐": "+", "└": "+", "┘": "+", "─": "-", "│": "|", "·": ".", "×": "x", "…": "~", "▒": "#",
        ]
        return String(text.map { ascii[$0] ?? $0 })
    }
}
