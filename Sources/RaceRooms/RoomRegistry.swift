public import RaceStore

/// The store's list of rooms. Implemented by `SQLiteStore` and by the test kit's recording store.
public protocol RoomRegistry: Sendable {
    /// Lists a new room under `code`; its id is never given again.
    func openRoom(code: String) async throws(StoreError) -> RoomID
    /// The rooms that were opened and not closed.
    func liveRooms() async throws(StoreError) -> [StoredRoom]
    /// Takes a room off the list; its log stays.
    func closeRoom(_ room: RoomID) async throws(StoreError)
}

extension SQLiteStore: RoomRegistry {}
