import Foundation
import PuzzleEngine
import RaceClient

extension GameOptions {
    /// 2048 as far as it goes: a board of greedy play lasts some hundred moves.
    static var bench: GameOptions {
        guard let game = try? Twenty48Options(size: 4, target: 2048, fours: 10, undos: .limited(0)) else {
            preconditionFailure("the bench's options are right")
        }
        return .twenty48(game)
    }
}

/// Counts answered moves while the measurement runs.
///
/// `@unchecked Sendable`: touched on the clients' loop only.
final class MovesTally: @unchecked Sendable {
    private let loop: ClientLoop
    private var latencies: [Double]?

    init(loop: ClientLoop) { self.loop = loop }

    func begin() async {
        await onLoop { $0.latencies = [] }
    }

    func end() async -> [Double] {
        await onLoop { tally in
            defer { tally.latencies = nil }
            return tally.latencies ?? []
        }
    }

    func add(_ milliseconds: Double) { latencies?.append(milliseconds) }

    private func onLoop<Value: Sendable>(_ work: @escaping @Sendable (MovesTally) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            loop.post { continuation.resume(returning: work(self)) }
        }
    }
}

/// One bot of the benchmark: one move outstanding, timed from its sending to its answer.
///
/// `@unchecked Sendable`: touched where its client is isolated, which is the clients' loop.
final class BenchRacer: @unchecked Sendable {
    private let pace: Double
    private let tally: MovesTally
    private var player = GreedyPlayer(game: .bench)
    private var sentAt: UInt64?

    init(pace: Double, tally: MovesTally) {
        self.pace = pace
        self.tally = tally
    }

    func hear(_ update: RaceClient.Update, from client: isolated RaceClient) {
        switch update {
        case .joined, .entry(.finished), .entry(.lobby):
            sentAt = nil
            if client.room.phase == .racing { moveOn(client) } else { client.ready() }
        case .entry(.go): moveLater(client)
        case .entry(.step(let step)) where step.seat == client.room.mySeat: answered(client)
        case .refused: answered(client)
        default: break
        }
    }

    private func answered(_ client: isolated RaceClient) {
        if let sentAt { tally.add(Double(DispatchTime.now().uptimeNanoseconds - sentAt) / 1e6) }
        sentAt = nil
        if pace == 0 { moveOn(client) } else { client.schedule(after: pace) { self.moveOn($0) } }
    }

    /// The first moves of all boards are spread over a pace, as people's are.
    private func moveLater(_ client: isolated RaceClient) {
        guard pace > 0 else { return moveOn(client) }
        client.schedule(after: Double.random(in: 0..<pace)) { self.moveOn($0) }
    }

    private func moveOn(_ client: isolated RaceClient) {
        guard sentAt == nil, let board = client.room.myBoard, client.room.phase == .racing,
            let action = player.choose(board, raceTime: client.raceTime ?? 0)
        else { return }
        sentAt = DispatchTime.now().uptimeNanoseconds
        if client.play(action) == nil { sentAt = nil }
    }
}
