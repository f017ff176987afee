public import PuzzleEngine
public import RaceRules

/// Drives a room by hand and keeps its log as the server would: what tests read as a script.
public struct RoomScript {
    /// The live room.
    public private(set) var room: RoomState
    /// Its log.
    public private(set) var records: [[UInt8]] = []
    /// What the latest input brought, the draws that the room asked for left out.
    public private(set) var latest: [Entry] = []
    /// What those draws brought.
    public private(set) var latestDraws: [Entry] = []
    /// Room milliseconds.
    public var time: UInt64 = 0
    private var draws: UInt64 = 0

    /// A room made by person 0.
    public init(_ options: RoomOptions = .script()) {
        room = RoomState(options: options, maker: .person(0))
        records.append(RoomInput.create(.person(0), options).encode(at: 0))
        drawIfNeeded()
    }

    /// Applies an input `after` milliseconds later.
    @discardableResult
    public mutating func apply(_ input: RoomInput, after: UInt64 = 0) throws(Refusal) -> Verdict? {
        time += after
        latest = []
        latestDraws = []
        let verdict: Verdict?
        do throws(Refusal) {
            verdict = try room.apply(input, at: time, entries: &latest)
        } catch {
            if !latest.isEmpty { records.append(RoomInput.tick.encode(at: time)) }
            drawIfNeeded()
            throw error
        }
        records.append(input.encode(at: time))
        drawIfNeeded()
        return verdict
    }

    /// Lets time pass.
    public mutating func wait(_ milliseconds: UInt64) {
        do throws(Refusal) {
            try apply(.tick, after: milliseconds)
        } catch {
            preconditionFailure("a tick is never refused")
        }
    }

    private mutating func drawIfNeeded() {
        while room.needsDraw {
            draws += 1
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: draws), count: 32)
            guard let draw = Draw(race: RaceID(rawValue: draws), secret: bytes, salt: Array(bytes.prefix(16))) else {
                return
            }
            let input = RoomInput.draw(draw)
            _ = try? room.apply(input, at: time, entries: &latestDraws)
            records.append(input.encode(at: time))
        }
    }

    // MARK: - Shorthand

    /// Person `number` takes a seat.
    public mutating func enter(_ number: Int, name: String? = nil) throws(Refusal) {
        try apply(.enter(.person(number), name: name ?? "P\(number)", isBot: false))
    }

    /// The racer on `seat` is ready, or not.
    public mutating func ready(_ seat: UInt8, _ on: Bool = true) throws(Refusal) {
        try apply(.ready(SeatNumber(rawValue: seat), on ? .test(seat) : nil))
    }

    /// People 0 ..< `count` enter, get ready and hear GO.
    public mutating func race(_ count: Int) throws(Refusal) {
        for person in 0..<count { try enter(person) }
        for seat in 0..<count { try ready(UInt8(seat)) }
        wait(UInt64(room.options.countdownSeconds) * 1000)
    }

    /// The next action of `seat`.
    @discardableResult
    public mutating func act(_ seat: UInt8, _ action: Action, after: UInt64 = 10) throws(Refusal) -> Verdict? {
        guard let race = room.race else { throw .stale }
        let number = (race.racer(on: SeatNumber(rawValue: seat))?.judged ?? 0) + 1
        return try apply(.act(SeatNumber(rawValue: seat), race.id, number: number, action), after: after)
    }

    /// Plays `seat` by trying directions in turn until it is out.
    public mutating func playOut(_ seat: UInt8) throws(Refusal) {
        let order: [Direction] = [.left, .down, .right, .up]
        while room.phase == .racing, room.race?.racer(on: SeatNumber(rawValue: seat))?.state == .racing {
            for direction in order {
                if try act(seat, .move(direction)) == .accepted { break }
            }
        }
    }
}

extension RoomOptions {
    /// 2048 to 32 on 4×4 for two.
    public static func script(target: UInt64 = 32, minimum: Int = 2, seconds: Int = 3) -> RoomOptions {
        do {
            let game = try Twenty48Options(size: 4, target: target, fours: 10, undos: .limited(2))
            return try RoomOptions(game: .twenty48(game), minimumSeats: minimum, countdownSeconds: seconds)
        } catch {
            preconditionFailure("a script's options are right")
        }
    }
}

extension IdentityID {
    /// A person of the script.
    public static func person(_ number: Int) -> IdentityID { IdentityID(high: 7, low: UInt64(number)) }
}

extension Entropy {
    /// A share of the seed that tells whose it is.
    public static func test(_ mark: UInt8) -> Entropy? { Entropy(bytes: [UInt8](repeating: mark, count: 16)) }
}
