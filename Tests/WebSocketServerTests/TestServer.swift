import Foundation
import Glibc
import Synchronization
import Testing

@testable import WebSocketServer

/// Runs a server during a test.
func withServer(
    _ handlers: Handlers = .echo, _ configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (WebSocketServer) async throws -> Void
) async throws {
    var configuration = ServerConfiguration()
    configuration.loops = 1
    configure(&configuration)
    let server = try WebSocketServer(configuration: configuration, handlers: handlers)
    try server.start()
    // The clients block, which Swift's own few threads must not.
    try await withTaskExecutorPreference(ThreadForEachJob()) {
        do {
            try await body(server)
        } catch {
            await server.end()
            throw error
        }
        await server.end()
    }
}

private final class ThreadForEachJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs on a thread of its own, as an answer from a store would.
func elsewhere(after milliseconds: UInt32 = 0, _ work: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
        usleep(milliseconds * 1000)
        work()
    }
}

extension Handlers {
    /// Sends each message back.
    static let echo = Handlers(received: { $0.send(Array($1)) })
}

/// What handlers saw, from whatever thread.
final class Recorder<Item: Sendable>: Sendable {
    private let list = Mutex<[Item]>([])

    var items: [Item] { list.withLock { $0 } }

    func add(_ item: Item) {
        list.withLock { $0.append(item) }
    }
}

/// Waits until something is so, at most five seconds.
func eventually(_ what: Comment, _ isSo: () -> Bool, at location: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(5)
    while !isSo() {
        guard ContinuousClock.now < deadline else {
            Issue.record(what, sourceLocation: location)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

extension EventLoop {
    /// What its thread has used.
    func processorTime() async -> Duration {
        await withCheckedContinuation { continuation in
            post {
                var time = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                continuation.resume(returning: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
            }
        }
    }
}
