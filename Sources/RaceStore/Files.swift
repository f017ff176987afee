import Glibc

/// The lock that keeps a second server away from a store. The kernel drops it when the process dies.
///
/// It is a file of its own: closing any descriptor of the database would drop SQLite's locks.
final class FileLock: Sendable {
    private let descriptor: Int32

    init(path: String) throws(StoreError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fileError(.cannotOpen, "cannot open \(path)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = fileError(.inUse, "another server holds \(path)")
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }
}

/// The database file that `path` means: `tilerace.db` in it when it is a folder, else itself. Makes missing folders.
func databaseFile(_ path: String) throws(StoreError) -> String {
    let file = path.hasSuffix("/") || isFolder(path) ? "\(path)/tilerace.db" : path
    var folder = ""
    for part in file.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
        folder += "\(part)/"
        // Rooms hold the secrets of running races: nobody else on the machine may read them.
        guard isFolder(folder) || mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw fileError(.cannotOpen, "cannot make the folder \(folder)")
        }
    }
    return file
}

/// Makes an empty file that only its owner may read, unless it is there. SQLite gives its side files the same rights.
func createPrivately(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fileError(.cannotOpen, "cannot open \(path)") }
    close(descriptor)
}

extension Connection {
    /// Copies the database to a file that appears only when it is whole.
    func copyAside(to path: String) throws(StoreError) {
        let partial = "\(path).partial"
        unlink(partial)
        try createPrivately(partial)
        do {
            try copy(to: partial)
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, path) == 0 else { throw fileError(.cannotOpen, "cannot make \(path)") }
    }
}

private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

private func fileError(_ code: StoreError.Code, _ message: String) -> StoreError {
    let cause = errno
    return StoreError(code, "\(message): \(String(cString: strerror(cause)))", cause: cause)
}
