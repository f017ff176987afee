public import PuzzleEngine

/// Everything that can change a room. A room is the fold of its inputs: the log holds these and nothing else.
public enum RoomInput: Equatable, Sendable {
    /// The first input of every room: who made it and what it plays. Refused afterwards.
    case create(IdentityID, RoomOptions)
    /// Somebody takes a seat, or comes back to theirs.
    case enter(IdentityID, name: String, isBot: Bool)
    /// The connection of a seat, or of the host at the desk, came or went.
    case connection(SeatNumber, isHere: Bool)
    /// A seat, or the desk, is given up.
    case leave(SeatNumber)
    /// Ready for the next race with a share of its seed; nil: not ready.
    case ready(SeatNumber, Entropy?)
    /// The host's new options.
    case options(SeatNumber, RoomOptions)
    /// The host starts with those who are ready.
    case start(SeatNumber)
    /// The host stops the countdown.
    case cancel(SeatNumber)
    /// The `number`-th action of a racer in this race.
    case act(SeatNumber, RaceID, number: UInt32, Action)
    /// A racer gives the race up.
    case forfeit(SeatNumber, RaceID)
    /// Randomness for the next race, asked for by `RoomState.needsDraw`.
    case draw(Draw)
    /// Time passed.
    case tick
    /// The maker comes as a host who does not race, and gives up a seat for that.
    case preside(IdentityID, name: String)
    /// Another name for a seat, or for the host at the desk.
    case rename(SeatNumber, String)
    /// The host sends the one on the second seat away.
    case kick(SeatNumber, SeatNumber)
    /// The host silences the one on the second seat, or lets them speak again.
    case mute(SeatNumber, SeatNumber, Bool)
    /// The host closes the door to new racers, or opens it.
    case lock(SeatNumber, Bool)
    /// The server is back after a restart: nobody is connected, the race clock stands.
    case restored
}

/// How an action was judged. The raw values are kept for each action of a race and answered again when it is repeated.
public enum Verdict: Equatable, Sendable {
    /// Its step is among the entries.
    case accepted
    /// The board is unchanged; the action's number is used up.
    case refused(MoveError)
    /// This number was judged before, like this.
    case repeated(MoveError?)
}
