/// How long to wait before the next attempt to connect.
///
/// Full jitter: anything up to a ceiling that doubles, so that hundreds of clients of a restarted server come back
/// spread out and not all at once.
public struct Backoff: Equatable, Sendable {
    /// The first ceiling, in milliseconds.
    public static let first: Double = 2_000
    /// The last ceiling, in milliseconds.
    public static let last: Double = 15_000
    /// Milliseconds that a connection must have lived for the next loss to start from the first ceiling again.
    public static let stable: UInt64 = 10_000

    private var failures = 0

    /// Nothing has failed yet.
    public init() {}

    /// The delay in milliseconds; `chance` is a random number in 0..<1.
    public mutating func next(chance: Double) -> Double {
        let ceiling = min(Backoff.last, Backoff.first * Double(1 << min(failures, 8)))
        failures += 1
        return 50 + ceiling * chance
    }

    /// A connection ended after it lived for `milliseconds`.
    public mutating func ended(after milliseconds: UInt64) {
        if milliseconds >= Backoff.stable { failures = 0 }
    }
}
