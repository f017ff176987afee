import Foundation
import Testing

/// A pseudo-terminal with `tilerace play` at its other end.
private final class Console {
    let process = Process()
    private var master: Int32 = -1
    private var slave: Int32 = -1
    private(set) var output: [UInt8] = []

    init(_ options: [String], environment: [String: String] = ["TERM": "xterm-256color"]) throws {
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&master, &slave, nil, nil, &size) == 0)
        process.executableURL = Program.binary
        process.arguments = ["play", "--seed", "console"] + options
        process.environment = Program.environment(environment)
        let end = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (end, end, end)
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        close(slave)
        close(master)
    }

    /// The terminal's settings that raw mode touches.
    var mode: [tcflag_t] {
        var mode = termios()
        tcgetattr(slave, &mode)
        return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
    }

    func type(_ keys: String) { keys.withCString { _ = write(master, $0, strlen($0)) } }

    /// Reads until the output holds a text; its place, for what came after it.
    @discardableResult
    func wait(for text: String, after start: Int = 0) throws -> Int {
        let wanted = Array(text.utf8)
        let deadline = Date.now.addingTimeInterval(20)
        while Date.now < deadline {
            if let found = output[start...].firstRange(of: wanted) { return found.upperBound }
            read(milliseconds: 100)
        }
        Issue.record(
            "no \(text.debugDescription) in \(String(decoding: output[start...], as: UTF8.self).debugDescription)")
        throw CocoaError(.featureUnsupported)
    }

    /// Reads until there is more than so much, and all of it.
    func waitForMore(than count: Int) throws {
        let deadline = Date.now.addingTimeInterval(20)
        while output.count <= count, Date.now < deadline { read(milliseconds: 100) }
        settle()
        try #require(output.count > count)
    }

    /// Reads until nothing comes for so long.
    func settle(milliseconds: Int32 = 400) { while read(milliseconds: milliseconds) {} }

    @discardableResult
    private func read(milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        var part = [UInt8](repeating: 0, count: 1 << 14)
        guard poll(&wait, 1, milliseconds) > 0 else { return false }
        let count = Foundation.read(master, &part, part.count)
        output += part.prefix(max(0, count))
        return count > 0
    }

    /// Waits until the process stands still.
    func waitForStop() throws {
        let deadline = Date.now.addingTimeInterval(20)
        while Date.now < deadline {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            if status.contains(") T ") { return }
            read(milliseconds: 10)
        }
        Issue.record("it does not stop")
    }

    /// Waits for the end.
    func end() -> Int32 {
        // What is written must be read, or the other end waits for us.
        while process.isRunning { read(milliseconds: 20) }
        settle(milliseconds: 20)
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }
}

/// `tilerace play` for people.
@Suite struct TerminalTests {
    private static let endings: [(name: String, end: @Sendable (Process) -> String, status: Int32)] = [
        ("q", { _ in "q" }, 0), ("Q", { _ in "Q" }, 0), ("Ctrl-D", { _ in "\u{4}" }, 0),
        ("Ctrl-C", { _ in "\u{3}" }, 130),
        (
            "SIGTERM",
            {
                kill($0.processIdentifier, SIGTERM); return ""
            }, 143
        ),
        (
            "SIGINT",
            {
                kill($0.processIdentifier, SIGINT); return ""
            }, 130
        ),
        (
            "SIGHUP",
            {
                kill($0.processIdentifier, SIGHUP); return ""
            }, 129
        ),
    ]

    @Test(arguments: endings.map(\.name)) func `the terminal is as it was after every way to leave`(name: String) throws
    {
        let ending = try #require(Self.endings.first { $0.name == name })
        let console = try Console([])
        let before = console.mode
        try console.process.run()
        try console.wait(for: "console")
        #expect(console.mode != before)
        console.type("wasdhjkl")
        console.settle()
        console.type(ending.end(console.process))
        #expect(console.end() == ending.status)
        #expect(console.mode == before)
        // Wrapping, cursor and the former screen are back, and then it says how to play the same again.
        let text = String(decoding: console.output, as: UTF8.self)
        let last = try #require(text.range(of: "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
        #expect(text[last.upperBound...].contains("tilerace play --seed console"))
    }

    @Test func `a stop gives the terminal back and goes on where it was`() throws {
        let console = try Console([])
        let before = console.mode
        try console.process.run()
        try console.wait(for: "console")
        console.type("\u{1A}")
        let stopped = try console.wait(for: "\u{1B}[?1049l")
        #expect(console.mode == before)
        try console.waitForStop()
        kill(console.process.processIdentifier, SIGCONT)
        let again = try console.wait(for: "\u{1B}[?1049h", after: stopped)
        try console.wait(for: "console", after: again)
        #expect(console.mode != before)
        console.type("q")
        #expect(console.end() == 0)
        #expect(console.mode == before)
    }

