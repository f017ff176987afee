import Testing

@testable import PuzzleEngine

struct HashTests {
    @Test(arguments: Vectors.lines("sha256.txt"))
    func `SHA-256 gives the published digests`(line: [String]) throws {
        let message = Array(line[0].utf8) == Array("-".utf8) ? [] : Array(line[0].utf8)
        let times = try #require(Int(line[1]))
        var hash = SHA256()
        for _ in 0..<times { hash.update(message) }
        #expect(hash.finish() == hex(line[2]))
    }

    @Test func `a digest does not depend on how the message is cut`() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let whole = SHA256.hash(message)
        for cut in 0...300 {
            var hash = SHA256()
            hash.update(message[..<cut])
            _ = hash.finish()
            hash.update(message[cut...])
            #expect(hash.finish() == whole)
        }
    }

    @Test(arguments: Vectors.lines("chacha20.txt"))
    func `ChaCha20 gives the blocks of RFC 8439`(line: [String]) throws {
        let seed = try #require(Seed(bytes: hex(line[0])))
        let nonce = try #require(words(hex(line[1])))
        let counter = try #require(UInt32(line[2]))
        let expected = try #require(words(hex(line[3])))
        // Every block as the first and as the second of a pair.
        let first = ChaCha20.blocks(key: seed.key, counter: counter, nonce: (nonce[0], nonce[1], nonce[2]))
        let second = ChaCha20.blocks(key: seed.key, counter: counter &- 1, nonce: (nonce[0], nonce[1], nonce[2]))
        for word in 0..<16 {
            #expect(first[word] == expected[word])
            #expect(second[16 + word] == expected[word])
        }
        #expect(seed.bytes == hex(line[0]))
    }
}
