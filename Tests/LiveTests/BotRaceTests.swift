import Foundation
import PuzzleEngine
import RaceClient
import Testing

/// Bots against a real server over real sockets.
@Suite(.serialized) struct BotRaceTests {
    private static let games: [GameOptions] = {
        do {
            return [
                .twenty48(try Twenty48Options(size: 4, target: 64)),
                .sliding(try SlidingOptions(rows: 3, columns: 3)),
                .memory(try MemoryOptions(rows: 4, columns: 4)),
                .memory(try MemoryOptions(rows: 2, columns: 3, closing: .hideAfter(ms: 100))),
            ]
        } catch { return [] }
    }()

    @Test(arguments: games)
    func `three bots race to the end and all see the same ranking`(game: GameOptions) async throws {
        let server = try ServerProcess()
        let loop = try ClientLoop()
        let bots = try await enter(3, server, loop, game, pace: 0)
        for bot in bots { await bot.start() }
        var rankings: [[RankView]] = []
        for bot in bots {
            let room = try await bot.wait(milliseconds: 30_000) { $0.phase == .finished }
            rankings.append(try #require(room.race).ranks)
        }
        #expect(rankings[0].map(\.seat).sorted() == [0, 1, 2])
        #expect(rankings.allSatisfy { $0 == rankings[0] })
        #expect(rankings[0].first?.rank == 1 && rankings[0].first?.state == .won)
        for bot in bots { await bot.stop() }
        await loop.stop()
    }

    @Test func `B61: a bot whose connection is cut time and again finishes the race it was in`() async throws {
        let server = try ServerProcess()
        let loop = try ClientLoop()
        let game = GameOptions.sliding(try SlidingOptions(rows: 3, columns: 3))
        let bots = try await enter(2, server, loop, game, pace: 60)
        for bot in bots { await bot.start() }
        _ = try await bots[0].wait(milliseconds: 10_000) { ($0.myBoard?.moves ?? 0) >= 2 }
        await bots[0].cutConnection()
        _ = try await bots[0].wait(milliseconds: 10_000) { ($0.myBoard?.moves ?? 0) >= 6 }
        await bots[0].cutConnection()
        let room = try await bots[0].wait(milliseconds: 30_000) { $0.phase == .finished }
        let mine = room.race?.ranks.first { $0.seat == room.mySeat }
        #expect(mine?.state == .won)
        await loop.stop()
    }

    @Test func `B155, B156: a race goes on after the server is killed and started again`() async throws {
        let server = try ServerProcess()
        let loop = try ClientLoop()
        let game = GameOptions.sliding(try SlidingOptions(rows: 3, columns: 3))
        let bots = try await enter(2, server, loop, game, pace: 100)
        for bot in bots { await bot.start() }
        let before = try await bots[0].wait(milliseconds: 10_000) { ($0.myBoard?.moves ?? 0) >= 5 }
        server.kill()
        try server.start()
        let after = try await bots[0].wait(milliseconds: 20_000) {
            $0.epoch != before.epoch && ($0.myBoard?.moves ?? 0) >= 7
        }
        #expect(after.race?.id == before.race?.id)
        for bot in bots {
            let room = try await bot.wait(milliseconds: 60_000) { $0.phase == .finished }
            #expect(room.race?.ranks.allSatisfy { $0.state == .won } == true)
        }
        await loop.stop()
    }

    private func enter(
        _ count: Int, _ server: ServerProcess, _ loop: ClientLoop, _ game: GameOptions, pace: Double
    ) async throws -> [RaceClient] {
        let code = try await RoomMaker.makeRoom(
            at: server.endpoint, token: RoomMaker.newToken(), game: game, minimumSeats: count, countdown: 0)
        return (0..<count).map { number in
            RaceBot(pace: pace, races: 1).client(
                loop: loop, endpoint: server.endpoint, room: code, profile: .init(name: "Bot \(number)"))
        }
    }
}
