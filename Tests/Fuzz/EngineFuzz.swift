import PuzzleEngine

/// Any bytes at all, read as play or as a replay: the engine may refuse, but it neither traps nor breaks its promises.
public enum EngineFuzz {
    /// What a promise was and how the input broke it; nil when all hold.
    ///
    /// Bytes that begin as a replay does are one, in either form; all others say what to play.
    public static func fault(_ input: [UInt8]) -> String? {
        if input.starts(with: "{".utf8) || input.starts(with: "TRR1".utf8) { return ReplayFuzz.fault(input) }
        return PlayFuzz.fault(input)
    }
}

/// libFuzzer's entry. A broken promise is a crash to it, which keeps the input.
@c(LLVMFuzzerTestOneInput)
public func fuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    if let fault = EngineFuzz.fault([UInt8](UnsafeBufferPointer(start: data, count: size))) { fatalError(fault) }
    return 0
}
