import Foundation
import PuzzleEngine

/// `tilerace play`
enum PlayCommand: Command {
    static let name = "play"
    static let summary = "play here in the terminal, or line by line from a program"
    static let flags = [
        Flag("game", "2048|sliding|memory", "which game (2048)"),
        Flag("size", "N|RxC", "rows and columns, as 4 or 3x5 (4)"),
        Flag("target", "N", "2048: the tile that wins (2048; 256 on 3x3)"),
        Flag("fours", "PERCENT", "2048: how often a new tile is a 4 (10)"),
        Flag("undos", "N|unlimited", "2048: moves that may be taken back (2)"),
        Flag("hide-after", "MS", "memory: two wrong cards close by themselves after so long (with the next flip)"),
        Flag("seed", "PHRASE", "the same phrase, the same board (one that nobody knows)"),
        Flag("seed-hex", "64HEX", "the seed itself, in place of a phrase"),
        Flag("board", "V,V,…", "start from this position, row by row, 0 for nothing; memory: 1,1,2,2 are two pairs"),
        Flag("save", "FILE", "write a replay, which tilerace verify checks"),
        Flag("json", nil, "for programs: reads U D L R, undo or a cell a line, and answers each with a line of JSON"),
        Flag("solo", nil, "with --json: undo works after the end, and \"go on\" plays on after a win, as here"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let options = try PlayOptions(arguments)
        let seed = try PlaySeed(arguments)
        let path = arguments.string("save")
        if let path { try PlayGame.checkSaving(to: path) }
        // Whoever stops reading is noticed by the failing write.
        signal(SIGPIPE, SIG_IGN)
        let status =
            arguments.has("json")
            ? try program(options, seed, isSolo: arguments.has("solo"), path)
            : try person(options, seed, path)
        exit(status)
    }

    private static func program(
        _ options: PlayOptions, _ seed: PlaySeed, isSolo: Bool, _ path: String?
    ) throws -> Int32 {
        var program = PlayProgram(try PlayGame(options, seed: seed, play: isSolo ? .solo : .race))
        let signal = program.run(Inbox(signals: [SIGINT, SIGTERM, SIGHUP]))
        if let path { try program.game.save(to: path) }
        return signal.map { 128 + $0 } ?? 0
    }

    private static func person(_ options: PlayOptions, _ seed: PlaySeed, _ path: String?) throws -> Int32 {
        let look = TerminalLook(
            environment: ProcessInfo.processInfo.environment, isTerminal: isatty(STDOUT_FILENO) == 1)
        let terminal = Terminal(look: look)
        var sitting = Sitting(try PlayTable(options, seed: seed, savePath: path), terminal)
        let status = try sitting.run(Inbox(signals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT]))
        try sitting.table.save()
        Output.line(sitting.table.farewell)
        return status
    }
}

/// A person at a terminal from the first picture to the last.
private struct Sitting {
    var table: PlayTable
    private let terminal: Terminal
    private let view: PlayView
    private var keys = KeyReader()
    /// Tiles take this long for their way; a key in the meantime brings them there at once.
    private static let glide = 0.09

    init(_ table: PlayTable, _ terminal: Terminal) {
        self.table = table
        self.terminal = terminal
        view = PlayView(look: terminal.look)
    }

    /// Plays until somebody leaves; the exit status.
    mutating func run(_ inbox: Inbox) throws -> Int32 {
        terminal.enter()
        defer { terminal.leave() }
        var movingSince: UInt64?
        while true {
            let progress = movingSince.map {
                min(1, Double(DispatchTime.now().uptimeNanoseconds - $0) / 1e9 / Self.glide)
            }
            if (progress ?? 1) >= 1 { movingSince = nil }
            let size = terminal.size
            let canvas = view.canvas(table, columns: size.columns, rows: size.rows, progress: progress ?? 1)
            guard terminal.show(canvas) else { return 0 }
            switch inbox.next(milliseconds: patience(isMoving: movingSince != nil)) {
            case .bytes(let bytes):
                for key in keys.read(bytes) {
                    let moves = table.run.moves
                    switch try table.press(key) {
                    case .goOn: break
                    case .suspend: suspend()
                    case .leave(let status): return status
                    }
                    let glides = terminal.look.isScreen && table.run.moves > moves && !table.motions.isEmpty
                    movingSince = glides ? DispatchTime.now().uptimeNanoseconds : nil
                    // Without a screen every board of a burst of keys is worth a picture.
                    if !terminal.look.isScreen, !terminal.show(view.canvas(table, columns: 80, rows: 24)) { return 0 }
                }
            case .end: return 0
            case .signal(SIGWINCH): continue
            case .signal(SIGCONT): terminal.enter()
            case .signal(let number): return 128 + number
            case .silence: if keys.isWaiting { keys.giveUp() }
            }
        }
    }

    private func patience(isMoving: Bool) -> Int32 {
        if isMoving { return 15 }
        if keys.isWaiting { return 50 }
        // Without a screen the clock is not worth a picture.
        guard terminal.look.isScreen, let patience = table.patience else { return -1 }
        return Int32(clamping: patience)
    }

    /// Gives the terminal back to the shell until it says to go on.
    private mutating func suspend() {
        table.pause()
        terminal.leave()
        // To this thread: sent to the process, another one might stop while this one goes on a little.
        raise(SIGSTOP)
        terminal.enter()
        table.resume()
    }
}

extension PlayTable {
    /// What stays on the screen when the game is over.
    var farewell: String {
        let figures = figures.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let words = (options.words + [game.seed.option]).joined(separator: " ")
        return "\(figures)\nThe same board again: tilerace play \(words)"
    }
}
