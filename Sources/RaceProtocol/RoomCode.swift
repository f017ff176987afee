import Foundation

/// The six characters by which people find a room; no look-alikes (0 O, 1 I L, U).
public struct RoomCode: Hashable, Sendable, CustomStringConvertible {
    /// The 30 characters in use.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// Characters of a code.
    public static let length = 6

    /// As shown.
    public let description: String

    /// Forgives case, blanks, hyphens and fullwidth forms; nil when what is left is no code.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let folded = text.precomposedStringWithCompatibilityMapping.uppercased()
            .filter { !$0.isWhitespace && $0 != "-" }
        guard folded.utf8.count == Self.length, folded.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        description = folded
    }

    /// Draws a code; `random` yields a uniform byte.
    public init(random: () -> UInt8) {
        let characters = (0..<Self.length).map { _ -> UInt8 in
            while true {
                // 240 is the largest multiple of 30 that a byte holds: what lies above would favour the first ones.
                let byte = random()
                if byte < 240 { return Self.alphabet[Int(byte) % Self.alphabet.count] }
            }
        }
        description = String(decoding: characters, as: UTF8.self)
    }
}
