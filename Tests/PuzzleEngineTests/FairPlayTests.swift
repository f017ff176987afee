import COpenSSL
import Foundation
import Testing

@testable import PuzzleEngine

struct FairPlayTests {
    private let options: GameOptions
    init() throws { options = .twenty48(try Twenty48Options(size: 4, target: 2048)) }

    @Test func `SHA-256 agrees with OpenSSL`() {
        for length in Array(0...200) + [1000, 4096, 65_537] {
            let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ length) }
            #expect(PuzzleEngine.SHA256.hash(message) == openSSL(message))
        }
    }

    @Test func `the commitment hashes every part in its order`() {
        let (secret, salt) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 9, count: 16))
        let raceID = Array("K7QX4M-3".utf8)
        let expected = openSSL(
            Array("tilerace/commit/1".utf8) + [0, 0, 0, 8] + raceID + secret + salt
                + [0, 0, 0, UInt8(options.canonical.count)] + options.canonical)
        let commitment = FairPlay.commitment(raceID: raceID, secret: secret, salt: salt, options: options)
        #expect(commitment == expected)
        #expect(commitment != FairPlay.commitment(raceID: [], secret: secret, salt: salt, options: options))
        #expect(commitment != FairPlay.commitment(raceID: raceID, secret: salt + salt, salt: salt, options: options))
    }

    @Test func `the seed hashes the secret and every contribution in seat order`() {
        let secret = [UInt8](repeating: 1, count: 32)
        let (first, second) = ([UInt8](repeating: 2, count: 16), [UInt8](repeating: 3, count: 16))
        let expected = openSSL(Array("tilerace/seed/1".utf8) + secret + first + second)
        #expect(FairPlay.seed(secret: secret, contributions: [first, second]).bytes == expected)
        #expect(FairPlay.seed(secret: secret, contributions: [second, first]).bytes != expected)
        #expect(FairPlay.seed(secret: secret, contributions: []).bytes != expected)
    }

    @Test(arguments: Vectors.lines("phrases.txt"))
    func `phrases give the recorded seeds`(line: [String]) throws {
        let typed = String(decoding: hex(line[0]), as: UTF8.self)
        let phrase = String(repeating: typed, count: try #require(Int(line[1])))
        let seed = FairPlay.seed(phraseNFC: Array(phrase.precomposedStringWithCanonicalMapping.utf8))
        #expect(seed.bytes == hex(line[2]))
    }

    @Test func `a replay keeps every phrase, from all over Unicode`() throws {
        // The first 4,096 scalars and every 97th of the rest, up to the last.
        let numbers = Array(0..<0x1000) + stride(from: 0x10FFFF, to: 0x1000, by: -97)
        let all = String(String.UnicodeScalarView(numbers.compactMap { Unicode.Scalar(UInt32($0)) }))
        for phrase in ["", "0", " 7 ", "\"\\\u{7F}\u{2028}", all.precomposedStringWithCanonicalMapping] {
            let replay = Replay(raceID: [], options: options, seeding: .phrase(Array(phrase.utf8)), tracks: [])
            let (json, bytes) = (replay.json, replay.bytes)
            #expect(try Replay(json: json) == replay)
            #expect(try Replay(bytes: bytes) == replay)
        }
    }

    @Test func `every phrase has its own seed`() {
        let long = String(repeating: "长", count: 10_000)
        let phrases = ["", "0", "1", " 7 ", "7", "00", "é", "Ê", "日本", "🏁", "a\u{0}b", "a", long, long + "x"]
        let seeds = phrases.map { FairPlay.seed(phraseNFC: Array($0.precomposedStringWithCanonicalMapping.utf8)).bytes }
        #expect(Set(seeds).count == phrases.count)
        let runs = seeds.compactMap { Seed(bytes: $0) }.map { Run(options: options, seed: $0) }
        #expect(runs[1].cells != runs[2].cells)
        #expect(FairPlay.seed(phraseNFC: []).bytes == openSSL(Array("tilerace/phrase/1".utf8)))
    }
}

private func openSSL(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    _ = COpenSSL.SHA256(message, message.count, &digest)
    return digest
}
