import Foundation

/// A subcommand of `tilerace`.
protocol Command: Sendable {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    static var flags: [Flag] { get }
    /// What the word after the command may be; empty for commands without one.
    static var subjects: [String] { get }
    static func run(_ arguments: Arguments) async throws
}

extension Command {
    static var subjects: [String] { [] }

    static var help: String {
        let left = flags.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
        let width = left.map(\.count).max() ?? 0
        let lines = zip(left, flags).map {
            "  \($0.padding(toLength: width, withPad: " ", startingAt: 0))  \($1.help)"
        }
        let subject = subjects.isEmpty ? "" : " " + subjects.joined(separator: "|")
        return "tilerace \(name)\(subject): \(summary)\n\n" + lines.joined(separator: "\n")
    }
}
