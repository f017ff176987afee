// The border between JavaScript and the engine: integers, and bytes through one buffer. A result is a length, a handle,
// or below 0 an error (`Failure`). web/js/engine.js is the one caller and the reference for how bytes are read.
internal import PuzzleEngine

/// A game that JavaScript holds: a class, so that an action changes it in place.
private final class Game {
    var run: Run
    init(_ run: Run) { self.run = run }
}

// One thread, see Memory.swift.
nonisolated(unsafe) private var games: [Game?] = []

private func keep(_ run: Run) -> Int32 {
    for handle in games.indices where games[handle] == nil {
        games[handle] = Game(run)
        return Int32(truncatingIfNeeded: handle)
    }
    games.append(Game(run))
    return Int32(truncatingIfNeeded: games.count - 1)
}

private func game(_ handle: Int32) -> Game? {
    games.indices.contains(Int(handle)) ? games[Int(handle)] : nil
}

/// The buffer's address, after making it hold `count` bytes.
@_expose(wasm, "engine_buffer")
@c(engine_buffer)
public func engineBuffer(_ count: Int32) -> UnsafeMutablePointer<UInt8>? { reserve(Int(count)) }

/// In: options record (16), seed (32). Out: a handle.
@_expose(wasm, "engine_new")
@c(engine_new)
public func engineNew(_ length: Int32, _ board: UInt32, _ play: Int32) -> Int32 {
    guard let bytes = input(length), bytes.count == 48, let seed = Seed(bytes: part(bytes, 16, 48)),
        let play = Run.Play(rawValue: UInt8(truncatingIfNeeded: play))
    else { return Failure.misuse }
    do {
        return keep(Run(options: try GameOptions(record: part(bytes, 0, 16)), seed: seed, board: board, play: play))
    } catch { return Failure.code(error) }
}

/// In: options record (16), seed (32), a byte for each cell as in `Run.record`. Out: a handle.
@_expose(wasm, "engine_new_from")
@c(engine_new_from)
public func engineNewFrom(_ length: Int32, _ play: Int32) -> Int32 {
    guard let bytes = input(length), bytes.count >= 48, let seed = Seed(bytes: part(bytes, 16, 48)),
        let play = Run.Play(rawValue: UInt8(truncatingIfNeeded: play))
    else { return Failure.misuse }
    do {
        let options = try GameOptions(record: part(bytes, 0, 16))
        return keep(try Run(options: options, seed: seed, bytes: part(bytes, 48, bytes.count), play: play))
    } catch { return Failure.code(error) }
}

/// Forgets a game; its handle may be given out again.
@_expose(wasm, "engine_free")
@c(engine_free)
public func engineFree(_ handle: Int32) {
    if games.indices.contains(Int(handle)) { games[Int(handle)] = nil }
}

/// Judges the action of a code at a race time. Out: the state, then the events.
@_expose(wasm, "engine_apply")
@c(engine_apply)
public func engineApply(_ handle: Int32, _ code: Int32, _ ms: UInt32) -> Int32 {
    guard let game = game(handle) else { return Failure.misuse }
    guard let code = UInt8(exactly: code), let action = Action(code: code) else { return Failure.code(.badAction) }
    var events: [Event] = []
    do {
        try game.run.apply(action, at: ms, events: &events)
    } catch { return Failure.code(error) }
    return give(game.run.record, events)
}

/// Goes on after a win in solo play. Out: the state; `misuse` when there is nothing to go on with.
@_expose(wasm, "engine_keep_going")
@c(engine_keep_going)
public func engineKeepGoing(_ handle: Int32) -> Int32 {
    guard let game = game(handle), game.run.keepGoing() else { return Failure.misuse }
    return give(game.run.record)
}

/// Out: the state.
@_expose(wasm, "engine_state")
@c(engine_state)
public func engineState(_ handle: Int32) -> Int32 {
    guard let game = game(handle) else { return Failure.misuse }
    return give(game.run.record)
}

/// Memory. Out: face + 1 of every card.
@_expose(wasm, "engine_layout")
@c(engine_layout)
public func engineLayout(_ handle: Int32) -> Int32 {
    guard let game = game(handle) else { return Failure.misuse }
    return give(game.run.layout)
}

/// Plays the steps of a replay (8 bytes each, see `Replay.Step`) on a game as far as they are true. `latest` is when the
/// step before arrived. Out: how many were true and, if not all, the `ReplayError` code times 2^24.
@_expose(wasm, "engine_replay")
@c(engine_replay)
public func engineReplay(_ handle: Int32, _ length: Int32, _ latest: UInt32) -> Int32 {
    guard let game = game(handle), let bytes = input(length) else { return Failure.misuse }
    var reader = ByteReader(bytes)
    var latest = latest
    var count: Int32 = 0
    while reader.left > 0 {
        guard let step = Replay.Step(&reader) else { return Failure.misuse }
        if let fault = step.fault(in: &game.run, after: &latest) { return Int32(fault.rawValue) << 24 | count }
        count += 1
    }
    return count
}
