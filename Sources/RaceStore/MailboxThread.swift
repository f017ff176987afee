import Glibc

/// A thread that handles messages in the order of their posting, all that wait at once.
///
/// A database connection blocks in system calls, so it gets a thread of its own instead of one of the shared pool.
final class MailboxThread<Message: Sendable>: Sendable {
    private let mailbox: Mailbox<Message>

    /// Starts the thread. `handle`, with all it holds, is released on the thread when it ends.
    init(handle: sending @escaping ([Message]) -> Void) throws(StoreError) {
        mailbox = Mailbox()
        let start = Unmanaged.passRetained(ThreadStart(mailbox: mailbox, handle: handle))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { threadMain($0) }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw StoreError(.unexpected, "cannot start a thread", cause: code)
        }
        pthread_detach(thread)
    }

    deinit { mailbox.stop(finished: nil) }

    /// Leaves a message; false when the thread was told to stop.
    func post(_ message: Message) -> Bool { mailbox.post(message) }

    /// Lets the thread handle what waits and end; returns when it has.
    func stop() async {
        await withCheckedContinuation { finished in mailbox.stop(finished: { finished.resume() }) }
    }
}

/// What a new thread runs, without its generic type: `pthread_create` takes a plain C function.
private class AnyThreadStart {
    func run() {}
}

private final class ThreadStart<Message: Sendable>: AnyThreadStart {
    private let mailbox: Mailbox<Message>
    private var handle: (([Message]) -> Void)?

    init(mailbox: Mailbox<Message>, handle: @escaping ([Message]) -> Void) {
        self.mailbox = mailbox
        self.handle = handle
    }

    override func run() {
        while let messages = mailbox.take() { handle?(messages) }
        handle = nil
        mailbox.finish()
    }
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<AnyThreadStart>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

/// The queue between the posters and the thread.
///
/// `@unchecked Sendable`: every field is read and written under `lock` only. `Mutex` has no condition to sleep on.
private final class Mailbox<Message: Sendable>: @unchecked Sendable {
    private enum State { case running, stopping, finished }

    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Message] = []
    private var state = State.running
    private var whenFinished: [@Sendable () -> Void] = []

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(arrived, nil)
    }

    deinit {
        pthread_cond_destroy(arrived)
        pthread_mutex_destroy(lock)
        arrived.deallocate()
        lock.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    func post(_ message: Message) -> Bool {
        locked {
            guard state == .running else { return false }
            waiting.append(message)
            // The thread sleeps only on an empty queue: later posters need not wake it.
            if waiting.count == 1 { pthread_cond_signal(arrived) }
            return true
        }
    }

    /// Sleeps until something waits and takes all of it; nil when it is time to end.
    func take() -> [Message]? {
        locked {
            while waiting.isEmpty && state == .running { pthread_cond_wait(arrived, lock) }
            guard !waiting.isEmpty else { return nil }
            let messages = waiting
            waiting = []
            return messages
        }
    }

    func stop(finished: (@Sendable () -> Void)?) {
        let alreadyFinished = locked {
            guard state != .finished else { return true }
            state = .stopping
            if let finished { whenFinished.append(finished) }
            pthread_cond_signal(arrived)
            return false
        }
        if alreadyFinished { finished?() }
    }

    func finish() {
        let calls = locked {
            state = .finished
            return whenFinished
        }
        for call in calls { call() }
    }
}
