import Foundation
import RaceProtocol
import RaceRooms
import RaceRules
import RaceStore
import WebSocketServer

/// The one place where network, rooms and store meet.
struct Wiring {
    let server: WebSocketServer
    let store: SQLiteStore
    let sweeper: Task<Void, Never>
    let settings: ServeSettings

    /// Opens the store, brings the rooms back, then opens the doors.
    static func start(_ settings: ServeSettings) async throws -> Wiring {
        let store = try SQLiteStore(path: "\(settings.data)/", durability: settings.durability) {
            Int64(Date().timeIntervalSince1970 * 1000)
        }
        let directory = RoomDirectory()
        let failedJoins = FailedJoins(limit: settings.limits.failedJoinsPerMinute)
        let sessions = SessionServices(
            rooms: directory, limits: settings.limits, failedJoins: failedJoins, random: SecureRandom.bytes,
            serverVersion: tileRaceVersion)
        let api = HTTPAPI(directory: directory, failedJoins: failedJoins)
        let tables = (0..<settings.loops).map { _ in ConnectionTable() }
        let server = try WebSocketServer(
            configuration: settings.configuration, handlers: handlers(sessions: sessions, api: api, tables: tables))
        let manager = RoomManager(
            services: services(
                loops: zip(server.loops, tables).map { LoopPort($0, table: $1) }, limits: settings.limits,
                failedJoins: failedJoins, store: store),
            store: store, directory: directory)
        try server.start()
        let rooms = try await manager.restore()
        if rooms > 0 { Output.line("\(rooms) rooms are back") }
        api.open(manager)
        let sweeper = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(30))
                await manager.sweep()
            }
        }
        return Wiring(server: server, store: store, sweeper: sweeper, settings: settings)
    }

    /// Closes the doors, tells everybody, and commits what is left.
    func stop() async {
        sweeper.cancel()
        await server.stop(closing: 1001, reason: "restarting")
        await store.close()
        await server.end()
    }

    /// Where people find the page.
    var addresses: [String] {
        if let url = settings.publicURL { return [url] }
        let scheme = settings.certificate == nil ? "http" : "https"
        let isEverywhere = settings.host == "0.0.0.0" || settings.host == "::"
        let hosts = isEverywhere ? ["localhost"] + LocalAddresses.all() : [shown(settings.host)]
        return hosts.map { "\(scheme)://\($0):\(server.port)/" }
    }

    private func shown(_ host: String) -> String {
        if host == "127.0.0.1" { return "localhost" }
        return host.contains(":") ? "[\(host)]" : host
    }

    private static func services(
        loops: [LoopPort], limits: Limits, failedJoins: FailedJoins, store: SQLiteStore
    ) -> RoomServices {
        let recorder = Recorder(
            save: { result throws(StoreError) in try await store.saveResult(result) },
            pause: { try? await Task.sleep(for: .seconds(1)) })
        return RoomServices(
            loops: loops, limits: limits, failedJoins: failedJoins, log: store, random: SecureRandom.bytes,
            record: { race, room, body in
                recorder.keep(
                    RaceResult(
                        raceID: String(decoding: race.ascii, as: UTF8.self), room: room,
                        finishedAt: Int64(Date().timeIntervalSince1970 * 1000), body: body))
            },
            seated: { identity, name, isBot in
                Task { try? await store.saveIdentity(id: identity.bytes, name: name, bot: isBot) }
            })
    }

    private static func handlers(
        sessions: SessionServices, api: HTTPAPI, tables: [ConnectionTable]
    ) -> Handlers {
        Handlers(
            opened: { connection in
                let table = tables[connection.loop.index]
                table.add(connection)
                connection.attachment = Session(
                    outlet: Outlet(connection, loop: LoopPort(connection.loop, table: table), table: table),
                    household: connection.household, services: sessions)
            },
            received: { connection, frame in (connection.attachment as? Session)?.receive(frame) },
            drained: { connection in (connection.attachment as? Session)?.drained() },
            closed: { connection in
                (connection.attachment as? Session)?.closed()
                tables[connection.loop.index].remove(connection)
            },
            request: { request, respond in api.answer(request, respond) }, notice: { Output.warn($0) })
    }
}

/// The open connections of one loop by id, so that rooms need no reference to them.
///
/// `@unchecked Sendable`: touched on its loop only, by the handlers and ports made here.
final class ConnectionTable: @unchecked Sendable {
    private var connections: [UInt64: Connection] = [:]

    func add(_ connection: Connection) { connections[connection.id] = connection }
    func remove(_ connection: Connection) { connections[connection.id] = nil }
    subscript(id: UInt64) -> Connection? { connections[id] }
}

extension Outlet {
    init(_ connection: Connection, loop: LoopPort, table: ConnectionTable) {
        let id = connection.id
        self.init(
            id: id, loop: loop, send: { table[id]?.send($0) },
            close: { table[id]?.close(code: $0, reason: $1) })
    }
}

extension LoopPort {
    init(_ loop: EventLoop, table: ConnectionTable) {
        self.init(
            index: loop.index, executor: loop, isCurrent: { loop.isCurrent }, post: { loop.post($0) },
            beforeWait: { loop.beforeWait($0) },
            schedule: { delay, work in
                let timer = LoopTimer(loop.schedule(after: delay, work))
                return { timer.cancel() }
            },
            now: { EventLoop.now() / 1_000_000 },
            makeOutbox: {
                let outbox = Outbox(loop: loop)
                return OutboxPort(
                    add: { table[$0].map { outbox.add($0) } }, remove: { table[$0].map { outbox.remove($0) } },
                    send: { payload, first in outbox.send(payload, first: first.flatMap { table[$0] }) })
            })
    }
}

/// `@unchecked Sendable`: rooms call it on its loop only, as `LoopPort` promises.
private final class LoopTimer: @unchecked Sendable {
    private let token: TimerToken

    init(_ token: TimerToken) { self.token = token }

    func cancel() { token.cancel() }
}
