public import PuzzleEngine

/// The number of a seat in its room, 0…15; stays with its racer.
public struct SeatNumber: RawRepresentable, Hashable, Comparable, Sendable {
    /// Seats of a room at most.
    public static let limit = 16
    /// No seat: where a host stands who does not race. Never among a room's seats.
    public static let desk = SeatNumber(rawValue: 255)
    /// 0…15, or 255 for the desk.
    public let rawValue: UInt8

    /// Names the seat `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// By number.
    public static func < (a: SeatNumber, b: SeatNumber) -> Bool { a.rawValue < b.rawValue }
}

/// Names one race for ever: 8 random bytes.
public struct RaceID: RawRepresentable, Hashable, Sendable {
    /// The bytes, big-endian.
    public let rawValue: UInt64

    /// Names the race `rawValue`.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The 16 lower-case hexadecimal digits in ASCII, as the protocol shows and the commitment hashes them.
    public var ascii: [UInt8] { Hex.encode(rawValue) }
}

/// Who somebody is: the first 16 bytes of SHA-256 of their token, so that the token itself is never kept.
public struct IdentityID: Hashable, Sendable {
    /// The first 8 bytes, big-endian.
    public let high: UInt64
    /// The last 8 bytes, big-endian.
    public let low: UInt64

    /// From the two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identity whose secret is `token`.
    public init(token: some Collection<UInt8>) {
        let digest = SHA256.hash(Array("tilerace/identity/1".utf8) + token)
        self.init(high: Hex.word(digest[0..<8]), low: Hex.word(digest[8..<16]))
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { Hex.bytes(of: high) + Hex.bytes(of: low) }
}

/// One racer's share of the seed: 16 random bytes.
public struct Entropy: Hashable, Sendable {
    /// Exactly 16.
    public let bytes: [UInt8]

    /// Nil unless there are 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }
}

/// What the server draws for one race before anybody is ready for it.
public struct Draw: Hashable, Sendable {
    /// The race that it is for.
    public let race: RaceID
    /// 32 random bytes, shown after the finish.
    public let secret: [UInt8]
    /// 16 random bytes, shown after the finish.
    public let salt: [UInt8]

    /// Nil unless `secret` holds 32 bytes and `salt` 16.
    public init?(race: RaceID, secret: [UInt8], salt: [UInt8]) {
        guard secret.count == 32, salt.count == 16 else { return nil }
        self.race = race
        self.secret = secret
        self.salt = salt
    }

    /// The commitment to this draw when `options` are played (DESIGN: fair play).
    public func commitment(to options: GameOptions) -> [UInt8] {
        FairPlay.commitment(raceID: race.ascii, secret: secret, salt: salt, options: options)
    }
}
