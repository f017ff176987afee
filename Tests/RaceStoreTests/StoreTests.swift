import Foundation
import Testing

@testable import RaceStore

struct StoreTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `a code is unique among live rooms and free again after closing, ids never come back`() async throws {
        let store = try folder.open()
        let first = try await store.openRoom(code: "K7QX4M")
        #expect(await code { _ = try await store.openRoom(code: "K7QX4M") } == .conflict)
        #expect(try await store.liveRooms() == [StoredRoom(id: first, code: "K7QX4M", openedAt: 1_000)])
        try await store.closeRoom(first)
        try await store.closeRoom(first)
        #expect(try await store.liveRooms().isEmpty)
        #expect(try await store.openRoom(code: "K7QX4M") != first)
        await store.close()
    }

    @Test func `B114: a race has one result however often it is saved`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        let result = RaceResult(raceID: "00000000000000ff", room: room, finishedAt: 5, body: Array("{}".utf8))
        let later = RaceResult(raceID: "0000000000000100", room: room, finishedAt: 6, body: Array("{}".utf8))
        let copy = RaceResult(raceID: result.raceID, room: room, finishedAt: 9, body: [])
        for saved in [later, result, result, copy] { try await store.saveResult(saved) }
        #expect(try await store.result(raceID: result.raceID) == result)
        #expect(try await store.result(raceID: "none") == nil)
        #expect(try await store.results(room: room) == [result, later])
        await store.close()
    }

    @Test func `an identity keeps its newest name`() async throws {
        let store = try folder.open()
        let id = [UInt8](0..<32)
        try await store.saveIdentity(id: id, name: "Kim", bot: false)
        try await store.saveIdentity(id: id, name: "Kim 🐺", bot: true)
        #expect(try await store.identity(id: id) == StoredIdentity(id: id, name: "Kim 🐺", bot: true))
        #expect(try await store.identity(id: [1]) == nil)
        await store.close()
    }

    @Test func `a second server is refused while the first one runs`() async throws {
        let store = try folder.open()
        #expect(await code { _ = try folder.open() } == .inUse)
        await store.close()
        await (try folder.open()).close()
    }

    @Test func `missing folders are made and the file is for its owner alone`() async throws {
        let path = "\(folder.path)/deep/er/race.db"
        let store = try SQLiteStore(path: path, durability: .power, now: { 0 })
        _ = try await store.openRoom(code: "AAAAAA")
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        await store.close()
    }

    @Test func `a file of another program, a damaged one and a folder that cannot be are refused`() async throws {
        let other = Intruder(folder.database)
        other.execute("CREATE TABLE t (x); PRAGMA user_version = 1")
        #expect(await code { _ = try folder.open() } == .foreignFile)
        #expect(other.number("SELECT count(*) FROM sqlite_schema") == 1)

        let damaged = try Folder()
        try Data(repeating: 65, count: 8_192).write(to: URL(fileURLWithPath: damaged.database))
        #expect(await code { _ = try damaged.open() } == .corrupt)

        let under = "\(damaged.database)/x/y.db"
        #expect(
            await code { _ = try SQLiteStore(path: under, durability: .process, now: { 0 }) } == .cannotOpen)
    }

    @Test func `a newer schema is refused and left alone`() async throws {
        let newer = Migration(number: 2, sql: "CREATE TABLE later (x)")
        await (try folder.open(Migration.all + [newer])).close()
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        #expect(await code { _ = try folder.open() } == .newerSchema)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    }

    @Test func `an older schema is migrated after a copy, and a failing migration changes nothing`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        try await store.commit([record(room, 1)]).get()
        await store.close()

        let broken = Migration(number: 2, sql: "CREATE TABLE later (x); CREATE TABLE room (x)")
        #expect(await code { _ = try folder.open(Migration.all + [broken]) } == .unexpected)
        #expect(Intruder(folder.database).number("SELECT count(*) FROM sqlite_schema WHERE name = 'later'") == 0)
        await (try folder.open()).close()

        let good = Migration(number: 2, sql: "CREATE TABLE later (x)")
        let migrated = try folder.open(Migration.all + [good])
        #expect(try await migrated.replay(room) == [record(room, 1)])
        await migrated.close()
        let copy = Intruder("\(folder.database).schema-1")
        #expect(copy.number("PRAGMA user_version") == 1)
        #expect(copy.number("SELECT count(*) FROM move_log") == 1)
    }

    @Test func `a backup made between commits is a whole store`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        for number in 1...100 { store.append([record(room, UInt32(number))]) { _ in } }
        try await store.commit([record(room, 101)]).get()
        let other = try Folder()
        try await store.backup(to: other.database)
        try await store.commit([record(room, 102)]).get()
        let restored = try other.open()
        #expect(try await restored.replay(room).count == 101)
        await restored.close()
        await store.close()
    }
}
