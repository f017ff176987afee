// Exports that need no game: prediction, fair play, the self-test.
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

/// In: options record (16), secret (32), salt (16), race id. Out: the commitment.
@_expose(wasm, "engine_commitment")
@c(engine_commitment)
public func engineCommitment(_ length: Int32) -> Int32 {
    guard let bytes = input(length), bytes.count >= 64 else { return Failure.misuse }
    do {
        let options = try GameOptions(record: part(bytes, 0, 16))
        return give(
            FairPlay.commitment(
                raceID: part(bytes, 64, bytes.count), secret: part(bytes, 16, 48), salt: part(bytes, 48, 64),
                options: options))
    } catch { return Failure.code(error) }
}

/// In: secret (32), contributions one behind the other. Out: the seed.
@_expose(wasm, "engine_seed")
@c(engine_seed)
public func engineSeed(_ length: Int32) -> Int32 {
    guard let bytes = input(length), bytes.count >= 32 else { return Failure.misuse }
    return give(FairPlay.seed(secret: part(bytes, 0, 32), contributions: [part(bytes, 32, bytes.count)]).bytes)
}

/// In: a phrase in NFC and UTF-8. Out: the open seed.
@_expose(wasm, "engine_phrase_seed")
@c(engine_phrase_seed)
public func enginePhraseSeed(_ length: Int32) -> Int32 {
    guard let bytes = input(length) else { return Failure.misuse }
    return give(FairPlay.seed(phraseNFC: bytes).bytes)
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
