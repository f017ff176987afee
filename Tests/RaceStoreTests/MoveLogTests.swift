import Foundation
import Testing

@testable import RaceStore

struct MoveLogTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `a replay gives what was appended, room by room, in order`() async throws {
        let store = try folder.open()
        let first = try await store.openRoom(code: "AAAAAA")
        let second = try await store.openRoom(code: "BBBBBB")
        let records = (1...300).map { record(first, $0, Array(repeating: UInt8($0 % 251), count: Int($0 % 40))) }
        for start in stride(from: 0, to: 300, by: 7) {
            try await store.commit(Array(records[start..<min(start + 7, 300)])).get()
            try await store.commit([record(second, UInt32(start + 1), [9])]).get()
        }
        #expect(try await store.replay(first) == records)
        #expect(try await store.replay(second).count == 43)
        #expect(try await store.replay(RoomID(rawValue: 99)).isEmpty)
        await store.close()

        let again = try folder.open()
        #expect(try await again.replay(first) == records)
        await again.close()
    }

    @Test func `appends that wait while a commit is held up share the next commit`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        let intruder = Intruder(folder.database)
        let before = store.statistics.commits
        let reports = Reports()

        intruder.execute("BEGIN IMMEDIATE")
        for number in 1...200 { store.append([record(room, UInt32(number))]) { _ in reports.add("\(number)") } }
        #expect(reports.values.isEmpty)
        intruder.execute("COMMIT")

        #expect(try await reports.wait(for: 200) == (1...200).map { "\($0)" })
        // The writer may have taken the first alone before the others came.
        #expect(store.statistics.commits - before <= 2)
        #expect(store.statistics.records == 200)
        await store.close()
    }

    @Test func `callbacks come in the order of the calls, failures and empty appends included`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        let reports = Reports()
        for number in 1...500 {
            let records: [LogRecord] =
                switch number % 5 {
                case 0: []
                case 1: [record(RoomID(rawValue: 77), 1)]
                default: [record(room, UInt32(number))]
                }
            store.append(records) { reports.add("\(number) \(code($0).map { "\($0)" } ?? "ok")") }
        }
        let expected = (1...500).map { "\($0) \($0 % 5 == 1 ? "unknownRoom" : "ok")" }
        #expect(try await reports.wait(for: 500) == expected)
        #expect(try await store.replay(room).count == 300)
        await store.close()
    }

    @Test func `repeating records is harmless and other bytes under the same number are a conflict`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        try await store.commit([record(room, 1), record(room, 2, [])]).get()
        try await store.commit([record(room, 1), record(room, 2, []), record(room, 3)]).get()
        #expect(code(await store.commit([record(room, 4), record(room, 3, [0])])) == .conflict)
        #expect(try await store.replay(room) == [record(room, 1), record(room, 2, []), record(room, 3)])
        await store.close()
    }

    @Test func `a refused append takes nothing along of those that share its commit`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        try await store.commit([record(room, 1)]).get()
        let intruder = Intruder(folder.database)
        let reports = Reports()
        intruder.execute("BEGIN IMMEDIATE")
        for number in 2...9 {
            let clash = number == 5 ? [record(room, 100), record(room, 1, [0])] : [record(room, UInt32(number))]
            store.append(clash) { reports.add("\(number) \(code($0).map { "\($0)" } ?? "ok")") }
        }
        intruder.execute("COMMIT")
        #expect(try await reports.wait(for: 8) == (2...9).map { $0 == 5 ? "5 conflict" : "\($0) ok" })
        #expect(try await store.replay(room).map(\.sequence) == [1, 2, 3, 4, 6, 7, 8, 9])
        await store.close()
    }

    @Test func `B156: what was acknowledged is there after the process dies without closing`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        for number in 1...50 { try await store.commit([record(room, UInt32(number))]).get() }
        // The files as the kernel has them at this moment, which is what a killed process leaves.
        let copy = try Folder()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.database + suffix, toPath: copy.database + suffix)
        }
        let after = try copy.open()
        #expect(try await after.replay(room).count == 50)
        #expect(try await after.liveRooms().map(\.code) == ["AAAAAA"])
        await after.close()
        await store.close()
    }

    @Test func `a full disk fails the appends it meets and later ones work again`() async throws {
        let store = try folder.open(maximumBytes: 160 * 1024)
        let room = try await store.openRoom(code: "AAAAAA")
        let big = [UInt8](repeating: 7, count: 4_000)
        var accepted: UInt32 = 0
        var outcome = await store.commit([record(room, 1, big)])
        while code(outcome) == nil && accepted < 1_000 {
            accepted += 1
            outcome = await store.commit([record(room, accepted + 1, big)])
        }
        #expect(code(outcome) == .diskFull)
        #expect(store.statistics.failedCommits == 1)
        #expect(try await store.replay(room).count == Int(accepted))

        let old = try await store.openRoom(code: "BBBBBB")
        try await store.closeRoom(room)
        try await store.discardLogs(closedBefore: 2_000)
        try await store.commit([record(old, 1, big)]).get()
        #expect(try await store.replay(old) == [record(old, 1, big)])
        #expect(try await store.replay(room).isEmpty)
        await store.close()
    }

    @Test func `a database held by another program fails as busy and recovers`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        let intruder = Intruder(folder.database)
        intruder.execute("BEGIN IMMEDIATE")
        #expect(code(await store.commit([record(room, 1)])) == .busy)
        intruder.execute("COMMIT")
        try await store.commit([record(room, 1)]).get()
        await store.close()
    }

    @Test func `a closed store commits what waits and refuses the rest`() async throws {
        let store = try folder.open()
        let room = try await store.openRoom(code: "AAAAAA")
        let reports = Reports()
        for number in 1...20 { store.append([record(room, UInt32(number))]) { _ in reports.add("\(number)") } }
        await store.close()
        #expect(reports.values.count == 20)
        #expect(code(await store.commit([record(room, 21)])) == .closed)
        #expect(await code { _ = try await store.replay(room) } == .closed)
        await store.close()
        let again = try folder.open()
        #expect(try await again.replay(room).count == 20)
        await again.close()
    }
}
