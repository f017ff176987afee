import RaceRules
public import RaceStore

/// Why a room was not made.
public enum CreationError: Error, Equatable, Sendable {
    /// Its maker, or their household, has as many live rooms as they may.
    case tooMany
    /// The store did not take it.
    case store(StoreError)
}

/// The live rooms of each identity and household.
struct RoomQuota {
    /// Who made a room. Where from is forgotten at a restart.
    struct Maker: Hashable {
        let identity: IdentityID
        let household: String?
    }

    private let limits: Limits
    private var byIdentity: [IdentityID: Int] = [:]
    private var byHousehold: [String: Int] = [:]

    init(_ limits: Limits) { self.limits = limits }

    /// Counts one more if it is allowed.
    mutating func take(_ maker: Maker) -> Bool {
        guard byIdentity[maker.identity, default: 0] < limits.roomsPerIdentity,
            maker.household.map({ byHousehold[$0, default: 0] < limits.roomsPerHousehold }) ?? true
        else { return false }
        add(maker)
        return true
    }

    /// Counts one more, as after a restart.
    mutating func add(_ maker: Maker) {
        byIdentity[maker.identity, default: 0] += 1
        if let household = maker.household { byHousehold[household, default: 0] += 1 }
    }

    /// One less.
    mutating func give(_ maker: Maker) {
        byIdentity[maker.identity] = byIdentity[maker.identity].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard let household = maker.household else { return }
        byHousehold[household] = byHousehold[household].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
