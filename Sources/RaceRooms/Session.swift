import RaceProtocol
import RaceRules

/// What sessions need from outside, made once by the wiring.
public struct SessionServices: Sendable {
    let rooms: RoomDirectory
    let limits: Limits
    let failedJoins: FailedJoins
    let random: @Sendable (Int) -> [UInt8]
    let serverVersion: String

    /// All at once.
    public init(
        rooms: RoomDirectory, limits: Limits, failedJoins: FailedJoins, random: @escaping @Sendable (Int) -> [UInt8],
        serverVersion: String
    ) {
        self.rooms = rooms
        self.limits = limits
        self.failedJoins = failedJoins
        self.random = random
        self.serverVersion = serverVersion
    }
}

/// One connection's side of the protocol: who it is and which room it is in.
///
/// `@unchecked Sendable`: touched on its connection's loop only, where its timer runs too.
public final class Session: @unchecked Sendable {
    private let outlet: Outlet
    private let household: String
    private let services: SessionServices
    private var intake: Intake
    private var cancelTimer: (@Sendable () -> Void)?
    private var identity: (id: IdentityID, name: String, isBot: Bool)?
    private var room: Room?

    /// The session of a connection that was just opened from `household`.
    public init(outlet: Outlet, household: String, services: SessionServices) {
        self.outlet = outlet
        self.household = household
        self.services = services
        intake = Intake(services.limits)
    }

    // MARK: - Pace

    /// One frame from the client.
    public func receive(_ frame: UnsafeRawBufferPointer) {
        switch intake.take(frame, at: outlet.loop.now()) {
        case .now: carryOut(frame)
        case .later: waitForNext()
        case .flood:
            intake.clear()
            outlet.send(ServerMessage.error(ProtocolError(.tooMany)))
            outlet.close(4008, ErrorCode.tooMany.rawValue)
        }
    }

    private func waitForNext() {
        guard cancelTimer == nil, let delay = intake.delay(at: outlet.loop.now()) else { return }
        cancelTimer = outlet.loop.schedule(delay) { self.nextIsDue() }
    }

    private func nextIsDue() {
        cancelTimer = nil
        while let frame = intake.next(at: outlet.loop.now()) { frame.withUnsafeBytes { carryOut($0) } }
        waitForNext()
    }

    private func carryOut(_ frame: UnsafeRawBufferPointer) {
        do throws(ProtocolError) {
            try handle(try ClientMessage.decode(frame))
        } catch {
            outlet.send(ServerMessage.error(error))
        }
    }

    // MARK: - Messages

    private func handle(_ message: ClientMessage) throws(ProtocolError) {
        if case .hello(let token, let name, let isBot) = message {
            return try greet(token: token, name: name, isBot: isBot)
        }
        guard let identity else { throw ProtocolError(.helloFirst, regarding: message.type) }
        if case .join(let code, let role, let since) = message {
            let found = try find(code)
            if let room, room !== found { room.disconnect(outlet.id) }
            room = found
            let visitor = Visitor(
                outlet: outlet, household: household, identity: identity.id, name: identity.name, isBot: identity.isBot)
            return found.join(visitor, as: role, since: since)
        }
        switch message {
        case .pong where room == nil: return
        case .ping(let number):
            outlet.send(ServerMessage.pong(number))
            if room == nil { return }
        case .rename(let name):
            self.identity?.name = name.text
            outlet.send(ServerMessage.welcome(name: name.text, token: nil, server: services.serverVersion))
            if room == nil { return }
        default: break
        }
        guard let room else { throw ProtocolError(.notJoined, regarding: message.type) }
        room.receive(message, from: outlet.id)
        if case .leave = message { self.room = nil }
    }

    private func find(_ code: RoomCode) throws(ProtocolError) -> Room {
        if let room = services.rooms.room(code) { return room }
        guard services.rooms.isComplete else { throw ProtocolError(.restarting, regarding: "join") }
        let now = outlet.loop.now()
        let isOver = services.failedJoins.isOver(household, at: now)
        services.failedJoins.note(household, at: now)
        throw ProtocolError(isOver ? .tooMany : .unknownRoom, regarding: "join")
    }

    private func greet(token: Token?, name: PlayerName?, isBot: Bool) throws(ProtocolError) {
        guard identity == nil else { throw ProtocolError(.helloFirst, regarding: "hello") }
        var made: Token?
        if token == nil { made = Token(random: services.random(32)) }
        guard let secret = token ?? made else { throw ProtocolError(.restarting, regarding: "hello") }
        let shown = name?.text ?? Self.guestName(services.random(2))
        identity = (secret.identity, shown, isBot)
        outlet.send(ServerMessage.welcome(name: shown, token: made, server: services.serverVersion))
    }

    private static func guestName(_ bytes: [UInt8]) -> String {
        "Guest \(bytes.reduce(0) { $0 * 256 + Int($1) } % 9000 + 1000)"
    }

    /// The connection had been too slow and can be written again.
    public func drained() { room?.caughtUp(outlet.id) }

    /// The connection is gone.
    public func closed() {
        cancelTimer?()
        cancelTimer = nil
        intake.clear()
        room?.disconnect(outlet.id)
        room = nil
    }
}
