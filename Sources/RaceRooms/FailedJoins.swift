import Synchronization

/// Counts joins that failed, so that nobody finds rooms or passwords by trying: a household that failed too often is
/// let in only where it is known, until its minute is over.
public final class FailedJoins: Sendable {
    private static let minute: UInt64 = 60_000
    /// Households at most; beyond, the count starts anew. Memory stays bounded, whoever comes from wherever.
    private static let most = 10_000

    private let limit: Int
    private let counts = Mutex<[String: (since: UInt64, count: Int)]>([:])

    /// So many in a minute.
    public init(limit: Int) { self.limit = limit }

    /// A join from `household` failed at `now`, monotonic milliseconds.
    public func note(_ household: String, at now: UInt64) {
        counts.withLock { counts in
            if counts[household] == nil, counts.count >= Self.most {
                counts = counts.filter { now < $0.value.since + Self.minute }
                if counts.count >= Self.most { counts.removeAll() }
            }
            let known = counts[household].flatMap { now < $0.since + Self.minute ? $0 : nil }
            counts[household] = (known?.since ?? now, (known?.count ?? 0) + 1)
        }
    }

    /// Whether `household` has failed too often at `now`.
    public func isOver(_ household: String, at now: UInt64) -> Bool {
        counts.withLock { counts in
            guard let known = counts[household], now < known.since + Self.minute else { return false }
            return known.count >= limit
        }
    }
}
