import PuzzleEngine

/// A room as a pure machine: an input and its time go in, entries come out; equal inputs give equal rooms.
///
/// Times are room milliseconds. Deadlines that lie before an input's time are carried out first, at their own time, so
/// a fold of the log and the live room agree whenever the timer itself fired.
public struct RoomState: Equatable, Sendable {
    /// Milliseconds after which a host who is away is followed by another.
    static let hostGrace: UInt64 = 60_000
    /// Milliseconds that a restored race waits for its racers.
    static let restoreGrace: UInt64 = 5_000
    /// Milliseconds after which a race whose racers are all away ends for those who wait.
    static let abandonedGrace: UInt64 = 60_000
    /// Milliseconds of countdown before a restored race goes on.
    static let resumeCountdown: UInt64 = 1_000

    /// Milliseconds for which a lost connection keeps the others from starting: a reload costs nobody the race.
    static let returnGrace: UInt64 = 3_000

    /// Where the room is between races.
    public enum Phase: String, Sendable {
        /// Racers gather.
        case lobby
        /// GO is near.
        case countdown
        /// The race clock runs, or stands after a restart.
        case racing
        /// The result is shown.
        case finished
    }

    /// A wait for the racers of a race that was restored.
    struct Restoration: Equatable, Sendable {
        var missing: Set<SeatNumber>
        var deadline: UInt64
    }

    /// Where the room is.
    public internal(set) var phase = Phase.lobby
    /// What is played next.
    public internal(set) var options: RoomOptions
    /// By number.
    public internal(set) var seats: [Seat] = []
    /// Runs the room: its maker once there, else the longest-seated connected racer; `.desk` for a maker who does not
    /// race.
    public internal(set) var host: SeatNumber?
    /// The maker as a host who does not race; nil while they race, watch or have left.
    public internal(set) var desk: Desk?
    /// Nobody new takes a seat.
    public internal(set) var isLocked = false
    /// Counting down, running, or just finished.
    public internal(set) var race: Race?
    /// Randomness for the next race; nil while `needsDraw`.
    public internal(set) var next: Draw?
    /// Room milliseconds of the latest input.
    public internal(set) var now: UInt64 = 0
    /// Races started.
    var raceCount: UInt32 = 0
    /// Who made the room and is its host on coming first; a guest like others later.
    public let maker: IdentityID
    var makerCame = false
    var hostAwaySince: UInt64?
    /// The host of the latest `host` entry.
    var hostTold: Host?
    /// Who was kicked, and the room time until which they are shut out.
    var shutOutUntil: [IdentityID: UInt64] = [:]
    /// Who may not speak, seated or not.
    var muted: Set<IdentityID> = []
    var restoration: Restoration?
    /// Since when nobody who still races is connected, while others wait.
    var abandonedSince: UInt64?
    /// No countdown starts by itself before this room time.
    var quietUntil: UInt64?

    /// An empty room, made by `maker`.
    public init(options: RoomOptions, maker: IdentityID) {
        self.options = options
        self.maker = maker
    }

    /// The room that the records of a log make; nil when they are no room's log.
    public static func fold(_ records: some Sequence<[UInt8]>) -> RoomState? {
        var room: RoomState?
        var entries: [Entry] = []
        for record in records {
            guard let (input, time) = RoomInput.decode(record) else { return nil }
            if case .create(let maker, let options) = input, room == nil {
                room = RoomState(options: options, maker: maker)
            } else {
                guard room != nil else { return nil }
                entries.removeAll(keepingCapacity: true)
                // A logged input was taken when it was live; were it refused now, it would change nothing again.
                _ = try? room?.apply(input, at: time, entries: &entries)
            }
        }
        return room
    }

    /// The owner must feed a `draw` before anything else.
    public var needsDraw: Bool { next == nil }

    /// What the next race is bound to.
    public var commitment: (RaceID, [UInt8])? {
        next.map { ($0.race, $0.commitment(to: options.game)) }
    }

