import Foundation
import PuzzleEngine
import RaceClient
import RaceRules
import RaceStore
import Synchronization
import Testing

/// kill -9 at random moments under load. `TILERACE_CRASHES` sets how often; `deploy/test --long` asks for 50.
@Suite(.serialized) struct CrashTests {
    private static var rounds: Int { ProcessInfo.processInfo.environment["TILERACE_CRASHES"].flatMap(Int.init) ?? 3 }

    @Test(.timeLimit(.minutes(10)))
    func `B155, B156: no acknowledged move is lost or doubled, however often the server is killed`() async throws {
        let server = try ServerProcess()
        let loop = try ClientLoop()
        let ledger = Ledger()
        let game = GameOptions.twenty48(try Twenty48Options(size: 4, target: 512, undos: .limited(3)))
        let code = try await RoomMaker.makeRoom(
            at: server.endpoint, token: RoomMaker.newToken(), game: game, minimumSeats: 4, countdown: 0)
        let bots = (0..<4).map { number in
            RaceBot(pace: 5).client(
                loop: loop, endpoint: server.endpoint, room: code, profile: .init(name: "Bot \(number)")
            ) { client, update in ledger.hear(update, in: client.room) }
        }
        for bot in bots { await bot.start() }
        for _ in 0..<Self.rounds {
            let before = ledger.count
            // A moment at random among the busy ones, bounded by how far the race is.
            let more = Int.random(in: 20...200)
            try await poll { ledger.count >= before + more }
            server.kill()
            try await check(ledger, against: server.folder)
            try server.start()
        }
        let before = ledger.count
        try await poll { ledger.count >= before + 20 }
        for bot in bots { await bot.stop() }
        server.kill()
        try await check(ledger, against: server.folder)
        #expect(ledger.repeats == 0)
        await loop.stop()
    }

    /// Every step that was acknowledged is in the log, once, just as it was told.
    private func check(_ ledger: Ledger, against folder: URL) async throws {
        let store = try SQLiteStore(path: folder.path, durability: .process) { 0 }
        let room = try #require(try await store.liveRooms().first)
        let records = try await store.replay(room.id)
        await store.close()
        let logged = try steps(in: records.map(\.bytes))
        for (place, told) in ledger.steps {
            let step = try #require(logged[place], "\(place) was acknowledged and is not in the log")
            #expect(step.score == told.score && step.time == told.time && step.events == told.events, "\(place)")
        }
    }

    private func steps(in records: [[UInt8]]) throws -> [Ledger.Place: LoggedStep] {
        guard let (first, _) = records.first.flatMap(RoomInput.decode), case .create(let maker, let options) = first
        else {
            throw StoreError(.corrupt, "no room")
        }
        var room = RoomState(options: options, maker: maker)
        var steps: [Ledger.Place: LoggedStep] = [:]
        for record in records.dropFirst() {
            let (input, time) = try #require(RoomInput.decode(record))
            var entries: [Entry] = []
            _ = try? room.apply(input, at: time, entries: &entries)
            for case .step(let step) in entries {
                let race = try #require(room.race).id
                let place = Ledger.Place(
                    race: String(decoding: race.ascii, as: UTF8.self), seat: Int(step.seat.rawValue),
                    number: step.number)
                #expect(steps[place] == nil, "\(place) is in the log twice")
                steps[place] = LoggedStep(score: step.score, time: UInt64(step.time), events: step.events)
            }
        }
        return steps
    }

    private func poll(_ condition: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition() {
            try #require(ContinuousClock.now < deadline, "the race does not go on")
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

private struct LoggedStep {
    let score: UInt64
    let time: UInt64
    let events: [Event]
}

/// Every step that its own racer was told of.
private final class Ledger: Sendable {
    struct Place: Hashable {
        let race: String
        let seat: Int
        let number: UInt32
    }

    private let state = Mutex<(steps: [Place: StepView], repeats: Int)>(([:], 0))

    var steps: [Place: StepView] { state.withLock { $0.steps } }
    var count: Int { state.withLock { $0.steps.count } }
    /// Steps that came twice to a client that had them already.
    var repeats: Int { state.withLock { $0.repeats } }

    func hear(_ update: RaceClient.Update, in room: RoomView) {
        guard case .entry(.step(let step)) = update, step.seat == room.mySeat, let race = room.race?.id else { return }
        state.withLock { state in
            let place = Place(race: race, seat: step.seat, number: step.number)
            if state.steps.updateValue(step, forKey: place) != nil { state.repeats += 1 }
        }
    }
}
