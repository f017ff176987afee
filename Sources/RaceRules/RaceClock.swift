/// Race time as a function of room time: `base` at the room instant `at`, standing while `at` is nil or to come.
public struct RaceClock: Equatable, Sendable {
    /// Race milliseconds at `at`.
    public var base: UInt32
    /// Room milliseconds; nil: stands.
    public var at: UInt64?

    /// A clock that shows `base` at the room time `at`, and always while `at` is nil.
    public init(base: UInt32, at: UInt64?) {
        self.base = base
        self.at = at
    }

    /// Race milliseconds at the room time `now`.
    public func time(at now: UInt64) -> UInt32 {
        guard let at, now > at else { return base }
        return UInt32(clamping: UInt64(base) + (now - at))
    }

    /// Runs at the room time `now`.
    public func runs(at now: UInt64) -> Bool {
        guard let at else { return false }
        return now >= at
    }

    /// The room time at which this clock shows `time`; nil while it stands.
    public func instant(of time: UInt32) -> UInt64? {
        guard let at else { return nil }
        return at + UInt64(time > base ? time - base : 0)
    }
}
