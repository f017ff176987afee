import RaceProtocol
import RaceRules

/// Numbers a room's entries and keeps the latest, encoded, for those who come back: 60 s and 4 MiB.
struct History {
    static let longestAge: UInt64 = 60_000
    static let largest = 4 << 20

    /// One entry as it goes out.
    struct Item {
        let version: UInt64
        /// Room milliseconds.
        let time: UInt64
        /// For everybody, or for everybody but the owner.
        let shared: [UInt8]
        /// What the owner sees where that differs.
        let owned: (seat: SeatNumber, bytes: [UInt8])?

        func bytes(for viewer: SeatNumber?) -> [UInt8] {
            if let owned, owned.seat == viewer { return owned.bytes }
            return shared
        }

        var size: Int { shared.count + (owned?.bytes.count ?? 0) + 64 }
    }

    /// Names this life of the room.
    let epoch: UInt64
    private(set) var version: UInt64 = 0
    private var items: [Item] = []
    /// Index of the oldest item that is kept: dropping from the front of an array one by one would move it each time.
    private var oldest = 0
    private var size = 0

    init(epoch: UInt64) { self.epoch = epoch }

    var position: Position { Position(epoch: epoch, version: version) }

    mutating func append(shared: [UInt8], owned: (seat: SeatNumber, bytes: [UInt8])?, time: UInt64) -> Item {
        version += 1
        let item = Item(version: version, time: time, shared: shared, owned: owned)
        items.append(item)
        size += item.size
        trim(now: time)
        return item
    }

    /// The entries after `position`; nil when they are not all here.
    func since(_ position: Position) -> ArraySlice<Item>? {
        guard position.epoch == epoch, position.version <= version else { return nil }
        let missing = version - position.version
        guard missing <= UInt64(items.count - oldest) else { return nil }
        return items.suffix(Int(missing))
    }

    private mutating func trim(now: UInt64) {
        while oldest < items.count, size > Self.largest || items[oldest].time + Self.longestAge < now {
            size -= items[oldest].size
            oldest += 1
        }
        if oldest > 64, oldest * 2 > items.count {
            items.removeFirst(oldest)
            oldest = 0
        }
    }
}
