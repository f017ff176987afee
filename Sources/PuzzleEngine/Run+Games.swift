// What an action does in each game. Each function changes the run only after it can no longer throw.

extension Run {
    @inline(__always)
    mutating func apply(_ action: Action, _ game: Twenty48Options, _ events: inout [Event]) throws(MoveError) {
        switch action {
        case .move(let direction): try move(direction, game, &events)
        case .tap: throw .badAction
        case .undo: try undo(target: game.target, &events)
        }
    }

    @inline(__always)
    private mutating func move(
        _ direction: Direction, _ game: Twenty48Options, _ events: inout [Event]
    ) throws(MoveError) {
        let slid: Twenty48Board.Slid
        if history.keeps {
            let before = twenty48.cells
            guard let made = twenty48.slide(direction, events: &events) else { throw .noEffect }
            history.push(before, score: score)
            slid = made
        } else {
            guard let made = twenty48.slide(direction, events: &events) else { throw .noEffect }
            slid = made
        }
        spawn(fours: game.fours, &events)
        score &+= slid.gained
        moves &+= 1
        if !wentOn, 1 &<< UInt64(slid.largest) >= game.target {
            // The last possible move may make the tile: a win all the same.
            phase = .won
        } else if twenty48.isFull, !twenty48.canMove {
            phase = .lost
        }
    }

    /// Puts the next new tile on the board, which has an empty cell after every slide.
    @_optimize(speed)
    mutating func spawn(fours: UInt8, _ events: inout [Event]) {
        let (isFour, place) = spawns.draw(fours: fours, empties: twenty48.empties)
        let cell = twenty48.emptyCell(place)
        twenty48.put(isFour ? 2 : 1, at: Int(cell))
        events.append(.insert(cell: cell, value: isFour ? 4 : 2))
    }

    private mutating func undo(target: UInt64, _ events: inout [Event]) throws(MoveError) {
        score = try history.pop(into: &twenty48)
        spawns.next &-= 1
        moves &-= 1
        phase = .playing
        // Below the target again, the next win counts anew.
        if 1 &<< UInt64(twenty48.largestExponent) < target { wentOn = false }
        events.append(.undo)
    }

    @inline(__always)
    mutating func apply(_ action: Action, _ events: inout [Event]) throws(MoveError) {
        switch action {
        case .move(let direction):
            guard let tile = sliding.tile(moving: direction) else { throw .noEffect }
            sliding.shift(tile, events: &events)
            moves &+= 1
        case .tap(let cell):
            guard cell < sliding.count else { throw .badAction }
            let moved = sliding.slide(from: cell, events: &events)
            if moved == 0 { throw .noEffect }
            moves &+= moved
        case .undo: throw .badAction
        }
        score = UInt64(sliding.tilesHome)
        if sliding.isSolved { phase = .won }
    }

    @inline(__always)
    mutating func apply(
        _ action: Action, _ game: MemoryOptions, at time: UInt32, _ events: inout [Event]
    ) throws(MoveError) {
        guard case .tap(let cell) = action, cell < memory.count else { throw .badAction }
        try memory.flip(cell, at: time, closing: game.closing, events: &events)
        moves &+= 1
        score = UInt64(memory.pairs)
        if memory.isCleared { phase = .won }
    }
}
