import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRooms
import RaceRules
import RaceStore
import RaceTestKit
import Synchronization
import Testing

/// Rooms with everything round them replaced by hand: connections, loop, clock, log, chance.
final class TestHall {
    let log = RecordingLog()
    let loop: ManualLoop
    let directory = RoomDirectory()
    let manager: RoomManager
    private let inboxes: Inboxes
    private let services: RoomServices
    private var connections: UInt64 = 0
    private let limits: Limits
    private let failedJoins: FailedJoins

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        let failedJoins = FailedJoins(limit: limits.failedJoinsPerMinute)
        self.failedJoins = failedJoins
        let inboxes = Inboxes()
        self.inboxes = inboxes
        let loop = ManualLoop { id, frame in inboxes.add(frame, to: id) }
        self.loop = loop
        let counter = Mutex<UInt64>(1)
        services = RoomServices(
            loops: [loop.port], limits: limits, failedJoins: failedJoins, log: log,
            random: { count in
                counter.withLock { value in
                    (0..<count).map { _ in
                        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return UInt8(truncatingIfNeeded: value >> 56)
                    }
                }
            }, record: { race, _, body in inboxes.results.withLock { $0[race] = body } }, seated: { _, _, _ in })
        manager = RoomManager(services: services, store: OneRoomRegistry(), directory: directory)
    }

    var results: [RaceID: [UInt8]] { inboxes.results.withLock { $0 } }

    /// Makes a room for `options`, made by the identity of `token`.
    func makeRoom(
        _ options: RoomOptions, by token: Token, from household: String = "192.0.2.1"
    ) async throws -> RoomCode {
        let manager = manager
        let isMade = Mutex(false)
        let making = Task {
            defer { isMade.withLock { $0 = true } }
            return try await manager.create(options, by: token.identity, from: household)
        }
        while !isMade.withLock({ $0 }) {
            log.commit()
            await Task.yield()
        }
        return try await making.value
    }

    /// A connection whose frames are kept.
    func connect(from household: String = "192.0.2.1") -> Caller {
        connections += 1
        let id = connections
        let inboxes = inboxes
        let outlet = Outlet(
            id: id, loop: loop.port, send: { inboxes.add($0, to: id) }, close: { code, _ in inboxes.close(id, code) })
        let random = services.random
        return Caller(
            session: Session(
                outlet: outlet, household: household,
                services: SessionServices(
                    rooms: directory, limits: limits, failedJoins: failedJoins, random: random, serverVersion: "test")),
            id: id,
            loop: loop, inboxes: inboxes)
    }

    /// Ends the turn and commits, until nothing moves.
    func settle() {
        repeat {
            loop.turn()
            log.commit()
            loop.turn()
        } while log.waiting > 0
    }
}

/// What connections were sent.
final class Inboxes: Sendable {
    private let frames = Mutex<[UInt64: [[UInt8]]]>([:])
    private let closed = Mutex<[UInt64: UInt16]>([:])
    let results = Mutex<[RaceID: [UInt8]]>([:])

    func add(_ frame: [UInt8], to id: UInt64) { frames.withLock { $0[id, default: []].append(frame) } }
    func close(_ id: UInt64, _ code: UInt16) { closed.withLock { $0[id] = code } }
    func take(_ id: UInt64) -> [[UInt8]] { frames.withLock { $0.removeValue(forKey: id) ?? [] } }
    func closeCode(_ id: UInt64) -> UInt16? { closed.withLock { $0[id] } }
}

/// One connection in a test.
final class Caller {
    let session: Session
    let id: UInt64
    private let loop: ManualLoop
    private let inboxes: Inboxes

    init(session: Session, id: UInt64, loop: ManualLoop, inboxes: Inboxes) {
        self.session = session
        self.id = id
        self.loop = loop
        self.inboxes = inboxes
    }

    func say(_ frame: String) {
        loop.adopt()
        Array(frame.utf8).withUnsafeBytes { session.receive($0) }
    }

    var closeCode: UInt16? { inboxes.closeCode(id) }

    /// The frames since the last call, as text.
    func texts() -> [String] { inboxes.take(id).map { String(decoding: $0, as: UTF8.self) } }

    /// The frames since the last call.
    func heard() -> [NSDictionary] {
        inboxes.take(id).compactMap { try? JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary }
    }

    /// The first frame of this type since the last call.
    func next(_ type: String) throws -> NSDictionary {
        try #require(heard().first { $0["t"] as? String == type })
    }

    /// The entries of all `events` frames since the last call.
    func entries() -> [NSDictionary] { heard().flatMap { $0["e"] as? [NSDictionary] ?? [] } }
}

/// Lists rooms without keeping them.
private struct OneRoomRegistry: RoomRegistry {
    func openRoom(code: String) async throws(StoreError) -> RoomID { RoomID(rawValue: 1) }
    func liveRooms() async throws(StoreError) -> [StoredRoom] { [] }
    func closeRoom(_ room: RoomID) async throws(StoreError) {}
}

extension Token {
    /// The token of person `number` in tests.
    static func test(_ number: UInt8) throws -> Token {
        try #require(Token(random: [UInt8](repeating: number, count: 32)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