    @Test func `only what changes is drawn again`() throws {
        let console = try Console(["--game", "memory"])
        try console.process.run()
        try console.wait(for: "console")
        console.settle()
        let first = console.output.count
        console.type("d")
        try console.waitForMore(than: first)
        #expect((1..<200).contains(console.output.count - first))
        #expect(first > 500)
        let second = console.output.count
        // Keys without meaning draw nothing: all that comes is what the last one does.
        console.type("x7\u{1B}[15~a")
        try console.waitForMore(than: second)
        #expect(console.output.count - second < 200)
        console.type("q")
        #expect(console.end() == 0)
    }

    @Test func `winning 2048 offers to keep going`() throws {
        let console = try Console(["--target", "16", "--board", "8,8,0,0,0,0,0,0,0,0,0,0,0,0,0,0"])
        try console.process.run()
        try console.wait(for: "console")
        console.type("\u{1B}[D")
        let won = try console.wait(for: "You made 16!")
        try console.wait(for: "c keep")
        console.type("c")
        try console.wait(for: "On you go", after: won)
        console.type("\u{1B}OC")
        console.settle()
        console.type("q")
        #expect(console.end() == 0)
        #expect(String(decoding: console.output, as: UTF8.self).contains("moves 2"))
    }

    @Test func `colours appear only where they are wanted`() throws {
        func output(_ environment: [String: String]) throws -> String {
            let console = try Console(
                ["--board", "2,4,8,16,32,64,128,256,512,1024,0,0,0,0,0,0"], environment: environment)
            try console.process.run()
            try console.wait(for: "console")
            console.type("q")
            #expect(console.end() == 0)
            return String(decoding: console.output, as: UTF8.self)
        }
        let full = try output(["TERM": "xterm-256color"])
        #expect(full.contains("48;5;"))
        let basic = try output(["TERM": "xterm"])
        #expect(!basic.contains("48;5;") && basic.contains(";41m"))
        let none = try output(["TERM": "xterm-256color", "NO_COLOR": "1"])
        #expect(!none.contains("48;5;") && !none.contains(";41m") && none.contains("\u{1B}[?1049h"))
        #expect(!(try output(["TERM": "dumb"])).contains("\u{1B}"))
        #expect(!(try output([:])).contains("\u{1B}"))
        let plain = try output(["TERM": "xterm", "LANG": "C"])
        #expect(plain.unicodeScalars.allSatisfy { $0.isASCII })
    }

    @Test(arguments: ["aswd", "hjkl", "\u{1B}[D\u{1B}[B\u{1B}[A\u{1B}[C", "\u{1B}OD\u{1B}OB\u{1B}OA\u{1B}OC"])
    func `arrows, WASD and hjkl are the same keys`(keys: String) throws {
        // hjkl is left, down, up, right.
        let outcome = try Program.run(["play", "--seed", "keys"], input: Array((keys + "u").utf8))
        let reference = try Program.run(["play", "--seed", "keys"], input: Array("hjklu".utf8))
        #expect(outcome.status == 0 && outcome.text == reference.text)
        #expect(!outcome.text.contains("\u{1B}") && outcome.text.contains("undos 1"))
        #expect(outcome.text.components(separatedBy: "2048  4").count == 7)
    }

    @Test func `Memory is played with a cursor`() throws {
        let options = ["play", "--game", "memory", "--size", "2", "--board", "1,2,2,1"]
        let outcome = try Program.run(options, input: Array(" d\rsa\rwd s\r".utf8))
        #expect(outcome.text.contains("No pair."))
        let solved = try Program.run(options, input: Array("\rds\raw".utf8) + Array("d as\r".utf8))
        #expect(solved.text.contains("A pair!") && solved.text.contains("All pairs found!"))
    }

    @Test func `a person's game is saved as a true replay`() throws {
        let folder = try Folder()
        let options = ["--target", "16", "--board", "8,8,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "--save", folder.path("game")]
        let outcome = try Program.run(["play", "--seed", "saved"] + options, input: Array("acduuswq".utf8))
        #expect(outcome.status == 0)
        let verdict = try Program.run(["verify", folder.path("game")])
        #expect(verdict.status == 0 && verdict.text.contains("--") == false)
        // Another game that nobody plays does not take its place.
        let second = try Program.run(["play", "--seed", "saved"] + options, input: Array("anq".utf8))
        #expect(second.status == 0)
        #expect(try Program.run(["verify", folder.path("game")]).text.contains("won, score 16, 1 move,"))
    }
}
