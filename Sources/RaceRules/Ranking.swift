import PuzzleEngine

/// The order of a finished *first-to* race: finishers by time, then the others by progress, then forfeits, then those who were kicked.
enum Ranking {
    /// Compared field by field, smaller first; equal keys share a rank.
    private struct Key: Comparable {
        let group: Int
        let first: UInt64
        let second: UInt64

        static func < (a: Key, b: Key) -> Bool { (a.group, a.first, a.second) < (b.group, b.first, b.second) }
    }

    static func order(_ racers: [Racer]) -> [Rank] {
        let keyed = racers.map { (racer: $0, key: key(of: $0)) }
            .sorted { ($0.key, $0.racer.seat) < ($1.key, $1.racer.seat) }
        var ranks: [Rank] = []
        for (place, one) in keyed.enumerated() {
            let shares = place > 0 && keyed[place - 1].key == one.key
            let board = one.racer.board
            ranks.append(
                Rank(
                    seat: board.seat, rank: shares ? ranks[place - 1].rank : place + 1, state: board.state,
                    time: board.time, score: board.score, moves: board.moves))
        }
        return ranks
    }

    private static func key(of racer: Racer) -> Key {
        switch racer.state {
        case .won: return Key(group: 0, first: UInt64(racer.run.lastTime), second: 0)
        case .racing, .lost, .dnf:
            let standing = racer.run.standing
            return Key(group: 1, first: .max - standing.major, second: .max - standing.minor)
        case .forfeit:
            return Key(group: 2, first: 0, second: 0)
        case .kicked:
            return Key(group: 3, first: 0, second: 0)
        }
    }
}
