import Foundation

/// An option of a command: `--name`, or `--name VALUE` when `value` names what follows.
struct Flag {
    let name: String
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// A word on the command line that is wrong, in a sentence that says what would be right.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The options that were given: on the command line, else as `TILERACE_NAME` in the environment.
struct Arguments {
    private var values: [String: String] = [:]
    /// The word without dashes, where the command takes one.
    private(set) var operand = ""

    init(
        _ words: [String], for command: any Command.Type,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        for flag in command.flags {
            let variable = "TILERACE_" + flag.name.uppercased().replacingOccurrences(of: "-", with: "_")
            // Set to nothing is how many shells unset.
            values[flag.name] = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if command.operand != nil, !word.hasPrefix("--") {
                operands.append(word)
            } else {
                try read(word, &rest, command)
            }
        }
        guard let name = command.operand else { return }
        guard operands.count == 1 else { throw UsageError("Say one: tilerace \(command.name) \(name).") }
        operand = operands[0]
    }

    private mutating func read(_ word: String, _ rest: inout ArraySlice<String>, _ command: any Command.Type) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard word.hasPrefix("--"), let flag = command.flags.first(where: { "--\($0.name)" == parts[0] }) else {
            let text = Output.shown(word)
            throw UsageError("\(command.name) has no option \(text); tilerace \(command.name) --help lists them.")
        }
        guard let name = flag.value else {
            guard parts.count == 1 else { throw UsageError("--\(flag.name) takes no value.") }
            values[flag.name] = "1"
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageError("--\(flag.name) needs a value: --\(flag.name) \(name).")
        }
        values[flag.name] = value
    }

    /// The words after the program's name; nil if any of them, or a variable of ours, is not UTF-8, which `String` would
    /// mend in silence: a seed phrase must be what was typed.
    static func words() -> [String]? {
        var words: [String] = []
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[place] else { break }
            guard let word = String(validatingCString: bytes) else { return nil }
            words.append(word)
        }
        for (name, value) in ProcessInfo.processInfo.environment where name.hasPrefix("TILERACE_") {
            guard let bytes = getenv(name) else { continue }
            if String(validatingCString: bytes) != value { return nil }
        }
        return words
    }

    func has(_ name: String) -> Bool { values[name].map { $0 != "0" && !$0.isEmpty } ?? false }

    func string(_ name: String) -> String? { values[name] }

    /// A whole number in `range`, or `fallback` when the option is absent.
    func number(_ name: String, in range: ClosedRange<Int>, or fallback: Int) throws -> Int {
        guard let text = values[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not \(Output.shown(text))."
            )
        }
        return number
    }
}

/// Where a program's words go.
enum Output {
    /// A line on standard output, at once: others wait for it.
    static func line(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// A line on standard error.
    static func warn(_ text: String) { FileHandle.standardError.write(Data("tilerace: \(text)\n".utf8)) }

    /// What somebody typed, fit to stand in a sentence: short, and without characters that command a terminal.
    static func shown(_ text: String, atMost count: Int = 40) -> String {
        if text.isEmpty { return "nothing" }
        let clean = text.unicodeScalars.prefix(count).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: "\u{FFFD}"
            default: String(Character(scalar))
            }
        }
        return clean.joined() + (text.unicodeScalars.count > count ? "…" : "")
    }

    /// Says why and ends the process.
    static func fail(_ text: String, code: Int32) -> Never {
        warn(text)
        exit(code)
    }
}
