import PuzzleEngine
public import RaceProtocol
public import RaceRules
public import RaceStore

/// One room: an actor on one event loop round the pure `RoomState`.
///
/// Each input is applied at once, logged, and answered when its record is committed; a failed commit folds the log
/// again, so that nobody was ever told what did not last.
public actor Room {
    /// Where its actor runs.
    public nonisolated let loop: LoopPort
    /// By which people find it.
    public nonisolated let code: RoomCode
    nonisolated let id: RoomID
    nonisolated let services: RoomServices

    /// Its loop's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    var state: RoomState
    var history: History
    var members: [UInt64: Member] = [:]
    var outboxes: [OutboxPort?]
    var remote = RemoteFrames()

    // The log: what is applied, what is handed to the store, what is committed.
    var sequence: UInt32
    var unsubmitted: [LogRecord] = []
    var committed: UInt32
    var queue = OutputQueue()
    var lastLogged: UInt64 = 0
    /// A commit failed and the log is being folded again: inputs are refused.
    var isReloading = false
    var submitIsDue = false

    /// Monotonic milliseconds at which room time was 0.
    var origin: UInt64
    var cancelDeadline: (deadline: UInt64, cancel: @Sendable () -> Void)?
    var cancelBeat: (@Sendable () -> Void)?
    var pings: UInt64 = 0
    var lastPing: UInt64 = 0
    /// Monotonic milliseconds since when nobody is connected.
    var emptySince: UInt64?

    /// A room in the state `state`, whose log holds `sequence` records.
    init(
        id: RoomID, code: RoomCode, state: RoomState, sequence: UInt32, loop: LoopPort, services: RoomServices
    ) {
        self.id = id
        self.code = code
        self.loop = loop
        self.services = services
        self.state = state
        self.sequence = sequence
        committed = sequence
        outboxes = [OutboxPort?](repeating: nil, count: services.loops.count)
        history = History(epoch: Hex.word(services.random(8)))
        origin = loop.now() &- state.now
        emptySince = loop.now()
    }

    /// Room milliseconds.
    var now: UInt64 { loop.now() &- origin }

    /// Runs work on the room: at once from its own loop, else posted to it.
    nonisolated func run(_ work: @escaping @Sendable (isolated Room) -> Void) {
        loop.run { self.assumeIsolated(work) }
    }

    // MARK: - Inputs

    /// Applies an input, numbers and queues its entries, logs it. Throws what the room refuses.
    @discardableResult
    func apply(_ input: RoomInput, mover: UInt64? = nil) throws(Refusal) -> Verdict? {
        let time = max(now, state.now)
        var entries: [Entry] = []
        let result: Result<Verdict?, Refusal>
        do throws(Refusal) {
            result = .success(try state.apply(input, at: time, entries: &entries))
        } catch {
            result = .failure(error)
        }
        var consumed = false
        if case .success(.refused) = result { consumed = true }
        if !entries.isEmpty || consumed || input == .restored {
            // A refused input may still have let a deadline happen: then that is what is logged.
            if case .failure = result { log(.tick, at: time) } else { log(input, at: time) }
        }
        for entry in entries { publish(entry, mover: mover) }
        if state.needsDraw { draw() }
        armDeadline()
        return try result.get()
    }

    private func draw() {
        let race = RaceID(rawValue: Hex.word(services.random(8)))
        guard let draw = Draw(race: race, secret: services.random(32), salt: services.random(16)) else { return }
        _ = try? apply(.draw(draw))
    }

    /// Numbers an entry and queues it for those who may see it.
    func publish(_ entry: Entry, mover: UInt64? = nil) {
        let game = state.race?.game.kind ?? state.options.game.kind
        let shared = encode(View.entry(entry, of: game, for: nil))
        var owned: (SeatNumber, [UInt8])?
        if !View.isShared(game), case .step(let step) = entry { owned = (step.seat, encode(entry)) }
        let item = history.append(shared: shared, owned: owned, time: state.now)
        say(.entry(item, mover: mover))
        if case .finished(let race) = entry { say(.result(race)) }
    }

    private func encode(_ entry: Entry) -> [UInt8] {
        var json = JSONWriter(capacity: 192)
        ServerMessage.write(entry, in: state.phase, to: &json)
        return json.bytes
    }

    /// Queues an output behind everything that was applied so far.
    func say(_ output: Output) {
        queue.append(output, after: sequence)
        if sequence == committed { scheduleSubmit() }
    }

    // MARK: - Time

    private func armDeadline() {
        let deadline = state.nextDeadline
        guard deadline != cancelDeadline?.deadline else { return }
        cancelDeadline?.cancel()
        cancelDeadline = nil
        guard let deadline else { return }
        let delay = deadline > now ? deadline - now : 0
        let cancel = loop.schedule(delay) { self.assumeIsolated { $0.deadlineIsDue() } }
        cancelDeadline = (deadline, cancel)
    }

    private func deadlineIsDue() {
        cancelDeadline = nil
        guard !isReloading else { return }
        _ = try? apply(.tick)
    }
}

/// What rooms need from outside, made once by the wiring.
public struct RoomServices: Sendable {
    /// Every event loop, by index.
    public let loops: [LoopPort]
    /// How much one person may ask for.
    public let limits: Limits
    /// The joins that failed lately.
    public let failedJoins: FailedJoins
    /// Where inputs are made durable.
    public let log: any MoveLog
    /// Cryptographically secure bytes.
    public let random: @Sendable (Int) -> [UInt8]
    /// Keeps a finished race: its id, the room, its result as JSON. Repeats are harmless.
    public let record: @Sendable (RaceID, RoomID, [UInt8]) -> Void
    /// Keeps who took a seat: identity, name, whether a program.
    public let seated: @Sendable (IdentityID, String, Bool) -> Void

    /// All at once.
    public init(
        loops: [LoopPort], limits: Limits, failedJoins: FailedJoins, log: any MoveLog,
        random: @escaping @Sendable (Int) -> [UInt8],
        record: @escaping @Sendable (RaceID, RoomID, [UInt8]) -> Void,
        seated: @escaping @Sendable (IdentityID, String, Bool) -> Void
    ) {
        self.loops = loops
        self.limits = limits
        self.failedJoins = failedJoins
        self.log = log
        self.random = random
        self.record = record
        self.seated = seated
    }
}
