/// What a client of the race server can fail with.
public enum ClientError: Error, Equatable, Sendable {
    /// No thread, event loop or WebSocket context could be had: out of memory or file descriptors.
    case noLoop
    /// The server ended the conversation for good (`taken-over`, `kicked`, `unknown-room`, …): its code.
    case refused(String)
    /// What was awaited did not happen in time.
    case timeout
}
