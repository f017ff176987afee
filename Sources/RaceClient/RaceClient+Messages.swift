public import PuzzleEngine

/// What a client says.
extension RaceClient {
    /// Says that I am ready for the next race, or not any more. In a finished room this is the vote for a rematch.
    public func ready(_ on: Bool = true) {
        var chance = SystemRandomNumberGenerator()
        let entropy = (0..<16).map { _ in UInt8.random(in: 0...255, using: &chance) }
        send(ClientFrame.ready(room.phase == .finished ? "rematch" : "ready", on: on, entropy: entropy))
    }

    /// As the host: sets the game, the seats to wait for, and the seconds of the countdown.
    public func setOptions(_ game: GameOptions, minimumSeats: Int = 2, countdown: Int = 3) {
        send(ClientFrame.options(game, minimumSeats: minimumSeats, countdown: countdown))
    }

    /// As the host: starts with those who are ready.
    public func startRace() { send(ClientFrame.plain("start")) }

    /// As the host: stops the countdown.
    public func cancelCountdown() { send(ClientFrame.plain("cancel")) }

    /// Gives the race up.
    public func forfeit() {
        if let race = room.race { send(ClientFrame.forfeit(race: race.id)) }
    }

    /// Gives the seat up.
    public func leave() { send(ClientFrame.plain("leave")) }

    /// Plays an action; it is sent again until the server has answered it.
    ///
    /// Returns its number; nil when no race of mine runs or 32 actions wait for their answer.
    public func play(_ action: Action) -> UInt32? {
        guard room.phase == .racing, room.myBoard?.state == .racing, let added = outbox.add(action) else { return nil }
        if isRunning && resend == nil { transmit(added) }
        return added.number
    }

    /// Actions that the server has not answered.
    public var unanswered: Int { outbox.pending.count }

    /// Race time in milliseconds; nil outside a running race.
    public var raceTime: UInt64? {
        guard let roomTime, room.phase == .racing else { return nil }
        return room.race?.clock.raceTime(at: roomTime)
    }

    /// Sends any message as it is, for tests.
    public func send(raw message: [UInt8]) { send(message) }

    func send(_ message: [UInt8]) { socket?.send(message) }

    func greet() {
        send(ClientFrame.hello(name: profile.name, token: profile.token, isBot: profile.isBot))
        join()
    }

    func join() {
        send(ClientFrame.join(room: code, isSpectator: profile.isSpectator, since: room.position))
    }

    private func transmit(_ pending: ActionOutbox.Pending) {
        send(ClientFrame.action(pending.action, race: outbox.race, number: pending.number))
    }

    private var isRunning: Bool { isJoined && raceTime != nil }

    private var roomTime: UInt64? {
        clockOffset.map { UInt64(clamping: Int64(monotonicMilliseconds()) &- $0) }
    }

    /// Sends what is unanswered again, as soon as the race clock runs.
    private func resendWhenRunning() {
        resend?.cancel()
        resend = nil
        guard isJoined, !outbox.pending.isEmpty, let roomTime, let at = room.race?.clock.at else { return }
        guard at <= roomTime else {
            resend = after(Double(at - roomTime)) { client in client.resendWhenRunning() }
            return
        }
        for pending in outbox.pending { transmit(pending) }
    }
}

/// What a client hears.
extension RaceClient {
    func receive(_ bytes: [UInt8]) {
        guard let frame = try? ServerFrame.decode(bytes) else {
            end(.refused("bad frame from the server"))
            return
        }
        switch frame {
        case .welcome(let name, let token):
            profile.name = profile.name ?? name
            profile.token = token ?? profile.token
        case .room(let view, let now):
            observe(now)
            room = view
            synchronise()
            arrive(always: true)
        case .events(let from, let to, let now, let entries):
            observe(now)
            take(entries, from: from, to: to)
        case .ack(let race, let number, let code):
            answered(race: race, number: number, code: code)
        case .ping(let number, let now):
            now.map { observe($0) }
            send(ClientFrame.pong(number))
        case .error(let code, let mayRetry, let regarding):
            refused(code: code, mayRetry: mayRetry, regarding: regarding)
        case .unknown: break
        }
    }

    private func observe(_ now: UInt64) {
        let offset = Int64(monotonicMilliseconds()) - Int64(clamping: now)
        clockOffset = min(clockOffset ?? offset, offset)
    }

    private func synchronise() {
        if let race = room.race, let board = room.myBoard, board.state == .racing {
            outbox.synchronise(race: race.id, judged: board.judged)
        } else {
            outbox.drop()
        }
    }

    /// The room is there: after a (new) connection, or again because the server wanted to say everything.
    private func arrive(always: Bool) {
        let isNew = !isJoined
        isJoined = true
        if isNew || always { resendWhenRunning() }
        if isNew || always { tell(.joined) }
    }

    private func take(_ entries: [RoomEntry], from: UInt64, to: UInt64) {
        guard from == room.version else {
            // What is known already is passed over; a gap is filled by joining again.
            if to > room.version { join() }
            return
        }
        room.version = to
        for entry in entries {
            room.apply(entry)
            follow(entry)
            tell(.entry(entry))
            guard failure == nil else { return }
        }
        arrive(always: false)
    }

    private func follow(_ entry: RoomEntry) {
        switch entry {
        case .step(let step) where step.seat == room.mySeat: outbox.settle(step.number)
        case .go, .finished, .lobby, .out: synchronise()
        case .clock: resendWhenRunning()
        default: break
        }
    }

    private func answered(race: String, number: UInt32, code: String?) {
        guard race == outbox.race else { return }
        outbox.settle(number)
        room.judged(number)
        if let code { tell(.refused(number: number, code: code)) }
    }

    private func refused(code: String, mayRetry: Bool, regarding: String?) {
        switch (code, regarding) {
        case ("taken-over", _), ("kicked", _), ("version", _), ("bad-token", _), (_, "hello"), (_, "join"):
            if !mayRetry {
                end(.refused(code))
                return
            }
        // The race clock stands: the actions are sent again when it runs.
        case ("paused", _): break
        case (_, "move"), (_, "undo"):
            if mayRetry {
                resend?.cancel()
                resend = after(300) { client in client.resendWhenRunning() }
            } else {
                outbox.drop()
                join()
            }
        default: break
        }
        tell(.error(code: code, regarding: regarding))
    }
}
