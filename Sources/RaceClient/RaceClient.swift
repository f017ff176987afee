import PuzzleEngine

/// Somebody in a room, over the public protocol: greets, joins, keeps the room's state, and comes back by itself after
/// a lost connection, with the actions that were not answered.
///
/// It lives on its loop's thread: its handler may call it without waiting.
public actor RaceClient {
    /// Who joins, and as what.
    public struct Profile: Sendable {
        /// Shown name; nil lets the server choose.
        public var name: String?
        /// The secret of an identity that exists; nil to get a new one.
        public var token: String?
        /// Says to everybody that it is a program.
        public var isBot: Bool
        /// Watches instead of racing.
        public var isSpectator: Bool

        /// Describes somebody.
        public init(name: String? = nil, token: String? = nil, isBot: Bool = true, isSpectator: Bool = false) {
            self.name = name
            self.token = token
            self.isBot = isBot
            self.isSpectator = isSpectator
        }
    }

    /// What happened; the room's state is already up to date when the handler hears of it.
    public enum Update: Equatable, Sendable {
        /// The room is there, at first or again after a lost connection.
        case joined
        /// An entry was applied.
        case entry(RoomEntry)
        /// My action was refused, with the contract's code.
        case refused(number: UInt32, code: String)
        /// A message of mine was refused, with the contract's code.
        case error(code: String, regarding: String?)
        /// The connection is lost; the next attempt comes after so many milliseconds.
        case lost(retryAfter: Double)
        /// The conversation is over for good.
        case ended(ClientError)
    }

    /// Hears of everything, on the loop.
    public typealias Handler = @Sendable (isolated RaceClient, Update) -> Void

    struct Waiter {
        let condition: @Sendable (RoomView) -> Bool
        let continuation: CheckedContinuation<Result<RoomView, ClientError>, Never>
        let timer: ClientTimer
    }

    nonisolated let loop: ClientLoop
    let endpoint: Endpoint
    let code: String
    var profile: Profile
    private let handler: Handler

    /// The room as the server showed it last.
    public internal(set) var room = RoomView()
    /// Why the conversation is over for good; nil while it is not.
    public internal(set) var failure: ClientError?
    var outbox = ActionOutbox()
    var socket: ClientSocket?
    var isJoined = false
    var backoff = Backoff()
    var openedAt: UInt64 = 0
    var heardAt: UInt64 = 0
    /// My monotonic clock minus room time, the least that was seen; nil before the first frame of a connection.
    var clockOffset: Int64?
    var resend: ClientTimer?
    private var retry: ClientTimer?
    private var watchdog: ClientTimer?
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    /// The loop's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Describes a client of the room with this code; `start` connects it.
    public init(
        loop: ClientLoop, endpoint: Endpoint, room code: String, profile: Profile,
        handler: @escaping Handler = { _, _ in }
    ) {
        self.loop = loop
        self.endpoint = endpoint
        self.code = code
        self.profile = profile
        self.handler = handler
    }

    // MARK: Life

    /// Connects, and stays connected until ``stop()`` or a refusal.
    public func start() {
        guard socket == nil, failure == nil else { return }
        connect()
    }

    /// Leaves the connection for good; the seat stays. Use ``leave()`` before to give it up.
    public func stop() { end(.refused("stopped")) }

    /// Drops the connection as a lost network does; the client comes back by itself.
    public func cutConnection() { socket?.cut() }

    /// The secret of my identity; nil before the server has given one.
    public var token: String? { profile.token }

    private func connect() {
        retry = nil
        isJoined = false
        clockOffset = nil
        heardAt = monotonicMilliseconds()
        let attempt = Attempt(client: self)
        socket = loop.connect(to: endpoint) { attempt.report($0) }
        attempt.number = socket?.number ?? 0
        watch()
    }

    /// Events of a socket that was given up are passed over: there is one connection at a time.
    fileprivate func socketDid(_ event: ClientEvent, number: UInt) {
        guard number == socket?.number else { return }
        switch event {
        case .opened:
            openedAt = monotonicMilliseconds()
            greet()
        case .message(let bytes):
            heardAt = monotonicMilliseconds()
            receive(bytes)
        case .closed, .failed: lose()
        }
    }

    private func lose() {
        backoff.ended(after: openedAt == 0 ? 0 : monotonicMilliseconds() - openedAt)
        openedAt = 0
        isJoined = false
        socket = nil
        let delay = backoff.next(chance: Double.random(in: 0..<1))
        retry = after(delay) { client in client.connect() }
        tell(.lost(retryAfter: delay))
    }

    func end(_ reason: ClientError) {
        guard failure == nil else { return }
        failure = reason
        for timer in [retry, resend, watchdog] { timer?.cancel() }
        let last = socket
        socket = nil
        last?.close()
        tell(.ended(reason))
        for number in waiters.keys { settle(number, .failure(reason)) }
    }

    /// Takes a silent connection for lost: the server pings every 25 s.
    private func watch() {
        watchdog?.cancel()
        watchdog = after(10_000) { client in
            if monotonicMilliseconds() - client.heardAt > 60_000 { client.socket?.cut() }
            if client.socket != nil { client.watch() }
        }
    }

    func after(_ milliseconds: Double, _ work: @escaping @Sendable (isolated RaceClient) -> Void) -> ClientTimer {
        ClientTimer(on: loop, after: milliseconds) { [weak self] in self?.assumeIsolated { work($0) } }
    }

    /// Runs `work` here after a delay.
    public func schedule(after milliseconds: Double, _ work: @escaping @Sendable (isolated RaceClient) -> Void) {
        _ = after(milliseconds, work)
    }

    // MARK: Hearing

    func tell(_ update: Update) {
        handler(self, update)
        for (number, waiter) in waiters where waiter.condition(room) { settle(number, .success(room)) }
    }

    /// Returns the room once it fulfils a condition; throws `timeout`, or why the conversation ended.
    public func wait(
        milliseconds: Double, until condition: @escaping @Sendable (RoomView) -> Bool
    ) async throws(ClientError) -> RoomView {
        if condition(room) { return room }
        if let failure { throw failure }
        lastWaiter += 1
        let number = lastWaiter
        let result = await withCheckedContinuation { continuation in
            let timer = after(milliseconds) { client in client.settle(number, .failure(.timeout)) }
            waiters[number] = Waiter(condition: condition, continuation: continuation, timer: timer)
        }
        return try result.get()
    }

    private func settle(_ number: Int, _ result: Result<RoomView, ClientError>) {
        guard let waiter = waiters.removeValue(forKey: number) else { return }
        waiter.timer.cancel()
        waiter.continuation.resume(returning: result)
    }
}

/// Brings a socket's events to its client.
///
/// `@unchecked Sendable`: `number` is set by the client on the loop before the socket can report there.
private final class Attempt: @unchecked Sendable {
    weak let client: RaceClient?
    var number: UInt = 0

    init(client: RaceClient) { self.client = client }

    func report(_ event: ClientEvent) {
        client?.assumeIsolated { $0.socketDid(event, number: number) }
    }
}
