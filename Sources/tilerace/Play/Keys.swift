/// A key that means something to a game.
enum Key: Equatable {
    case up, down, left, right
    case letter(Character)
    case enter, space
    /// Ctrl-C, Ctrl-D, Ctrl-Z.
    case interrupt, end, suspend
}

/// Makes keys of the bytes that a terminal sends, in which an arrow is a sequence that may arrive in parts.
struct KeyReader {
    private enum State: Equatable {
        case ground, escape, sequence
    }

    private var state = State.ground

    /// Whether more bytes of a key may follow.
    var isWaiting: Bool { state != .ground }

    /// Nothing followed: what came was the Esc key itself, which means nothing.
    mutating func giveUp() { state = .ground }

    mutating func read(_ bytes: [UInt8]) -> [Key] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> Key? {
        switch state {
        case .escape:
            state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .ground
            return nil
        case .sequence:
            // Parameters go on until a byte from @ to ~.
            guard (0x40...0x7E).contains(byte) else { return nil }
            state = .ground
            return [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left][byte]
        case .ground: return single(byte)
        }
    }

    private mutating func single(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x1B:
            state = .escape
            return nil
        case 0x03: return .interrupt
        case 0x04: return .end
        case 0x1A: return .suspend
        case 0x0A, 0x0D: return .enter
        case 0x20: return .space
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            return letter(Character(Unicode.Scalar(byte | 0x20)))
        default: return nil
        }
    }

    private func letter(_ letter: Character) -> Key {
        switch letter {
        case "w", "k": .up
        case "s", "j": .down
        case "a", "h": .left
        case "d", "l": .right
        default: .letter(letter)
        }
    }
}
