import PuzzleEngine
public import RaceProtocol
import RaceRules

/// What members say.
extension Room {
    /// A message of the connection `outlet`, which joined before.
    public nonisolated func receive(_ message: ClientMessage, from outlet: UInt64) {
        run { $0.handle(message, from: outlet) }
    }

    private func handle(_ message: ClientMessage, from id: UInt64) {
        guard let member = members[id] else { return }
        hear(id, message)
        if message.isSignOfLife { return }
        guard !isReloading else { return refuse(.storage, message, to: id) }
        do throws(Refusal) {
            if try carryOutAmongPeople(message, of: member, from: id) { return }
            guard let seat = member.seat else { throw .notAllowed }
            try carryOut(message, of: seat, from: id)
        } catch {
            if error == .gap {
                say(.frame(id, snapshot(for: member.viewer)))
            } else {
                refuse(ErrorCode(error) ?? .notAllowed, message, to: id)
            }
        }
    }

    private func carryOut(_ message: ClientMessage, of seat: SeatNumber, from id: UInt64) throws(Refusal) {
        switch message {
        case .act(let race, let number, let action):
            guard members[id]?.mayAct(after: committed, limit: services.limits.unacknowledged) == true else {
                throw .tooMany
            }
            let before = sequence
            let verdict = try apply(.act(seat, race, number: number, action), mover: id)
            if sequence != before { members[id]?.unanswered.append(sequence) }
            acknowledge(verdict, race: race, number: number, to: id)
        case .ready(let entropy), .rematch(let entropy): try apply(.ready(seat, entropy), mover: id)
        case .options(let options): try apply(.options(seat, options), mover: id)
        case .start: try apply(.start(seat), mover: id)
        case .cancel: try apply(.cancel(seat), mover: id)
        case .forfeit(let race): try apply(.forfeit(seat, race), mover: id)
        case .leave:
            try apply(.leave(seat))
            drop(id, isAway: false)
        case .kick(let target): try kick(target, by: seat, from: id)
        case .mute(let target, let isOn): try apply(.mute(seat, target, isOn), mover: id)
        case .lock(let isOn): try apply(.lock(seat, isOn), mover: id)
        case .hello, .join, .rename, .role, .ping, .pong: break
        }
    }

    /// An accepted action is acknowledged by its own step; only the others need a word.
    private func acknowledge(_ verdict: Verdict?, race: RaceID, number: UInt32, to id: UInt64) {
        switch verdict {
        case .accepted, nil: break
        case .refused(let error):
            say(.frame(id, ServerMessage.ack(race, number: number, code: ErrorCode(error), isRepeat: false)))
        case .repeated(let error):
            let code = error.map { ErrorCode($0) }
            say(.frame(id, ServerMessage.ack(race, number: number, code: code, isRepeat: true)))
        }
    }

    private func refuse(_ code: ErrorCode, _ message: ClientMessage, to id: UInt64) {
        say(.frame(id, ServerMessage.error(ProtocolError(code, regarding: message.type))))
    }

    // MARK: - Life

    private func hear(_ id: UInt64, _ message: ClientMessage) {
        members[id]?.lastHeard = now
        if case .pong = message { members[id]?.answersPings = true }
        guard let place = members[id]?.seat, !isReloading, !state.isHere(place) else { return }
        if place == .desk, state.desk == nil { return loseDesk(id) }
        _ = try? apply(.connection(place, isHere: true))
    }

    /// Silence after which a racer who answers pings is away, in milliseconds.
    private static var silence: UInt64 { 10_000 }
    private static var racingPing: UInt64 { 4_000 }
    private static var restingPing: UInt64 { 25_000 }

    /// Once a second while anybody is connected: pings, silence, and the race clock's mark in the log.
    func beat() {
        guard cancelBeat == nil, !members.isEmpty || state.phase == .racing else { return }
        cancelBeat = loop.schedule(1000) {
            self.assumeIsolated { room in
                room.cancelBeat = nil
                room.onBeat()
                room.beat()
            }
        }
    }

    private func onBeat() {
        let isRacing = state.phase == .racing || state.phase == .countdown
        if now >= lastPing + (isRacing ? Self.racingPing : Self.restingPing) {
            lastPing = now
            pings += 1
            let ping = ServerMessage.ping(pings, now: now)
            for member in members.values where member.isAttached { deliver(ping, to: member.outlet) }
            flushRemote()
        }
        guard !isReloading else { return }
        for member in members.values {
            guard let seat = member.seat, member.answersPings, now > member.lastHeard + Self.silence + restingSlack,
                state.isHere(seat)
            else { continue }
            _ = try? apply(.connection(seat, isHere: false))
        }
        if isRacing, state.race?.clock.runs(at: now) == true, now >= lastLogged + 1000 { log(.tick, at: now) }
    }

    /// Between races pings are rarer, so silence starts later.
    private var restingSlack: UInt64 {
        state.phase == .racing || state.phase == .countdown ? Self.racingPing : Self.restingPing
    }
}

extension ClientMessage {
    /// Says nothing but that its sender is there.
    fileprivate var isSignOfLife: Bool {
        switch self {
        case .ping, .pong: true
        default: false
        }
    }

    /// The protocol's name of its type.
    var type: String {
        switch self {
        case .hello: "hello"
        case .join: "join"
        case .ready: "ready"
        case .options: "options"
        case .start: "start"
        case .cancel: "cancel"
        case .act(_, _, .undo): "undo"
        case .act: "move"
        case .forfeit: "forfeit"
        case .rematch: "rematch"
        case .leave: "leave"
        case .kick: "kick"
        case .mute: "mute"
        case .lock: "lock"
        case .rename: "rename"
        case .role: "role"
        case .ping: "ping"
        case .pong: "pong"
        }
    }
}
