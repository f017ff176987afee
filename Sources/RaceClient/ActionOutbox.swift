import PuzzleEngine

/// My actions of one race that the server has not answered yet, in order.
struct ActionOutbox: Equatable {
    struct Pending: Equatable {
        let number: UInt32
        let action: Action
    }

    /// Actions that may wait for their answer (the contract).
    static let limit = 32

    private(set) var race = ""
    private(set) var pending: [Pending] = []
    private var last: UInt32 = 0

    /// Takes up what a whole room says of my board: `judged` actions of `race`. Those beyond it still wait.
    mutating func synchronise(race: String, judged: UInt32) {
        if race != self.race { self = ActionOutbox() }
        self.race = race
        pending.removeAll { $0.number <= judged }
        // Numbers go on without a gap; one that the server will not wait for is useless.
        if let first = pending.first, first.number != judged &+ 1 { pending = [] }
        last = pending.last?.number ?? judged
    }

    /// Numbers an action; nil when as many wait as may.
    mutating func add(_ action: Action) -> Pending? {
        guard !race.isEmpty, pending.count < Self.limit else { return nil }
        last &+= 1
        let added = Pending(number: last, action: action)
        pending.append(added)
        return added
    }

    /// The server answered this number.
    mutating func settle(_ number: UInt32) {
        pending.removeAll { $0.number == number }
        last = max(last, number)
    }

    /// The server judges none of them any more.
    mutating func drop() { self = ActionOutbox() }
}
