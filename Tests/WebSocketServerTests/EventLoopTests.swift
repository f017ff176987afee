import Synchronization
import Testing

@testable import WebSocketServer

private actor Counter {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private(set) var count = 0

    init(loop: EventLoop) {
        self.loop = loop
    }

    func increment() {
        loop.checkIsolated()
        count += 1
    }
}

@Suite struct EventLoopTests {
    @Test func `an actor lives on its loop and is entered there without waiting`() async throws {
        try await withServer(.echo, { $0.loops = 2 }) { server in
            let counters = server.loops.map { Counter(loop: $0) }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<1000 { group.addTask { await counters[number % 2].increment() } }
            }
            let entered = Recorder<Int>()
            for counter in counters {
                counter.loop.post { entered.add(counter.assumeIsolated { $0.count }) }
            }
            try await eventually("both were entered") { entered.items == [500, 500] }
            #expect(!server.loops[0].isCurrent)
        }
    }

    @Test func `a task can prefer a loop`() async throws {
        try await withServer { server in
            let loop = server.loops[0]
            let isThere = await Task(executorPreference: loop) {
                await Task.yield()
                return loop.isCurrent
            }.value
            #expect(isThere)
        }
    }

    @Test func `posts run in order, and the turn's end after them`() async throws {
        try await withServer { server in
            let loop = server.loops[0]
            let seen = Recorder<String>()
            loop.post {
                loop.beforeWait {
                    seen.add("end")
                    loop.post { seen.add("next") }
                }
                seen.add("one")
                loop.post { seen.add("two") }
                loop.post { seen.add("three") }
                Task(executorPreference: loop) { seen.add("task") }
                loop.post { seen.add("four") }
            }
            try await eventually("all ran") { seen.items.count == 7 }
            let order = seen.items.filter { $0 != "task" }
            #expect(order == ["one", "two", "three", "four", "end", "next"])
            let task = try #require(seen.items.firstIndex(of: "task"))
            let end = try #require(seen.items.firstIndex(of: "end"))
            #expect(task < end)
        }
    }

    @Test func `timers fire in time and in order, never early, and not when cancelled`() async throws {
        try await withServer { server in
            let loop = server.loops[0]
            let fired = Recorder<Int>()
            let early = Recorder<Int>()
            loop.post {
                let start = EventLoop.now()
                for delay in [30, 10, 20] {
                    loop.schedule(after: UInt64(delay)) {
                        fired.add(delay)
                        if EventLoop.now() - start < UInt64(delay) * 1_000_000 { early.add(delay) }
                    }
                }
                let cancelled = loop.schedule(after: 15) { fired.add(15) }
                cancelled.cancel()
                cancelled.cancel()
            }
            try await eventually("all fired") { fired.items.count == 3 }
            #expect(fired.items == [10, 20, 30] && early.items.isEmpty)
        }
    }

    @Test func `work that makes more work does not starve sockets`() async throws {
        let isOver = Atomic(false)
        try await withServer { server in
            let loop = server.loops[0]
            @Sendable func again() {
                loop.beforeWait { if !isOver.load(ordering: .relaxed) { again() } }
            }
            loop.post { again() }
            let client = try RawClient.webSocket(port: server.port)
            try client.sendText("served")
            #expect(try client.text() == "served")
            isOver.store(true, ordering: .relaxed)
        }
    }
}
