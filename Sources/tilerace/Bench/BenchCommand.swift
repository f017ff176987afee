import Foundation
import RaceClient

/// `tilerace bench moves`
enum MovesBenchCommand: Command {
    static let name = "bench moves"
    static let summary = "measure the server: bots race in rooms of a server on this machine"
    static let flags = [
        Flag("rooms", "N", "rooms (200)"),
        Flag("players", "N", "bots in each room (2)"),
        Flag("pace", "MS", "milliseconds between an answer and the next move; 0 is flat out (200)"),
        Flag("seconds", "N", "how long to measure (10)"),
        Flag("durability", "process|power", "as for serve (process)"),
        Flag("json", nil, "print one JSON object"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let bench = MovesBench(
            rooms: try arguments.number("rooms", in: 1...1000, or: 200),
            players: try arguments.number("players", in: 2...16, or: 2),
            pace: try arguments.number("pace", in: 0...10_000, or: 200),
            seconds: try arguments.number("seconds", in: 1...600, or: 10),
            durability: arguments.string("durability") ?? "process")
        let report = try await bench.run()
        Output.line(arguments.has("json") ? report.json : report.text)
    }
}

/// Rooms of bots against a server of their own, in a process of its own, so that its CPU time is counted apart.
struct MovesBench: Sendable {
    let rooms: Int
    let players: Int
    let pace: Int
    let seconds: Int
    let durability: String

    func run() async throws -> MovesReport {
        let server = try ServerChild(durability: durability, sockets: rooms * players + 16)
        defer { server.stop() }
        let loop = try ClientLoop()
        let tally = MovesTally(loop: loop)
        var clients: [RaceClient] = []
        let endpoint = Endpoint(port: server.port)
        for _ in 0..<rooms {
            let token = RoomMaker.newToken()
            let code = try await RoomMaker.makeRoom(
                at: endpoint, token: token, game: .bench, minimumSeats: players, countdown: 0)
            for seat in 0..<players {
                let racer = BenchRacer(pace: Double(pace), tally: tally)
                let client = RaceClient(
                    loop: loop, endpoint: endpoint, room: code,
                    profile: .init(name: "Bot \(seat)", token: seat == 0 ? token : nil)
                ) { client, update in racer.hear(update, from: client) }
                await client.start()
                clients.append(client)
            }
        }
        for client in clients { _ = try await client.wait(milliseconds: 60_000) { $0.phase == .racing } }
        let cpuBefore = server.cpuSeconds
        await tally.begin()
        try await Task.sleep(for: .seconds(seconds))
        let latencies = await tally.end()
        let cpu = server.cpuSeconds - cpuBefore
        for client in clients { await client.stop() }
        await loop.stop()
        return MovesReport(bench: self, latencies: latencies.sorted(), serverCPU: cpu)
    }
}

/// What `bench moves` found.
struct MovesReport {
    let bench: MovesBench
    /// Milliseconds from a move's sending to its answer, ascending.
    let latencies: [Double]
    /// Seconds of CPU that the server used meanwhile.
    let serverCPU: Double

    private func quantile(_ share: Double) -> Double {
        guard !latencies.isEmpty else { return .nan }
        return latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))]
    }

    private var moves: Double { Double(latencies.count) }

    private var load: String {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        return text.split(separator: " ").prefix(1).joined()
    }

    var text: String {
        """
        \(bench.rooms) rooms x \(bench.players) bots, pace \(bench.pace) ms, \(bench.seconds) s, \
        durability \(bench.durability), load average \(load)
        moves         \(format(moves / Double(bench.seconds), 0)) a second, committed before their answer
        server CPU    \(format(serverCPU * 1e6 / moves, 1)) us a move, \
        \(format(serverCPU * 1e6 / moves / Double(bench.players), 1)) us a delivered frame
        round trip    p50 \(format(quantile(0.5), 3)) ms, p99 \(format(quantile(0.99), 3)) ms
        """
    }

    var json: String {
        """
        {"bench":"moves","rooms":\(bench.rooms),"players":\(bench.players),"pace_ms":\(bench.pace),\
        "seconds":\(bench.seconds),"durability":"\(bench.durability)","load":"\(load)","moves":\(latencies.count),\
        "server_cpu_us_a_move":\(format(serverCPU * 1e6 / max(1, moves), 2)),\
        "round_trip_ms":{"p50":\(format(quantile(0.5), 4)),"p99":\(format(quantile(0.99), 4))}}
        """
    }

    private func format(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
