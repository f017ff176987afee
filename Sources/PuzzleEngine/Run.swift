/// One racer's play of one board of a race: the judge of every action.
///
/// A value: it may be copied to look ahead. Equal options, seed, board and actions with equal times give equal runs on
/// every platform.
public struct Run: Sendable {
    /// What may follow the end of a run.
    public enum Play: UInt8, Sendable {
        /// The result is fixed at the first win or loss.
        case race = 0
        /// Practice of one person: undo works after the end, and 2048 may go on after a win (`keepGoing`).
        case solo
    }

    /// The game and its options.
    public let options: GameOptions
    /// Whether the result is fixed.
    public let play: Play
    /// How far the run is.
    public internal(set) var phase = Phase.playing
    /// 2048: sum of merged values; sliding: tiles at home; memory: pairs found.
    public internal(set) var score: UInt64 = 0
    /// 2048: moves that were not taken back; sliding: tiles moved, each tile of a run counted; memory: flips.
    public internal(set) var moves: UInt32 = 0
    /// Race time of the last accepted action, in milliseconds.
    public internal(set) var lastTime: UInt32 = 0

    // One packed board for each game, of which a run uses its own. Fields and no enum: a payload cannot be changed in
    // place, and taking it out and back costs as much as a move.
    var twenty48 = Twenty48Board(size: 0)
    var sliding = SlidingBoard(rows: 0, columns: 0, tiles: [])
    var memory = MemoryBoard(faces: [])
    /// 2048 only: the new tiles.
    var spawns: SpawnStream
    /// 2048 only: the way back.
    var history: UndoHistory
    /// 2048, solo: the win is behind and the board goes on.
    var wentOn = false

    /// Draws the start position of board number `board` of a race: 0, and one more for each restart on the same seed.
    public init(options: GameOptions, seed: Seed, board: UInt32 = 0, play: Play = .race) {
        self.init(options: options, play: play, seed: seed, number: board)
        switch options {
        case .twenty48(let game):
            var events: [Event] = []
            twenty48 = Twenty48Board(size: game.size)
            spawn(fours: game.fours, &events)
            spawn(fours: game.fours, &events)
        case .sliding(let game): sliding = .scrambled(game, seed: seed, board: board)
        case .memory(let game): memory = .dealt(game, seed: seed, board: board)
        }
        judge()
    }

    /// Starts from a given position, row by row: 2048 values and sliding tiles with 0 for empty, memory faces + 1.
    ///
    /// Its new tiles are those that follow the two starting tiles of `seed`.
    public init(options: GameOptions, seed: Seed, cells: [UInt64], play: Play = .race) throws(OptionError) {
        var bytes: [UInt8] = []
        if options.kind == .twenty48 {
            guard let exponents = Twenty48Board.exponents(cells) else { throw .positionValue }
            bytes = exponents
        } else {
            for value in cells { bytes.append(value < 255 ? UInt8(value) : 255) }
        }
        try self.init(options: options, seed: seed, bytes: bytes, play: play)
    }

    /// The same from one byte a cell, as `record` gives them.
    package init(options: GameOptions, seed: Seed, bytes: [UInt8], play: Play) throws(OptionError) {
        self.init(options: options, play: play, seed: seed, number: 0)
        spawns.next = 2
        try place(bytes)
        judge()
    }

    private init(options: GameOptions, play: Play, seed: Seed, number: UInt32) {
        self.options = options
        self.play = play
        spawns = SpawnStream(seed: seed, board: number)
        if case .twenty48(let game) = options {
            history = UndoHistory(allowance: game.undos)
        } else {
            history = UndoHistory(allowance: .limited(0))
        }
    }

    /// Judges one action at a race time in milliseconds and appends its events; when it throws nothing has changed.
    ///
    /// Time never runs backwards: a time before the last accepted action's counts as that one.
    @_optimize(speed)
    public mutating func apply(_ action: Action, at ms: UInt32, events: inout [Event]) throws(MoveError) {
        if phase != .playing, play == .race || action != .undo { throw .finished }
        let time = ms > lastTime ? ms : lastTime
        switch options {
        case .twenty48(let game): try apply(action, game, &events)
        case .sliding: try apply(action, &events)
        case .memory(let game): try apply(action, game, at: time, &events)
        }
        lastTime = time
    }

    /// Goes on after a win of 2048 in solo play; false, with nothing changed, in any other state.
    public mutating func keepGoing() -> Bool {
        guard play == .solo, phase == .won, options.kind == .twenty48 else { return false }
        wentOn = true
        phase = twenty48.canMove ? .playing : .lost
        return true
    }

    /// Fixes score and phase of a start position.
    private mutating func judge() {
        switch options {
        case .twenty48(let game):
            if 1 &<< UInt64(twenty48.largestExponent) >= game.target {
                phase = .won
            } else if !twenty48.canMove {
                phase = .lost
            }
        case .sliding:
            score = UInt64(sliding.tilesHome)
            if sliding.isSolved { phase = .won }
        case .memory: break
        }
    }
}
