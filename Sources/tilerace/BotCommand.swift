import Foundation
import RaceClient
import RaceProtocol

/// `tilerace bot`
enum BotCommand: Command {
    static let name = "bot"
    static let summary = "join a room as a racer that plays by itself"
    static let flags = [
        Flag("room", "CODE|LINK", "the room's code or the whole link"),
        Flag("server", "URL", "the server, where --room is a code (http://localhost:8080)"),
        Flag("count", "N", "bots that join (1)"),
        Flag("name", "NAME", "their name (Bot)"),
        Flag("pace", "MS", "milliseconds between an answer and the next move (400)"),
        Flag("races", "N", "leave after so many races; without it they stay"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let target = try Target(arguments)
        let count = try arguments.number("count", in: 1...16, or: 1)
        let name = arguments.string("name") ?? "Bot"
        guard PlayerName(name) != nil else { throw UsageError("--name is 1 to 20 visible characters.") }
        let races =
            arguments.string("races") == nil ? nil : try arguments.number("races", in: 1...1_000_000, or: 1)
        let bot = RaceBot(pace: Double(try arguments.number("pace", in: 0...60_000, or: 400)), races: races)
        let loop = try ClientLoop()
        await withTaskGroup(of: ClientError?.self) { group in
            for _ in 0..<count {
                group.addTask { await play(bot, loop: loop, target: target, name: name) }
            }
            for await failure in group {
                if let failure, failure != .refused("stopped") { Output.warn("a bot is gone: \(failure)") }
            }
        }
        await loop.stop()
    }

    private static func play(_ bot: RaceBot, loop: ClientLoop, target: Target, name: String) async -> ClientError? {
        let client = bot.client(
            loop: loop, endpoint: target.endpoint, room: target.code, profile: .init(name: name)
        ) { client, update in
            guard case .entry(.finished) = update, let mine = client.room.mySeat,
                let rank = client.room.race?.ranks.first(where: { $0.seat == mine })
            else { return }
            Output.line("race \(client.room.race?.number ?? 0): rank \(rank.rank), \(rank.moves) moves")
        }
        await client.start()
        do throws(ClientError) {
            // Ends when the bot leaves or is refused, however long that takes.
            _ = try await client.wait(milliseconds: .greatestFiniteMagnitude) { _ in false }
            return nil
        } catch {
            return error
        }
    }
}

/// The room that `--room` and `--server` name.
private struct Target: Sendable {
    let endpoint: Endpoint
    let code: String

    init(_ arguments: Arguments) throws {
        guard let room = arguments.string("room") else {
            throw UsageError("Say which room: --room CODE, or the whole link.")
        }
        let isLink = room.contains("://")
        let address = isLink ? room : arguments.string("server") ?? "http://localhost:8080"
        guard let url = URL(string: address), let host = url.host(), url.scheme == "http" || url.scheme == "https"
        else { throw UsageError("\(address) is not an address like http://localhost:8080.") }
        let isSecure = url.scheme == "https"
        guard let port = UInt16(exactly: url.port ?? (isSecure ? 443 : 80)) else {
            throw UsageError("\(address) has no port from 1 to 65535.")
        }
        guard let code = RoomCode(isLink ? url.lastPathComponent : room) else {
            throw UsageError("\(room) is no room code: six letters and digits, as in K7QX4M.")
        }
        endpoint = Endpoint(host: host, port: port, security: isSecure ? .verified : .none)
        self.code = code.description
    }
}
