import Foundation

/// A subcommand of `tilerace`.
protocol Command: Sendable {
    /// The words that call it: `serve`, or `bench moves` for one of a family.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    static var flags: [Flag] { get }
    /// What the one word without dashes stands for, such as FILE; nil for commands without one.
    static var operand: String? { get }
    static func run(_ arguments: Arguments) async throws
}

extension Command {
    static var operand: String? { nil }

    static var words: [String] { name.split(separator: " ").map(String.init) }

    static var help: String {
        let left = flags.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
        let width = left.map(\.count).max() ?? 0
        let lines = zip(left, flags).map {
            "  \($0.padding(toLength: width, withPad: " ", startingAt: 0))  \($1.help)"
        }
        let head = "tilerace \(name)\(operand.map { " \($0)" } ?? ""): \(summary)"
        return ([head] + (lines.isEmpty ? [] : [""]) + lines).joined(separator: "\n")
    }
}
