import Foundation

/// The version that welcome and `--version` tell.
let tileRaceVersion = "0.1.0"

/// `tilerace COMMAND …`
@main
enum TileRace {
    private static var commands: [any Command.Type] { [ServeCommand.self, BotCommand.self, BenchCommand.self] }

    static func main() async {
        var words = Array(CommandLine.arguments.dropFirst())
        let name = words.isEmpty ? "--help" : words.removeFirst()
        switch name {
        case "--help", "-h", "help": print(help)
        case "--version": print("tilerace \(tileRaceVersion)")
        default:
            guard let command = commands.first(where: { $0.name == name }) else {
                Output.fail("There is no command \(name); tilerace --help lists them.", code: 2)
            }
            await run(command, words)
        }
    }

    private static func run(_ command: any Command.Type, _ words: [String]) async {
        if words.contains("--help") || words.contains("-h") {
            print(command.help)
            return
        }
        do {
            try await command.run(try Arguments(words, for: command))
        } catch let error as UsageError {
            Output.fail(error.message, code: 2)
        } catch {
            Output.fail("\(error)", code: 1)
        }
    }

    private static var help: String {
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
