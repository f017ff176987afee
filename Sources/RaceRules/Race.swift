public import PuzzleEngine

/// One start-to-finish contest: the boards of its racers and the clock over them.
public struct Race: Equatable, Sendable {
    /// Race milliseconds that the others have at least after the first finish.
    static let leastClosing: UInt32 = 30_000

    /// Its id and secret.
    public let draw: Draw
    /// Counts the room's races from 1.
    public let number: UInt32
    /// What is played.
    public let game: GameOptions
    /// In seat order.
    public private(set) var racers: [Racer]
    /// Race time.
    public internal(set) var clock: RaceClock
    /// Race milliseconds at which it ends for those still racing.
    public private(set) var closesAt: UInt32?
    /// Everybody's place once the race is over; empty before.
    public private(set) var ranks: [Rank] = []

    init(draw: Draw, number: UInt32, game: GameOptions, contributions: [(SeatNumber, Entropy)], goAt: UInt64) {
        self.draw = draw
        self.number = number
        self.game = game
        clock = RaceClock(base: 0, at: goAt)
        let seed = FairPlay.seed(secret: draw.secret, contributions: contributions.map(\.1.bytes))
        let start = Run(options: game, seed: seed)
        racers = contributions.map { Racer(seat: $0.0, entropy: $0.1, run: start) }
    }

    /// Names it.
    public var id: RaceID { draw.race }
    /// Somebody still plays.
    public var isOpen: Bool { racers.contains { $0.state == .racing } }

    /// The racer on `seat`, if that seat takes part.
    public func racer(on seat: SeatNumber) -> Racer? { racers.first { $0.seat == seat } }

    /// Every board as its owner sees it.
    public var boards: [Board] { racers.map(\.board) }

    func index(of seat: SeatNumber) -> Int? { racers.firstIndex { $0.seat == seat } }

    /// Judges one action at race time `time`; appends its step, and what follows from it, to `entries`.
    mutating func act(
        _ racer: Int, number: UInt32, _ action: Action, time: UInt32, entries: inout [Entry]
    ) -> Verdict {
        let verdict = racers[racer].act(number: number, action, time: time, entries: &entries)
        if racers[racer].state == .won, closesAt == nil {
            let finish = racers[racer].run.lastTime
            let deadline = UInt32(clamping: UInt64(finish) + UInt64(max(Self.leastClosing, finish / 2)))
            closesAt = deadline
            if isOpen { entries.append(.closing(deadline)) }
        }
        return verdict
    }

    /// Out by their own will (`forfeit`) or the host's (`kicked`).
    mutating func leave(_ racer: Int, as state: RacerState, entries: inout [Entry]) {
        racers[racer].state = state
        entries.append(.out(racers[racer].seat, state))
    }

    /// Ends the race for those still playing.
    mutating func close(entries: inout [Entry]) {
        for index in racers.indices where racers[index].state == .racing {
            racers[index].state = .dnf
            entries.append(.out(racers[index].seat, .dnf))
        }
    }

    mutating func rank() { ranks = Ranking.order(racers) }
}

/// One racer's part of a race.
public struct Racer: Equatable, Sendable {
    /// Where they sit.
    public let seat: SeatNumber
    /// Their share of the seed.
    public let entropy: Entropy
    /// Their board and its history.
    public private(set) var run: Run
    /// Where they stand.
    public internal(set) var state = RacerState.racing
    /// For each judged action its `MoveError` raw value, 0 for an accepted one.
    private var judgements: [UInt8] = []

    init(seat: SeatNumber, entropy: Entropy, run: Run) {
        self.seat = seat
        self.entropy = entropy
        self.run = run
    }

    /// Actions judged; the next one's number is one more.
    public var judged: UInt32 { UInt32(judgements.count) }

    /// As the owner sees it.
    public var board: Board {
        Board(
            seat: seat, judged: judged, cells: run.cells, score: run.score, moves: run.moves, undosLeft: run.undosLeft,
            state: state, time: run.lastTime, closesAt: run.closesAt)
    }

    /// What was answered to the action `number`; nil when it is still to come.
    func answer(to number: UInt32) -> Verdict? {
        guard number >= 1, number <= judged else { return nil }
        return .repeated(MoveError(rawValue: judgements[Int(number) - 1]))
    }

    mutating func act(number: UInt32, _ action: Action, time: UInt32, entries: inout [Entry]) -> Verdict {
        var events: [Event] = []
        do throws(MoveError) {
            guard state == .racing else { throw .finished }
            try run.apply(action, at: max(time, run.lastTime), events: &events)
        } catch {
            judgements.append(error.rawValue)
            return .refused(error)
        }
        judgements.append(0)
        switch run.phase {
        case .playing: break
        case .won: state = .won
        case .lost: state = .lost
        }
        entries.append(
            .step(
                Step(
                    seat: seat, number: number, time: run.lastTime, score: run.score, moves: run.moves, events: events,
                    cells: action == .undo ? run.cells : nil, closesAt: run.closesAt,
                    end: run.phase == .playing ? nil : run.phase,
                    undosLeft: action == .undo ? run.undosLeft : nil)))
        return .accepted
    }

    /// By what was played; two runs of one race with equal actions are equal.
    public static func == (a: Racer, b: Racer) -> Bool {
        a.seat == b.seat && a.entropy == b.entropy && a.state == b.state && a.judgements == b.judgements
            && a.board == b.board
    }
}
