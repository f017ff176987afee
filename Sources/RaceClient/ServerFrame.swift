public import PuzzleEngine

/// A message of the server. What this client does not know in it is left out.
public enum ServerFrame: Equatable, Sendable {
    /// Answer to hello; the token only when it was made just now.
    case welcome(name: String, token: String?)
    /// The whole room; `now` in room milliseconds.
    case room(RoomView, now: UInt64)
    /// What moves the room from one version to another; `now` in room milliseconds.
    case events(from: UInt64, to: UInt64, now: UInt64, entries: [RoomEntry])
    /// My action was refused with a code, or is repeated.
    case ack(race: String, number: UInt32, code: String?)
    /// To be answered with a pong of the same number; `now` in room milliseconds, nil outside a room.
    case ping(UInt64, now: UInt64?)
    /// A message of the type `regarding` was refused.
    case error(code: String, mayRetry: Bool, regarding: String?)
    /// A type that this client does not know.
    case unknown
}

/// One change of a room.
public enum RoomEntry: Equatable, Sendable {
    /// A seat is new or changed.
    case seat(SeatView)
    /// A seat is free again.
    case left(Int)
    /// Another host.
    case host(HostView?)
    /// Another game.
    case options(GameOptions?)
    /// What the next race is bound to.
    case next(race: String, commitment: String)
    /// Connected spectators.
    case watchers(UInt64)
    /// A race is about to start.
    case countdown(RaceView)
    /// The countdown was stopped.
    case lobby
    /// The race runs.
    case go([BoardView])
    /// One accepted action.
    case step(StepView)
    /// A racer is out without a last step.
    case out(seat: Int, state: BoardView.State)
    /// The closing countdown runs to this race time.
    case closing(UInt64)
    /// The race clock stands or goes on.
    case clock(ClockView)
    /// The race is over.
    case finished(ranks: [RankView], boards: [BoardView])
    /// Something that this client does not know.
    case unknown
}
