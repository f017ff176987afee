import PuzzleEngine

/// A random walk over inputs, the same each time: what runs where there is no libFuzzer.
public struct Walk {
    /// Files to start from, in both forms of a replay.
    private let replays: [[UInt8]]
    private var state: UInt64

    /// A walk from `number`, which names it; `replays` in the long form.
    public init(number: UInt64, replays: [[UInt8]]) {
        self.replays = replays + replays.compactMap { json in (try? Replay(json: json))?.bytes }
        state = number &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// The next input: two of three are play, one is a replay that was damaged.
    public mutating func next() -> [UInt8] {
        if below(3) > 0 || replays.isEmpty { return play() }
        var bytes = replays[below(replays.count)]
        for _ in 0...below(3) { damage(&bytes) }
        return bytes
    }

    /// Random options and start, then actions of which most are those of some game.
    private mutating func play() -> [UInt8] {
        var bytes = (0..<8).map { _ in byte() }
        if bytes[0] >= 224 || bytes[7] >= 192 { bytes += (0..<36).map { _ in UInt8(below(below(8) == 0 ? 256 : 12)) } }
        for _ in 0..<below(64) {
            let code =
                switch below(16) {
                case 0: byte()
                case 1...2: UInt8(68)
                case 3: UInt8(69)
                case 4...8: UInt8(below(16))
                default: UInt8(64 + below(4))
                }
            bytes += [code, byte(), UInt8(below(60) == 0 ? 255 : below(6))]
        }
        return bytes
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        let end = min(bytes.count, place + 1 + below(below(4) == 0 ? 400 : 4))
        switch below(6) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
        case 2: for index in place..<end { bytes[index] = byte() }
        case 3:
            let words: [StaticString] = [
                "0", "1", "9", "-", "4294967295", "18446744073709551615", "[", "]", ",", "\"", "{",
            ]
            let word = words[below(words.count)]
            let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            bytes.replaceSubrange(place..<min(place + 1, bytes.count), with: text)
        case 4: bytes.replaceSubrange(place..<end, with: replays[below(replays.count)].prefix(end).dropFirst(place))
        default: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
        }
    }

    private mutating func byte() -> UInt8 { UInt8(below(256)) }

    /// Xorshift; the bias of the remainder does not matter here.
    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }
}
