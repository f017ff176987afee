import Foundation

/// A name as people type it: NFC, trimmed, 1…20 graphemes, nothing invisible or that turns text round.
public struct PlayerName: Hashable, Sendable {
    /// Graphemes at most.
    public static let longest = 20
    /// Combining marks on one base at most.
    private static let mostMarks = 4

    /// As shown.
    public let text: String

    /// Nil when `raw` is no such name.
    public init?(_ raw: String) {
        guard raw.utf8.count <= 512 else { return nil }
        let text = raw.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Self.longest).contains(text.count), text.allSatisfy(Self.isShowable),
            text.contains(where: Self.isVisible)
        else { return nil }
        self.text = text
    }

    private static func isShowable(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        let marks = scalars.dropFirst().filter { $0.properties.generalCategory == .nonspacingMark }
        guard marks.count <= mostMarks, scalars.count <= 16 else { return false }
        return scalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            case .format: isEmojiPart(scalar, of: character)
            default: !isBlankLetter(scalar)
            }
        }
    }

    /// Zero-width joiners and tags are letters of emoji only.
    private static func isEmojiPart(_ scalar: Unicode.Scalar, of character: Character) -> Bool {
        let isEmoji = character.unicodeScalars.first?.properties.isEmoji == true
        return isEmoji && (scalar.value == 0x200D || (0xE0020...0xE007F).contains(scalar.value))
    }

    /// Hangul fillers and the braille blank: letters by category, nothing to the eye.
    private static func isBlankLetter(_ scalar: Unicode.Scalar) -> Bool {
        [0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800].contains(scalar.value)
    }

    private static func isVisible(_ character: Character) -> Bool { !character.isWhitespace }
}
