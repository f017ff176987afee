/// A racer that plays by itself: gets ready, races with a ``GreedyPlayer``, and votes for the next race.
public struct RaceBot: Sendable {
    /// Milliseconds between an answer and the next action.
    public let pace: Double
    /// Races to play; then it leaves. Nil: as many as there are.
    public let races: Int?

    /// Describes a bot.
    public init(pace: Double, races: Int? = nil) {
        self.pace = pace
        self.races = races
    }

    /// A client that plays in the room with this code; `start` lets it in. `watch` hears of everything before the bot.
    public func client(
        loop: ClientLoop, endpoint: Endpoint, room: String, profile: RaceClient.Profile,
        watch: @escaping RaceClient.Handler = { _, _ in }
    ) -> RaceClient {
        let game = BotState()
        return RaceClient(loop: loop, endpoint: endpoint, room: room, profile: profile) { client, update in
            watch(client, update)
            hear(update, from: client, game)
        }
    }

    private func hear(_ update: RaceClient.Update, from client: isolated RaceClient, _ game: BotState) {
        switch update {
        case .joined, .entry(.lobby), .entry(.seat), .entry(.left), .entry(.options), .entry(.next):
            getReady(client, game)
            think(client, game)
        case .entry(.go), .entry(.clock): think(client, game)
        case .entry(.step(let step)) where step.seat == client.room.mySeat: think(client, game)
        case .refused: think(client, game)
        case .entry(.finished):
            game.finished += 1
            getReady(client, game)
        case .lost, .error: game.isThinking = false
        default: break
        }
    }

    private func getReady(_ client: isolated RaceClient, _ game: BotState) {
        let room = client.room
        guard room.phase == .lobby || room.phase == .finished, let mine = room.mySeat,
            let seat = room.seats.first(where: { $0.seat == mine })
        else { return }
        if let races, game.finished >= races {
            client.leave()
            client.stop()
        } else if !seat.isReady && game.readyFor != room.nextRace {
            game.readyFor = room.nextRace
            client.ready()
        }
    }

    private func think(_ client: isolated RaceClient, _ game: BotState) {
        guard !game.isThinking, client.unanswered == 0, client.room.phase == .racing, let options = client.room.game,
            let race = client.room.race, let board = client.room.myBoard
        else { return }
        if game.race != race.id { (game.race, game.player) = (race.id, GreedyPlayer(game: options)) }
        guard let raceTime = client.raceTime else { return wait(client, game, 50) }
        if let action = game.player?.choose(board, raceTime: raceTime) {
            guard pace > 0 else { return _ = client.play(action) }
            game.isThinking = true
            client.schedule(after: pace) { client in
                game.isThinking = false
                if client.unanswered == 0 { _ = client.play(action) }
            }
        } else if board.state == .racing, let closesAt = board.closesAt, closesAt >= raceTime {
            wait(client, game, Double(closesAt - raceTime) + 1)
        }
    }

    private func wait(_ client: isolated RaceClient, _ game: BotState, _ milliseconds: Double) {
        game.isThinking = true
        client.schedule(after: milliseconds) { client in
            game.isThinking = false
            think(client, game)
        }
    }
}

/// What a bot remembers.
///
/// `@unchecked Sendable`: touched only where its client is isolated.
private final class BotState: @unchecked Sendable {
    var race = ""
    var readyFor = ""
    var player: GreedyPlayer?
    var isThinking = false
    var finished = 0
}
