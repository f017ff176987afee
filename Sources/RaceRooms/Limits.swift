/// How much one person, connection or address may ask for. Everything is settable; the defaults let a class of sixty
/// behind one address race unhindered.
public struct Limits: Sendable {
    /// Messages that a connection may send at once …
    public var messageBurst = 75
    /// … and then in each second; what comes faster waits.
    public var messagesPerSecond = 30
    /// Messages in one second that close a connection.
    public var floodPerSecond = 1000
    /// Messages, and their bytes, that may wait; more closes the connection.
    public var backlog = (messages: 1000, bytes: 65_536)
    /// Actions that a racer may send before an answer comes.
    public var unacknowledged = 32
    /// Joins that fail in a minute, for each household.
    public var failedJoinsPerMinute = 10
    /// Live rooms of one identity.
    public var roomsPerIdentity = 5
    /// Live rooms made from one household.
    public var roomsPerHousehold = 20

    /// The defaults.
    public init() {}
}

/// So many at once, and then one whenever its share of the time has passed.
///
/// One number is kept: the instant at which all that was taken is made up for (the "generic cell rate algorithm").
struct Allowance {
    private let burst: UInt64
    /// Microseconds that one costs.
    private let cost: UInt64
    private var settledAt: UInt64 = 0

    /// `count` in `milliseconds`, of which `burst` may come at once; all of them unless said.
    init(_ count: Int, each milliseconds: UInt64, burst: Int? = nil) {
        self.burst = UInt64(max(1, burst ?? count))
        cost = milliseconds * 1000 / UInt64(max(1, count))
    }

    /// Takes one at `now` (ms) if that is allowed.
    mutating func take(at now: UInt64) -> Bool {
        guard delay(at: now) == 0 else { return false }
        settledAt = max(settledAt, now * 1000) + cost
        return true
    }

    /// Milliseconds, rounded up, until the next one is allowed.
    func delay(at now: UInt64) -> UInt64 {
        let due = max(settledAt, now * 1000) + cost
        let latest = now * 1000 + burst * cost
        return due > latest ? (due - latest + 999) / 1000 : 0
    }
}
