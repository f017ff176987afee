/// What a server calls, always on the loop that the connection or request lives on.
public struct Handlers: Sendable {
    /// A WebSocket is open.
    public var opened: @Sendable (Connection) -> Void
    /// A whole message has come. The bytes are valid during the call only.
    public var received: @Sendable (Connection, UnsafeRawBufferPointer) -> Void
    /// A connection that was behind takes data again; ``Connection/missed`` says whether something was dropped. What is
    /// sent to it now is the next that it gets.
    public var drained: @Sendable (Connection) -> Void
    /// The connection is over: once for each that was opened, nothing follows.
    public var closed: @Sendable (Connection) -> Void
    /// A request to a dynamic path. `respond` may be called at any time, from any thread, once.
    public var request: @Sendable (HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) -> Void
    /// Something that the operator should read, in one line: a refused Origin or Host, for instance.
    public var notice: @Sendable (String) -> Void

    /// What is not given is ignored; requests are answered 404.
    public init(
        opened: @escaping @Sendable (Connection) -> Void = { _ in },
        received: @escaping @Sendable (Connection, UnsafeRawBufferPointer) -> Void = { _, _ in },
        drained: @escaping @Sendable (Connection) -> Void = { _ in },
        closed: @escaping @Sendable (Connection) -> Void = { _ in },
        request: @escaping @Sendable (HTTPRequest, @escaping @Sendable (HTTPResponse) -> Void) -> Void = {
            $1(.text(404, "Nothing here."))
        },
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.opened = opened
        self.received = received
        self.drained = drained
        self.closed = closed
        self.request = request
        self.notice = notice
    }
}
