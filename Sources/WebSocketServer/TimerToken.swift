import CLibwebsocketsShim

/// A timer of an ``EventLoop``. Use it on that loop only.
public final class TimerToken {
    private var timer: OpaquePointer?
    private var work: (() -> Void)?

    init(_ work: @escaping () -> Void) {
        self.work = work
    }

    func start(on base: OpaquePointer, seconds: Double) {
        // Retained until it has fired or is cancelled.
        let context = Unmanaged.passRetained(self)
        timer = shim_timer_start(base, seconds, timerFired, context.toOpaque())
        if timer == nil { context.release() }
    }

    /// The work will not run, if it has not. Harmless afterwards.
    public func cancel() {
        finish()
    }

    fileprivate func fire() {
        let work = self.work
        finish()
        work?()
    }

    private func finish() {
        work = nil
        guard let timer else { return }
        self.timer = nil
        shim_timer_stop(timer)
        Unmanaged.passUnretained(self).release()
    }
}

private func timerFired(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<TimerToken>.fromOpaque(context).takeUnretainedValue().fire()
}
