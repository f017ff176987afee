/// The writer's statements, compiled once.
struct WriteStatements {
    let begin: Statement
    let commit: Statement
    let rollback: Statement
    private let insertRecord: Statement
    private let findRecord: Statement
    private let openRoom: Statement
    private let closeRoom: Statement
    private let saveIdentity: Statement
    private let saveResult: Statement
    private let discardLogs: Statement

    init(_ connection: Connection) throws(StoreError) {
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        rollback = try connection.prepare("ROLLBACK")
        insertRecord = try connection.prepare(
            "INSERT INTO move_log (room, sequence, record) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
        findRecord = try connection.prepare("SELECT record FROM move_log WHERE room = ? AND sequence = ?")
        openRoom = try connection.prepare("INSERT INTO room (code, opened_at) VALUES (?, ?) RETURNING id")
        closeRoom = try connection.prepare("UPDATE room SET closed_at = ? WHERE id = ? AND closed_at IS NULL")
        saveIdentity = try connection.prepare(
            """
            INSERT INTO identity (id, name, bot, first_seen_at, last_seen_at) VALUES (?1, ?2, ?3, ?4, ?4)
            ON CONFLICT DO UPDATE SET name = ?2, bot = ?3, last_seen_at = ?4
            """)
        saveResult = try connection.prepare(
            "INSERT INTO result (race, room, finished_at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        discardLogs = try connection.prepare(
            """
            DELETE FROM move_log WHERE (room, sequence) IN (
                SELECT room, sequence FROM room JOIN move_log ON move_log.room = room.id
                WHERE room.closed_at < ? LIMIT ?)
            """)
    }

    /// Does one write inside the open transaction. The number: the new room, or the rows changed.
    func perform(_ write: Write, on connection: Connection) throws(StoreError) -> Int64 {
        switch write {
        case .append(let records):
            for record in records { try append(record, on: connection) }
            return Int64(records.count)
        case .openRoom(let code, let at):
            return try openRoom.rows(.text(code), .integer(at)) { $0.integer(0) }.first ?? 0
        case .closeRoom(let room, let at):
            try closeRoom.run(.integer(at), .integer(room.rawValue))
        case .identity(let identity, let at):
            try saveIdentity.run(
                .blob(identity.id), .text(identity.name), .integer(identity.bot ? 1 : 0), .integer(at))
        case .result(let result):
            try saveResult.run(
                .text(result.raceID), .integer(result.room.rawValue), .integer(result.finishedAt), .blob(result.body))
        case .discardLogs(let closedBefore, let limit):
            try discardLogs.run(.integer(closedBefore), .integer(limit))
        }
        return Int64(connection.changes)
    }

    private func append(_ record: LogRecord, on connection: Connection) throws(StoreError) {
        let room = Value.integer(record.room.rawValue)
        let sequence = Value.integer(Int64(record.sequence))
        try insertRecord.run(room, sequence, .blob(record.bytes))
        guard connection.changes == 0 else { return }
        guard try findRecord.rows(room, sequence, make: { $0.blob(0) }).first == record.bytes else {
            throw StoreError(.conflict, "room \(record.room.rawValue) has another record \(record.sequence)")
        }
    }
}
