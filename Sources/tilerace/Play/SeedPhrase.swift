import Foundation
import PuzzleEngine
import WebSocketServer

/// Where the chance of a game comes from: a phrase that friends can tell each other, or 32 bytes.
enum PlaySeed {
    /// A phrase in NFC.
    case phrase(String)
    case bytes(Seed)

    /// The longest phrase in bytes of UTF-8.
    static let longest = 1024

    /// What was asked for; without a word a phrase that nobody can guess.
    init(_ arguments: Arguments) throws {
        switch (arguments.string("seed"), arguments.string("seed-hex")) {
        case (nil, nil): self = .random()
        case (let text?, nil): self = .phrase(try Self.phrase(text))
        case (nil, let text?):
            guard let bytes = Self.bytes(hex: text), let seed = Seed(bytes: bytes) else {
                throw UsageError("--seed-hex is 64 hexadecimal digits, not \(Output.shown(text)).")
            }
            self = .bytes(seed)
        default: throw UsageError("--seed and --seed-hex are two ways to say one thing; give one of them.")
        }
    }

    /// Twelve characters without look-alikes: 60 bits.
    static func random() -> PlaySeed {
        let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        let picked = SecureRandom.bytes(12).map { String(letters[Int($0 & 31)]) }
        let groups = stride(from: 0, to: 12, by: 4).map { picked[$0..<($0 + 4)].joined() }
        return .phrase(groups.joined(separator: "-"))
    }

    var seed: Seed {
        switch self {
        case .phrase(let text): FairPlay.seed(phraseNFC: Array(text.utf8))
        case .bytes(let seed): seed
        }
    }

    var seeding: Replay.Seeding {
        switch self {
        case .phrase(let text): .phrase(Array(text.utf8))
        case .bytes(let seed): .seed(seed)
        }
    }

    /// The option that gives the same seed again, as one types it in a shell.
    var option: String {
        switch self {
        case .phrase(let text): "--seed \(Self.quoted(text))"
        case .bytes(let seed): "--seed-hex \(Self.hex(seed.bytes))"
        }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    private static func phrase(_ text: String) throws -> String {
        if text.isEmpty { throw UsageError("--seed is empty; leave it out for a board that nobody knows.") }
        let phrase = text.precomposedStringWithCanonicalMapping
        guard phrase.utf8.count <= longest else {
            throw UsageError("--seed is at most \(longest) bytes long, not \(phrase.utf8.count).")
        }
        // What is not in Unicode yet may be composed otherwise once it is: the phrase would change its board.
        if let new = text.unicodeScalars.first(where: { $0.properties.generalCategory == .unassigned }) {
            throw UsageError(
                "--seed holds U+\(String(new.value, radix: 16, uppercase: true)), which is not in Unicode; leave it out."
            )
        }
        return phrase
    }

    /// As a shell reads it: quoted if need be, and with escapes for what cannot be seen.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber || $0 == 0x2D || $0 == 0x5F
        }
        if isPlain, text.utf8.allSatisfy({ $0 < 0x80 }), !text.isEmpty { return text }
        let hidden = text.unicodeScalars.contains { !isVisible($0) }
        guard hidden else { return "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        let escaped = text.unicodeScalars.map { scalar in
            if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
            if isVisible(scalar) { return String(scalar) }
            return String(scalar).utf8.map { "\\x" + hex([$0]) }.joined()
        }
        return "$'" + escaped.joined() + "'"
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
