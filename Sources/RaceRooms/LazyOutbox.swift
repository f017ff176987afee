import Synchronization

/// An outbox on another loop than the room's: made there when first used, since only that loop may touch it.
enum LazyOutbox {
    static func port(on loop: LoopPort) -> OutboxPort {
        let made = Mutex<OutboxPort?>(nil)
        let outbox: @Sendable () -> OutboxPort = {
            made.withLock { port in
                if let port { return port }
                let fresh = loop.makeOutbox()
                port = fresh
                return fresh
            }
        }
        return OutboxPort(
            add: { outbox().add($0) }, remove: { outbox().remove($0) }, send: { outbox().send($0, $1) })
    }
}
