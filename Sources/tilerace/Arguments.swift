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
    /// The word after the command, where the command has several subjects.
    private(set) var subject = ""

    init(
        _ words: [String], for command: any Command.Type,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        for flag in command.flags {
            let variable = "TILERACE_" + flag.name.uppercased().replacingOccurrences(of: "-", with: "_")
            values[flag.name] = environment[variable]
        }
        var rest = words[...]
        if !command.subjects.isEmpty {
            guard let subject = rest.popFirst(), command.subjects.contains(subject) else {
                throw UsageError("Say what: tilerace \(command.name) \(command.subjects.joined(separator: "|")).")
            }
            self.subject = subject
        }
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard word.hasPrefix("--"), let flag = command.flags.first(where: { "--\($0.name)" == parts[0] }) else {
                throw UsageError("\(command.name) has no option \(word); tilerace \(command.name) --help lists them.")
            }
            guard let name = flag.value else {
                values[flag.name] = "1"
                continue
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw UsageError("--\(flag.name) needs a value: --\(flag.name) \(name).")
            }
            values[flag.name] = value
        }
    }

    func has(_ name: String) -> Bool { values[name].map { $0 != "0" && !$0.isEmpty } ?? false }

    func string(_ name: String) -> String? { values[name] }

    /// A whole number in `range`, or `fallback` when the option is absent.
    func number(_ name: String, in range: ClosedRange<Int>, or fallback: Int) throws -> Int {
        guard let text = values[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not \(text).")
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

    /// Says why and ends the process.
    static func fail(_ text: String, code: Int32) -> Never {
        warn(text)
        exit(code)
    }
}
