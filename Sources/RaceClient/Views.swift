public import PuzzleEngine

/// A racer's place in the room as the server shows it.
public struct SeatView: Equatable, Sendable {
    /// Number of the seat.
    public var seat = 0
    /// Shown name.
    public var name = ""
    /// Says of itself that it is a program.
    public var isBot = false
    /// Connected.
    public var isHere = false
    /// Ready for the next race.
    public var isReady = false
    /// First places in this room.
    public var wins: UInt64 = 0
}

/// Who runs the room as the server shows it.
public struct HostView: Equatable, Sendable {
    /// Their seat; nil for a host who does not race.
    public var seat: Int?
    /// Shown name.
    public var name = ""
    /// Connected.
    public var isHere = false
}

/// Race time as a function of room time, both in milliseconds.
public struct ClockView: Equatable, Sendable {
    /// What the race clock shows at room time `at`.
    public var base: UInt64 = 0
    /// Nil while the clock stands.
    public var at: UInt64?

    /// Race time at room time `now`; nil while the clock stands or the countdown runs.
    public func raceTime(at now: UInt64) -> UInt64? {
        guard let at, now >= at else { return nil }
        return base &+ (now - at)
    }
}

/// One racer's board.
public struct BoardView: Equatable, Sendable {
    /// How a racer stands in a race.
    public enum State: String, Sendable {
        /// On the way.
        case racing
        /// Reached the goal.
        case won
        /// No move is left.
        case lost
        /// Gave up.
        case forfeit
        /// Not there in time.
        case dnf
        /// Sent away by the host.
        case kicked
    }

    /// Whose board.
    public var seat = 0
    /// Actions judged so far.
    public var judged: UInt32 = 0
    /// Row by row; 0 = empty, blank or closed.
    public var cells: [UInt64] = []
    /// Score as the game counts it.
    public var score: UInt64 = 0
    /// Moves or flips.
    public var moves: UInt64 = 0
    /// Undos left; nil is unlimited.
    public var undosLeft: UInt64? = 0
    /// How the racer stands.
    public var state = State.racing
    /// Race milliseconds of the last accepted action.
    public var time: UInt64 = 0
    /// Memory with hide delay: race milliseconds until which two wrong cards stay open and no card may be flipped.
    public var closesAt: UInt64?
}

/// One line of a finished race's ranking.
public struct RankView: Equatable, Sendable {
    /// Whose rank.
    public var seat = 0
    /// 1 is best; equal milliseconds are equal ranks.
    public var rank = 0
    /// How the racer ended.
    public var state = BoardView.State.racing
    /// Race milliseconds.
    public var time: UInt64 = 0
    /// Score as the game counts it.
    public var score: UInt64 = 0
    /// Moves or flips.
    public var moves: UInt64 = 0
}

/// The race of the countdown, running or just finished.
public struct RaceView: Equatable, Sendable {
    /// Its id, 16 hexadecimal digits.
    public var id = ""
    /// Number of this race in the room, from 1.
    public var number: UInt64 = 0
    /// Seats that race.
    public var seats: [Int] = []
    /// The race clock.
    public var clock = ClockView()
    /// Race milliseconds at which those still racing are out; nil while nobody has finished.
    public var closesAt: UInt64?
    /// Boards that may be seen; empty before GO.
    public var boards: [BoardView] = []
    /// The ranking; empty before the end.
    public var ranks: [RankView] = []

    /// The board of a seat.
    public func board(of seat: Int) -> BoardView? { boards.first { $0.seat == seat } }
}

/// What one accepted action did.
public struct StepView: Equatable, Sendable {
    /// Whose action.
    public var seat = 0
    /// Its number among the racer's actions of this race.
    public var number: UInt32 = 0
    /// Race milliseconds.
    public var time: UInt64 = 0
    /// The score after it.
    public var score: UInt64 = 0
    /// Moves or flips after it.
    public var moves: UInt64 = 0
    /// What changed on the board.
    public var events: [Event] = []
    /// All cells after an undo.
    public var cells: [UInt64]?
    /// Memory with hide delay: when two wrong cards close.
    public var closesAt: UInt64?
    /// Whether it ended the run, and how.
    public var end: BoardView.State?
}

/// The room as the server showed it last.
public struct RoomView: Equatable, Sendable {
    /// What goes on in a room.
    public enum Phase: String, Sendable {
        /// People meet and get ready.
        case lobby
        /// A race is about to start.
        case countdown
        /// The race runs.
        case racing
        /// The race is over, its result is shown.
        case finished
    }

    /// The room's code.
    public var code = ""
    /// Which life of the server this state is of, 16 hexadecimal digits.
    public var epoch = ""
    /// How many changes have made this state.
    public var version: UInt64 = 0
    /// My seat; nil for a spectator.
    public var mySeat: Int?
    /// Who runs the room.
    public var host: HostView?
    /// The game of the next race; nil when it is unknown to this client.
    public var game: GameOptions?
    /// Seated racers.
    public var seats: [SeatView] = []
    /// Connected spectators.
    public var watchers: UInt64 = 0
    /// What goes on.
    public var phase = Phase.lobby
    /// Id of the next race.
    public var nextRace = ""
    /// What the next race is bound to, as 64 hexadecimal digits.
    public var nextCommitment = ""
    /// The race of the countdown, running or just finished.
    public var race: RaceView?

    /// My own board in the race.
    public var myBoard: BoardView? { mySeat.flatMap { race?.board(of: $0) } }

    /// The epoch and version, as `since` wants them; empty before the first room.
    var position: String { epoch.isEmpty ? "" : "\(epoch).\(version)" }
}
