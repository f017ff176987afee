/// Why the store could not do what it was asked for.
public struct StoreError: Error, Equatable, Sendable {
    /// What kind of failure it was; decides what the caller does next.
    public enum Code: Sendable {
        /// The disk or the store's own size limit is full. Works again when there is room.
        case diskFull
        /// Reading or writing failed. Of a commit nothing is known: repeat the same records.
        case io
        /// Another program held the database for longer than the store waits.
        case busy
        /// The file is damaged or no SQLite database.
        case corrupt
        /// The file was written by a newer version of this program.
        case newerSchema
        /// The file is a SQLite database of something else.
        case foreignFile
        /// Another running server has this store open.
        case inUse
        /// The file or its folder cannot be opened or created.
        case cannotOpen
        /// The store was closed.
        case closed
        /// Something else stands where this should go: a record of that number, a live room of that code.
        case conflict
        /// There is no such room.
        case unknownRoom
        /// Any other refusal of SQLite; a fault of this program.
        case unexpected
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, for the log; not for strangers.
    public let message: String
    /// SQLite's extended result code, or `errno` of a file operation, where there is one.
    public let cause: Int32?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: Int32? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// True where the fault lies in one write and not in the disk under all of them.
    var concernsOneWrite: Bool { code == .conflict || code == .unknownRoom || code == .unexpected }
}