    /// The seat of `identity`.
    public func seat(of identity: IdentityID) -> Seat? { seats.first { $0.identity == identity } }

    /// The seat `number`.
    public func seat(_ number: SeatNumber) -> Seat? { seats.first { $0.number == number } }

    func index(of number: SeatNumber) -> Int? { seats.firstIndex { $0.number == number } }

    /// The room time of the earliest deadline; nil when only inputs can change something.
    public var nextDeadline: UInt64? {
        // No array: this runs twice for every move.
        let instant = min(goInstant ?? .max, closingInstant ?? .max, restoration?.deadline ?? .max)
        let abandoned = abandonedSince.map { $0 + Self.abandonedGrace } ?? .max
        let earliest = min(instant, quietUntil ?? .max, successionInstant ?? .max, abandoned)
        return earliest == .max ? nil : earliest
    }

    private var goInstant: UInt64? { phase == .countdown ? race?.clock.at : nil }

    private var closingInstant: UInt64? {
        guard phase == .racing, let race, let closesAt = race.closesAt else { return nil }
        return race.clock.instant(of: closesAt)
    }

    private var successionInstant: UInt64? {
        guard let hostAwaySince, seats.contains(where: { $0.isHere && !$0.isLeaving }) else { return nil }
        return hostAwaySince + Self.hostGrace
    }

    /// Carries out `input` at room time `time`; appends the changes, in order, to `entries`. A refused input changes
    /// nothing but lets due deadlines happen. Times never run backwards: an earlier one counts as `now`.
    @discardableResult
    public mutating func apply(
        _ input: RoomInput, at time: UInt64, entries: inout [Entry]
    ) throws(Refusal) -> Verdict? {
        advance(to: max(time, now), entries: &entries)
        defer {
            noticeAbandonment()
            tellHost(entries: &entries)
        }
        switch input {
        case .create: throw .notAllowed
        case .enter(let identity, let name, let isBot):
            try enter(identity, name: name, isBot: isBot, entries: &entries)
        case .connection(let seat, let isHere): try connection(seat, isHere: isHere, entries: &entries)
        case .leave(let seat): try leave(seat, as: .forfeit, entries: &entries)
        case .ready(let seat, let entropy): try ready(seat, entropy, entries: &entries)
        case .options(let seat, let options): try change(options, by: seat, entries: &entries)
        case .start(let seat): try start(by: seat, entries: &entries)
        case .cancel(let seat): try cancel(by: seat, entries: &entries)
        case .act(let seat, let race, let number, let action):
            return try act(seat, race, number: number, action, entries: &entries)
        case .forfeit(let seat, let race): try forfeit(seat, race, entries: &entries)
        case .draw(let draw): accept(draw, entries: &entries)
        case .preside(let identity, let name): try preside(identity, name: name, entries: &entries)
        case .rename(let place, let name): try rename(place, to: name, entries: &entries)
        case .kick(let place, let seat): try kick(seat, by: place, entries: &entries)
        case .mute(let place, let seat, let isOn): try mute(seat, isOn, by: place, entries: &entries)
        case .lock(let place, let isOn): try lock(isOn, by: place, entries: &entries)
        case .tick: break
        case .restored: restored(entries: &entries)
        }
        return nil
    }

    /// Carries out every deadline up to `time`, each at its own instant.
    private mutating func advance(to time: UInt64, entries: inout [Entry]) {
        while let due = nextDeadline, due <= time {
            now = max(now, due)
            if goInstant == due {
                go(entries: &entries)
            } else if closingInstant == due {
                race?.close(entries: &entries)
                finishIfOver(entries: &entries)
            } else if restoration?.deadline == due {
                resume(entries: &entries)
            } else if let abandonedSince, abandonedSince + Self.abandonedGrace == due {
                self.abandonedSince = nil
                race?.close(entries: &entries)
                finishIfOver(entries: &entries)
            } else if quietUntil == due {
                quietUntil = nil
                startIfReady(entries: &entries)
            } else {
                succeedHost()
            }
        }
        now = max(now, time)
    }
}
