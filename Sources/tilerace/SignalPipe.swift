import Foundation

/// Where the handler writes.
///
/// `nonisolated(unsafe)`: a signal's handler can reach nothing but a global; written before the first handler is there.
private nonisolated(unsafe) var signalPipe: Int32 = -1

/// Listens for signals instead of what they would do; each becomes a byte to be read. From `init` on none is lost, which
/// a dispatch source does not promise: it begins to listen some time after it was told to. One for a process.
struct SignalPipe: Sendable {
    /// The reading end; the bytes are the signals' numbers.
    let descriptor: Int32

    init(_ numbers: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { Output.fail("No pipe could be opened.", code: 1) }
        // A full pipe must not hold up whatever a signal interrupts.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        descriptor = ends[0]
        signalPipe = ends[1]
        for number in numbers {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
                errno = error
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Returns at the first signal.
    func first() async {
        let descriptor = descriptor
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var byte: UInt8 = 0
                while read(descriptor, &byte, 1) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }
}
