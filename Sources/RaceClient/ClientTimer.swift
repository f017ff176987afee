import CLibwebsocketsShim
import Glibc

/// Work that a loop does once after a delay.
///
/// `@unchecked Sendable`: touched on the loop's thread only.
final class ClientTimer: @unchecked Sendable {
    private var timer: OpaquePointer?
    private var work: (@Sendable () -> Void)?

    /// On the loop. The loop keeps the timer until it fires or is cancelled.
    init(on loop: ClientLoop, after milliseconds: Double, _ work: @escaping @Sendable () -> Void) {
        self.work = work
        let this = Unmanaged.passRetained(self)
        timer = shim_timer_start(loop.base, milliseconds / 1_000, timerFired, this.toOpaque())
        if timer == nil { this.release() }
    }

    /// On the loop. Does nothing after the timer has fired.
    func cancel() { _ = end() }

    fileprivate func fire() { end()?() }

    private func end() -> (@Sendable () -> Void)? {
        guard let timer else { return nil }
        let work = self.work
        self.timer = nil
        self.work = nil
        shim_timer_stop(timer)
        Unmanaged.passUnretained(self).release()
        return work
    }
}

private func timerFired(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<ClientTimer>.fromOpaque(context).takeUnretainedValue().fire()
}

/// The monotonic clock, in milliseconds.
func monotonicMilliseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000 &+ UInt64(time.tv_nsec) / 1_000_000
}
