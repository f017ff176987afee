public import PuzzleEngine
public import RaceRules

/// What a client says. Every frame is either one of these or a `ProtocolError`.
public enum ClientMessage: Equatable, Sendable {
    /// Who I am: the token of my identity, if I have one.
    case hello(token: Token?, name: PlayerName?, isBot: Bool)
    /// I enter, or come back with the entries up to `since`.
    case join(RoomCode, Role, since: Position?)
    /// I am ready with a share of the seed, or not (nil).
    case ready(Entropy?)
    /// As host I set what is played.
    case options(RoomOptions)
    /// As host I start with those who are ready.
    case start
    /// As host I stop the countdown.
    case cancel
    /// My `number`-th action in this race.
    case act(RaceID, number: UInt32, Action)
    /// I give this race up.
    case forfeit(RaceID)
    /// I want another race, or not (nil).
    case rematch(Entropy?)
    /// I give up my place in the room.
    case leave
    /// I want to be called this from now on.
    case rename(PlayerName)
    /// As host I send somebody away.
    case kick(SeatNumber)
    /// As host I silence somebody, or let them speak again.
    case mute(SeatNumber, on: Bool)
    /// As host I close the door to new racers, or open it.
    case lock(on: Bool)
    /// I change between racing, watching and hosting without leaving.
    case role(Role)
    /// Are you there? Answered by a pong with this number.
    case ping(UInt64)
    /// Answer to the ping with this number.
    case pong(UInt64)

    /// As what somebody enters a room.
    public enum Role: String, Sendable {
        /// Takes a seat.
        case racer
        /// Watches.
        case spectator
        /// Runs the room without racing; the room's maker only.
        case host
    }
}

/// The secret of an identity: 43 characters of base64url, 256 random bits.
public struct Token: Equatable, Sendable {
    /// Characters.
    static let length = 43
    /// ASCII.
    public let bytes: [UInt8]

    /// Nil unless `bytes` are such characters.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length, bytes.allSatisfy(Base64URL.isDigit) else { return nil }
        self.bytes = Array(bytes)
    }

    /// The token of 32 random bytes; nil for another count.
    public init?(random: [UInt8]) {
        guard random.count == 32 else { return nil }
        self.init(Base64URL.encode(random))
    }

    /// Whom it proves.
    public var identity: IdentityID { IdentityID(token: bytes) }
}

/// RFC 4648 §5 without padding.
enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func isDigit(_ byte: UInt8) -> Bool { digits.contains(byte) }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                out.append(digits[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { out.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
        return out
    }
}

/// How far a client has followed a room: which life of it, and the version there.
public struct Position: Equatable, Sendable {
    /// Random for each life of a room in memory.
    public let epoch: UInt64
    /// Entries since the epoch began.
    public let version: UInt64

    /// Version `version` of life `epoch`.
    public init(epoch: UInt64, version: UInt64) {
        self.epoch = epoch
        self.version = version
    }

    /// Reads `16 hex digits . number`; nil for anything else.
    init?(_ text: UnsafeRawBufferPointer) {
        guard text.count >= 18, text[16] == UInt8(ascii: "."), let epoch = Hex.decode(text[0..<16]) else { return nil }
        var scanner = JSONScanner(UnsafeRawBufferPointer(rebasing: text[17...]))
        guard let version = scanner.unsigned(), scanner.isAtEnd() else { return nil }
        self.init(epoch: Hex.word(epoch), version: version)
    }

    /// As the protocol writes it.
    public var ascii: [UInt8] { Hex.encode(epoch) + [UInt8(ascii: ".")] + Array(String(version).utf8) }
}
