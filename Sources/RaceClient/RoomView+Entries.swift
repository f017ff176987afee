import PuzzleEngine

extension RoomView {
    /// Brings the view one entry on. Whatever the entry says, nothing traps: cells that are not there are passed over.
    mutating func apply(_ entry: RoomEntry) {
        switch entry {
        case .seat(let seat):
            if let index = seats.firstIndex(where: { $0.seat == seat.seat }) {
                seats[index] = seat
            } else {
                seats.append(seat)
                seats.sort { $0.seat < $1.seat }
            }
        case .left(let seat): seats.removeAll { $0.seat == seat }
        case .host(let person): host = person
        case .options(let options): game = options
        case .next(let race, let commitment): (nextRace, nextCommitment) = (race, commitment)
        case .watchers(let count): watchers = count
        case .countdown(let race): (phase, self.race) = (.countdown, race)
        case .lobby: (phase, race) = (.lobby, nil)
        case .go(let boards):
            phase = .racing
            race?.boards = boards
        case .step(let step): update(step.seat) { $0.apply(step) }
        case .out(let seat, let state): update(seat) { $0.state = state }
        case .closing(let time): race?.closesAt = time
        case .clock(let clock): race?.clock = clock
        case .finished(let ranks, let boards):
            phase = .finished
            race?.ranks = ranks
            race?.boards = boards
        case .unknown: break
        }
    }

    /// My action of this number was judged without a step.
    mutating func judged(_ number: UInt32) {
        if let mySeat { update(mySeat) { $0.judged = max($0.judged, number) } }
    }

    private mutating func update(_ seat: Int, _ change: (inout BoardView) -> Void) {
        guard var race, let index = race.boards.firstIndex(where: { $0.seat == seat }) else { return }
        // Not kept twice while it changes, or the boards would be copied for every step.
        self.race = nil
        change(&race.boards[index])
        self.race = race
    }
}

extension BoardView {
    /// Does what a step says.
    mutating func apply(_ step: StepView) {
        judged = max(judged, step.number)
        score = step.score
        moves = step.moves
        time = step.time
        closesAt = step.closesAt
        if let end = step.end { state = end }
        if step.events.contains(.undo) { undosLeft = undosLeft.map { $0 > 0 ? $0 - 1 : 0 } }
        if let cells = step.cells {
            self.cells = cells
            return
        }
        // Tiles leave before others arrive: a tile may go where another one stood.
        for event in step.events {
            switch event {
            case .move(let from, _, _): set(from, 0)
            case .merge(let from1, let from2, _, _):
                set(from1, 0)
                set(from2, 0)
            case .insert, .show, .hide, .match, .undo: break
            }
        }
        for event in step.events {
            switch event {
            case .move(_, let to, let value), .merge(_, _, let to, let value), .insert(let to, let value):
                set(to, value)
            case .show(let cell, let face): set(cell, UInt64(face) + 1)
            case .hide(let cell): set(cell, 0)
            case .match, .undo: break
            }
        }
    }

    private mutating func set(_ cell: UInt8, _ value: UInt64) {
        if cells.indices.contains(Int(cell)) { cells[Int(cell)] = value }
    }
}
