/// The store's reading connection; lives on a thread of its own so that a long replay holds up no commit.
final class Reader {
    private let connection: Connection
    private let replay: Statement
    private let liveRooms: Statement
    private let identity: Statement
    private let result: Statement
    private let resultsOfRoom: Statement

    init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        replay = try connection.prepare("SELECT sequence, record FROM move_log WHERE room = ? ORDER BY sequence")
        liveRooms = try connection.prepare("SELECT id, code, opened_at FROM room WHERE closed_at IS NULL ORDER BY id")
        identity = try connection.prepare("SELECT id, name, bot FROM identity WHERE id = ?")
        result = try connection.prepare("SELECT race, room, finished_at, body FROM result WHERE race = ?")
        resultsOfRoom = try connection.prepare(
            "SELECT race, room, finished_at, body FROM result WHERE room = ? ORDER BY finished_at, race")
    }

    func replay(_ room: RoomID) throws(StoreError) -> [LogRecord] {
        try replay.rows(.integer(room.rawValue)) { row in
            LogRecord(room: room, sequence: UInt32(truncatingIfNeeded: row.integer(0)), bytes: row.blob(1))
        }
    }

    func rooms() throws(StoreError) -> [StoredRoom] {
        try liveRooms.rows { row in
            StoredRoom(id: RoomID(rawValue: row.integer(0)), code: row.text(1), openedAt: row.integer(2))
        }
    }

    func identity(_ id: [UInt8]) throws(StoreError) -> StoredIdentity? {
        try identity.rows(.blob(id)) { row in
            StoredIdentity(id: row.blob(0), name: row.text(1), bot: row.integer(2) != 0)
        }.first
    }

    func result(_ raceID: String) throws(StoreError) -> RaceResult? {
        try result.rows(.text(raceID), make: raceResult).first
    }

    func results(_ room: RoomID) throws(StoreError) -> [RaceResult] {
        try resultsOfRoom.rows(.integer(room.rawValue), make: raceResult)
    }

    func copy(to path: String) throws(StoreError) { try connection.copyAside(to: path) }
}

private func raceResult(_ row: Row) -> RaceResult {
    RaceResult(
        raceID: row.text(0), room: RoomID(rawValue: row.integer(1)), finishedAt: row.integer(2), body: row.blob(3))
}
