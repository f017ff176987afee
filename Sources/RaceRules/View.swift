public import PuzzleEngine

/// Who may see what. One rule serves sockets, API and pages.
///
/// While anybody races, the faces and matched cells of a memory board go to its owner only; 2048 and sliding boards go
/// to everybody in the room from GO on.
public enum View {
    /// Every class of viewer sees an entry of this game alike, so that it is encoded once for all.
    public static func isShared(_ game: GameKind) -> Bool { game != .memory }

    /// `entry` as the racer on `viewer`, or a spectator (nil), may see it.
    public static func entry(_ entry: Entry, of game: GameKind, for viewer: SeatNumber?) -> Entry {
        guard !isShared(game), case .step(var step) = entry, step.seat != viewer else { return entry }
        step.events = []
        return .step(step)
    }

    /// The boards of `race` that the racer on `viewer`, or a spectator (nil), may see; none before GO.
    public static func boards(of race: Race, in phase: RoomState.Phase, for viewer: SeatNumber?) -> [Board] {
        guard phase == .racing || phase == .finished else { return [] }
        guard phase == .racing, !isShared(race.game.kind) else { return race.boards }
        return race.boards.map { board in
            guard board.seat != viewer else { return board }
            var closed = board
            closed.cells = [UInt64](repeating: 0, count: board.cells.count)
            return closed
        }
    }
}
