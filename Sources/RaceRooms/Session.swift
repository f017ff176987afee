import RaceProtocol
import RaceRules

/// One connection's side of the protocol: who it is and which room it is in. Lives on the connection's loop.
public final class Session {
    private let outlet: Outlet
    private let rooms: RoomDirectory
    private let random: @Sendable (Int) -> [UInt8]
    private let serverVersion: String
    private var identity: (id: IdentityID, name: String, isBot: Bool)?
    private var room: Room?

    /// The session of a connection that was just opened.
    public init(
        outlet: Outlet, rooms: RoomDirectory, random: @escaping @Sendable (Int) -> [UInt8], serverVersion: String
    ) {
        self.outlet = outlet
        self.rooms = rooms
        self.random = random
        self.serverVersion = serverVersion
    }

    /// One frame from the client.
    public func receive(_ frame: UnsafeRawBufferPointer) {
        do throws(ProtocolError) {
            try handle(try ClientMessage.decode(frame))
        } catch {
            outlet.send(ServerMessage.error(error))
        }
    }

    private func handle(_ message: ClientMessage) throws(ProtocolError) {
        if case .hello(let token, let name, let isBot) = message {
            return try greet(token: token, name: name, isBot: isBot)
        }
        guard let identity else { throw ProtocolError(.helloFirst, regarding: message.type) }
        if case .join(let code, let role, let since) = message {
            guard let found = rooms.room(code) else {
                throw ProtocolError(rooms.isComplete ? .unknownRoom : .restarting, regarding: "join")
            }
            if let room, room !== found { room.disconnect(outlet.id) }
            room = found
            let visitor = Visitor(outlet: outlet, identity: identity.id, name: identity.name, isBot: identity.isBot)
            return found.join(visitor, as: role, since: since)
        }
        switch message {
        case .pong where room == nil: return
        case .ping(let number):
            outlet.send(ServerMessage.pong(number))
            if room == nil { return }
        case .rename(let name):
            self.identity?.name = name.text
            outlet.send(ServerMessage.welcome(name: name.text, token: nil, server: serverVersion))
            if room == nil { return }
        default: break
        }
        guard let room else { throw ProtocolError(.notJoined, regarding: message.type) }
        room.receive(message, from: outlet.id)
        if case .leave = message { self.room = nil }
    }

    private func greet(token: Token?, name: PlayerName?, isBot: Bool) throws(ProtocolError) {
        guard identity == nil else { throw ProtocolError(.helloFirst, regarding: "hello") }
        var made: Token?
        if token == nil { made = Token(random: random(32)) }
        guard let secret = token ?? made else { throw ProtocolError(.restarting, regarding: "hello") }
        let shown = name?.text ?? Self.guestName(random(2))
        identity = (secret.identity, shown, isBot)
        outlet.send(ServerMessage.welcome(name: shown, token: made, server: serverVersion))
    }

    private static func guestName(_ bytes: [UInt8]) -> String {
        "Guest \(bytes.reduce(0) { $0 * 256 + Int($1) } % 9000 + 1000)"
    }

    /// The connection had been too slow and can be written again.
    public func drained() { room?.caughtUp(outlet.id) }

    /// The connection is gone.
    public func closed() {
        room?.disconnect(outlet.id)
        room = nil
    }
}
