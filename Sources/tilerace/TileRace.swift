import Foundation
import RaceStore

/// The version that welcome and `--version` tell.
let tileRaceVersion = "0.1.0"

/// `tilerace COMMAND …`
@main
enum TileRace {
    private static var commands: [any Command.Type] {
        [
            ServeCommand.self, PlayCommand.self, VerifyCommand.self, BotCommand.self, MovesBenchCommand.self,
            EngineBenchCommand.self,
        ]
    }

    static func main() async {
        guard let words = Arguments.words() else {
            Output.fail("The command line and TILERACE_ variables are UTF-8; these bytes are not.", code: 2)
        }
        switch words.first ?? "--help" {
        case "--help", "-h", "help": print(help(commands))
        case "--version": print("tilerace \(tileRaceVersion)")
        case let name:
            if let command = commands.first(where: { words.starts(with: $0.words) }) {
                return await run(command, Array(words.dropFirst(command.words.count)))
            }
            let family = commands.filter { $0.words.first == name }
            guard !family.isEmpty else {
                Output.fail("There is no command \(Output.shown(name)); tilerace --help lists them.", code: 2)
            }
            if asksForHelp(words) { return print(family.map { $0.help }.joined(separator: "\n\n")) }
            let subjects = family.map { $0.words.dropFirst().joined() }.joined(separator: "|")
            Output.fail("Say what: tilerace \(name) \(subjects).", code: 2)
        }
    }

    private static func asksForHelp(_ words: [String]) -> Bool { words.contains("--help") || words.contains("-h") }

    private static func run(_ command: any Command.Type, _ words: [String]) async {
        if asksForHelp(words) { return print(command.help) }
        do {
            try await command.run(try Arguments(words, for: command))
        } catch let error as UsageError {
            Output.fail(error.message, code: 2)
        } catch let error as StoreError {
            Output.fail(error.message, code: 1)
        } catch {
            Output.fail("\(error)", code: 1)
        }
    }

    private static func help(_ commands: [any Command.Type]) -> String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let lines = commands.map {
            "  \($0.name.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.summary)"
        }
        return """
            tilerace: race your friends on the same seeded puzzle

            \(lines.joined(separator: "\n"))

            tilerace COMMAND --help tells the options of each.
            """
    }
}
