/// The messages of one connection on their way in: what comes faster than it may waits here, in order; nothing is lost.
struct Intake {
    /// What becomes of a message that has just come.
    enum Verdict: Equatable {
        /// It is handled at once.
        case now
        /// It waits; `next` yields it when it is due.
        case later
        /// Far too much came: the connection is to be closed.
        case flood
    }

    private let limits: Limits
    private var allowance: Allowance
    private var second: (start: UInt64, count: Int) = (0, 0)
    private var waiting: [[UInt8]] = []
    /// Index of the first one that waits.
    private var first = 0
    private var size = 0

    init(_ limits: Limits) {
        self.limits = limits
        allowance = Allowance(limits.messagesPerSecond, each: 1000, burst: limits.messageBurst)
    }

    mutating func take(_ frame: UnsafeRawBufferPointer, at now: UInt64) -> Verdict {
        if now >= second.start + 1000 { second = (now, 0) }
        second.count += 1
        guard second.count <= limits.floodPerSecond else { return .flood }
        if first == waiting.count, allowance.take(at: now) { return .now }
        guard waiting.count - first < limits.backlog.messages, size + frame.count <= limits.backlog.bytes else {
            return .flood
        }
        waiting.append(Array(frame))
        size += frame.count
        return .later
    }

    /// Takes out the next message if it is due.
    mutating func next(at now: UInt64) -> [UInt8]? {
        guard first < waiting.count, allowance.take(at: now) else { return nil }
        let frame = waiting[first]
        first += 1
        size -= frame.count
        if first == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            first = 0
        }
        return frame
    }

    /// Milliseconds until the next one is due; nil when none waits.
    func delay(at now: UInt64) -> UInt64? { first < waiting.count ? allowance.delay(at: now) : nil }

    mutating func clear() {
        waiting = []
        (first, size) = (0, 0)
    }
}
