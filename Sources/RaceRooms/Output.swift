import RaceProtocol
import RaceRules

/// What a room has to say, waiting for the commit of what it speaks of.
enum Output {
    /// An entry; the mover, if any, hears it first.
    case entry(History.Item, mover: UInt64?)
    /// A frame for one connection.
    case frame(UInt64, [UInt8])
    /// The first frame of a connection that gets the entries from now on.
    case attach(UInt64, [UInt8])
    /// The last frame of a connection that left the room already, and the code and reason with which it is closed.
    case farewell(Outlet, [UInt8], UInt16, String)
    /// A finished race for the recorder.
    case result(Race)
}

/// Outputs in order, each with the log sequence that must be committed before it goes out.
struct OutputQueue {
    private var waiting: [(sequence: UInt32, output: Output)] = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ output: Output, after sequence: UInt32) { waiting.append((sequence, output)) }

    mutating func removeAll() { waiting.removeAll() }

    /// Takes what the commit of `sequence` sets free.
    mutating func release(upTo sequence: UInt32) -> [Output] {
        let count = waiting.firstIndex { $0.sequence > sequence } ?? waiting.count
        let free = waiting.prefix(count).map(\.output)
        waiting.removeFirst(count)
        return free
    }
}
