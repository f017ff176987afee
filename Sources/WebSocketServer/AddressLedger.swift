import Synchronization

/// Counts what each address holds, over all loops.
final class AddressLedger: Sendable {
    /// One household: an IPv4 address or an IPv6 /64.
    struct Key: Hashable, Sendable {
        private let bytes: UInt64
        private let isIPv6: Bool

        init(_ address: [UInt8]) {
            isIPv6 = address.count == 16
            bytes = address.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private let limit: Int
    private let counts = Mutex<[Key: Int]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes one if the limit allows.
    func take(_ key: Key) -> Bool {
        counts.withLock { counts in
            let count = counts[key, default: 0]
            guard count < limit else { return false }
            counts[key] = count + 1
            return true
        }
    }

    /// Gives back one that was taken.
    func give(_ key: Key) {
        counts.withLock { counts in
            let count = counts[key, default: 0] - 1
            counts[key] = count > 0 ? count : nil
        }
    }
}
