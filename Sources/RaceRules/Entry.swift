public import PuzzleEngine

/// One numbered change of a room.
public enum Entry: Equatable, Sendable {
    /// A seat is new or changed.
    case seat(Seat)
    /// A seat is free again.
    case left(SeatNumber)
    /// Who runs the room, whenever that or how they are shown has changed.
    case host(Host?)
    /// The door is closed to new racers, or open again.
    case locked(Bool)
    /// What is played from now on.
    case options(RoomOptions)
    /// What the next race is bound to (SHA-256).
    case next(RaceID, commitment: [UInt8])
    /// Spectators connected.
    case watchers(Int)
    /// A race is about to start.
    indirect case countdown(Race)
    /// The countdown was stopped.
    case lobby(LobbyReason)
    /// The race runs.
    case go([Board])
    /// What one accepted action did.
    case step(Step)
    /// A racer is out without a last step.
    case out(SeatNumber, RacerState)
    /// Those still racing have until this race time (ms).
    case closing(UInt32)
    /// The race clock stands or goes on.
    case clock(RaceClock)
    /// The race is over.
    indirect case finished(Race)
}

/// Who runs a room, as it is shown.
public struct Host: Equatable, Sendable {
    /// Their seat; nil for a host who does not race.
    public let seat: SeatNumber?
    /// As shown.
    public let name: String
    /// Connected.
    public let isHere: Bool
}

/// Why a countdown was stopped.
public enum LobbyReason: String, Sendable {
    /// By the host or a racer who is not ready after all.
    case cancelled
    /// Fewer racers than the room asks for.
    case tooFew = "too-few"
}

/// What one accepted action did.
public struct Step: Equatable, Sendable {
    /// Whose.
    public let seat: SeatNumber
    /// The action's number.
    public let number: UInt32
    /// Race milliseconds.
    public let time: UInt32
    /// After it.
    public let score: UInt64
    /// Moves or flips, it included.
    public let moves: UInt32
    /// Enough to animate from.
    public var events: [Event]
    /// All cells, after an undo only.
    public let cells: [UInt64]?
    /// Race milliseconds at which two wrong cards close (memory with a closing time).
    public let closesAt: UInt32?
    /// What it ended, if anything.
    public let end: Phase?
    /// Undos left after an undo; nil: unlimited, or no undo.
    public let undosLeft: UInt32?
}

/// Where a racer stands in a race.
public enum RacerState: String, Sendable {
    /// Still at it.
    case racing
    /// Reached the target.
    case won
    /// No move left.
    case lost
    /// Gave up.
    case forfeit
    /// Not done when the race closed.
    case dnf
    /// Sent away by the host.
    case kicked
}

/// One racer's board as others may see it.
public struct Board: Equatable, Sendable {
    /// Whose.
    public let seat: SeatNumber
    /// Actions judged.
    public let judged: UInt32
    /// Row by row; 0 is empty, blank or closed.
    public var cells: [UInt64]
    /// In the game's own points.
    public let score: UInt64
    /// Moves or flips made.
    public let moves: UInt32
    /// Undos left; nil: unlimited.
    public let undosLeft: UInt32?
    /// Where the racer stands.
    public let state: RacerState
    /// Race milliseconds of the last accepted action.
    public let time: UInt32
    /// Race milliseconds at which two wrong cards close (memory with a closing time).
    public let closesAt: UInt32?
}

/// A line of the ranking.
public struct Rank: Equatable, Sendable {
    /// Whose.
    public let seat: SeatNumber
    /// From 1; equal results share it (1, 1, 3).
    public let rank: Int
    /// How it ended.
    public let state: RacerState
    /// Race milliseconds of the finish, or of the last accepted action.
    public let time: UInt32
    /// In the game's own points.
    public let score: UInt64
    /// Moves or flips made.
    public let moves: UInt32
}
