// Exports that need no game: prediction, hashes, the self-test.
internal import PuzzleEngine

/// 2048 without the seed. In: size, exponents. Out: `u64` gained, exponents, events; nothing when nothing moves.
@_expose(wasm, "engine_predict_2048")
@c(engine_predict_2048)
public func enginePredict2048(_ length: Int32, _ direction: Int32) -> Int32 {
    guard let bytes = input(length), let size = bytes.first,
        let direction = Direction(rawValue: UInt8(truncatingIfNeeded: direction))
    else { return Failure.misuse }
    var events: [Event] = []
    guard let slid = slide(exponents: part(bytes, 1, bytes.count), size: size, direction, events: &events)
    else { return 0 }
    var answer: [UInt8] = []
    answer.append(slid.gained, bytes: 8)
    answer.append(contentsOf: slid.exponents)
    return give(answer, events)
}

/// In: a message. Out: its SHA-256.
@_expose(wasm, "engine_sha256")
@c(engine_sha256)
public func engineSHA256(_ length: Int32) -> Int32 {
    guard let bytes = input(length) else { return Failure.misuse }
    return give(SHA256.hash(bytes))
}

/// In: options record. Out: canonical JSON.
@_expose(wasm, "engine_canonical")
@c(engine_canonical)
public func engineCanonical(_ length: Int32) -> Int32 {
    guard let bytes = input(length) else { return Failure.misuse }
    do {
        return give(try GameOptions(record: bytes).canonical)
    } catch { return Failure.code(error) }
}

/// Out: the digest of self-test games.
@_expose(wasm, "engine_self_test")
@c(engine_self_test)
public func engineSelfTest(_ first: UInt32, _ count: UInt32) -> Int32 {
    give(SelfTest.digest(first: first, count: count))
}

/// The first eight bytes of the self-test's digest, for hosts that read no memory (`wasmkit run`).
@_expose(wasm, "engine_self_check")
@c(engine_self_check)
public func engineSelfCheck(_ first: UInt32, _ count: UInt32) -> UInt64 {
    var check: UInt64 = 0
    for byte in SelfTest.digest(first: first, count: count).prefix(8) { check = check &<< 8 | UInt64(byte) }
    return check
}

/// In: options record. Plays random actions, for timing. Out: how many were accepted, at least `least`.
@_expose(wasm, "engine_bench")
@c(engine_bench)
public func engineBench(_ length: Int32, _ least: UInt32) -> Int32 {
    guard let bytes = input(length) else { return Failure.misuse }
    do {
        let played = SelfTest.race(try GameOptions(record: bytes), least: UInt64(least))
        return Int32(truncatingIfNeeded: played.moves)
    } catch { return Failure.code(error) }
}
