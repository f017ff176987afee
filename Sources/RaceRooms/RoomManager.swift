public import RaceProtocol
public import RaceRules
public import RaceStore
import Synchronization

/// The live rooms by code; read on every join, from every loop.
public final class RoomDirectory: Sendable {
    private let rooms = Mutex<[RoomCode: Room]>([:])
    private let complete = Atomic<Bool>(false)

    /// An empty one.
    public init() {}

    /// The live room with this code.
    public func room(_ code: RoomCode) -> Room? { rooms.withLock { $0[code] } }

    /// Every room is back from its log: until then a code that is not here may still come.
    public var isComplete: Bool { complete.load(ordering: .acquiring) }

    func markComplete() { complete.store(true, ordering: .releasing) }

    /// How many rooms live.
    public var count: Int { rooms.withLock { $0.count } }

    func add(_ room: Room) -> Bool {
        rooms.withLock { rooms in
            guard rooms[room.code] == nil else { return false }
            rooms[room.code] = room
            return true
        }
    }

    func remove(_ code: RoomCode) { rooms.withLock { $0[code] = nil } }
    /// The codes of the live rooms.
    public var codes: [RoomCode] { rooms.withLock { Array($0.keys) } }
    var all: [Room] { rooms.withLock { Array($0.values) } }
}

/// Makes rooms, brings them back after a restart, and frees those that nobody uses.
public actor RoomManager {
    /// Milliseconds without a connection after which a room is freed.
    private static let emptyLife: UInt64 = 600_000

    /// Where sessions find rooms.
    public nonisolated let directory: RoomDirectory
    private let services: RoomServices
    private let store: any RoomRegistry
    private var nextLoop = 0
    private var quota: RoomQuota
    private var makers: [RoomID: RoomQuota.Maker] = [:]

    /// Rooms on the loops of `services`, listed in `store`, found through `directory`.
    public init(services: RoomServices, store: any RoomRegistry, directory: RoomDirectory) {
        self.directory = directory
        self.services = services
        self.store = store
        quota = RoomQuota(services.limits)
    }

    /// Makes a room; `identity` will be its host. It is durable when this returns.
    public func create(
        _ options: RoomOptions, by identity: IdentityID, from household: String
    ) async throws(CreationError) -> RoomCode {
        let maker = RoomQuota.Maker(identity: identity, household: household)
        // Taken before the store is asked: requests that wait together count together.
        guard quota.take(maker) else { throw .tooMany }
        do throws(StoreError) {
            return try await create(options, by: maker)
        } catch {
            quota.give(maker)
            throw .store(error)
        }
    }

    private func create(_ options: RoomOptions, by maker: RoomQuota.Maker) async throws(StoreError) -> RoomCode {
        while true {
            let code = RoomCode(random: { [services] in services.random(1)[0] })
            guard directory.room(code) == nil else { continue }
            let id = try await store.openRoom(code: code.description)
            try await append(
                LogRecord(room: id, sequence: 1, bytes: RoomInput.create(maker.identity, options).encode(at: 0)))
            let room = makeRoom(id, code, RoomState(options: options, maker: maker.identity), sequence: 1)
            guard directory.add(room) else {
                try await store.closeRoom(id)
                continue
            }
            makers[id] = maker
            room.open()
            return code
        }
    }

    private func append(_ record: LogRecord) async throws(StoreError) {
        let result = await withCheckedContinuation { continuation in
            services.log.append([record]) { continuation.resume(returning: $0) }
        }
        try result.get()
    }

    /// Brings every live room back from its log. A log that is no room's is closed; returns how many rooms live.
    public func restore() async throws(StoreError) -> Int {
        for stored in try await store.liveRooms() {
            let id = stored.id
            let records = try await services.log.replay(id)
            guard let code = RoomCode(stored.code), let state = RoomState.fold(records.map(\.bytes)) else {
                try await store.closeRoom(id)
                continue
            }
            let room = makeRoom(id, code, state, sequence: UInt32(records.count))
            guard directory.add(room) else { continue }
            makers[id] = RoomQuota.Maker(identity: state.maker, household: nil)
            makers[id].map { quota.add($0) }
            room.restore()
        }
        directory.markComplete()
        return directory.count
    }

    private func makeRoom(_ id: RoomID, _ code: RoomCode, _ state: RoomState, sequence: UInt32) -> Room {
        nextLoop = (nextLoop + 1) % services.loops.count
        return Room(
            id: id, code: code, state: state, sequence: sequence, loop: services.loops[nextLoop], services: services)
    }

    /// Frees the rooms in which nobody has been connected for ten minutes; the wiring calls it now and then.
    public func sweep() async {
        for room in directory.all where await room.isIdle(longerThan: Self.emptyLife) {
            directory.remove(room.code)
            await room.close()
            makers.removeValue(forKey: room.id).map { quota.give($0) }
            try? await store.closeRoom(room.id)
        }
    }
}

extension Room {
    nonisolated func open() { run { _ = try? $0.apply(.tick) } }

    nonisolated func restore() {
        run { room in
            _ = try? room.apply(.restored)
            // Its result may not have reached the store.
            if room.state.phase == .finished, let race = room.state.race { room.say(.result(race)) }
        }
    }

    func isIdle(longerThan limit: UInt64) -> Bool {
        guard members.isEmpty, let emptySince else { return false }
        return loop.now() >= emptySince + limit
    }

    func close() {
        cancelDeadline?.cancel()
        cancelBeat?()
        cancelDeadline = nil
        cancelBeat = nil
    }

    /// What a person may know of this room before joining.
    public func summary() -> [UInt8] { ServerMessage.summary(state, code: code) }
}
