import RaceProtocol
import Testing

@Suite struct `Names and codes` {
    @Test(arguments: [
        ("Kim", "Kim"), ("  Kim ", "Kim"), ("Ke\u{301}", "Ké"), ("🐺", "🐺"),
        (String(repeating: "🇩🇪", count: 20), String(repeating: "🇩🇪", count: 20)),
        (String(repeating: "👨‍👩‍👧‍👦", count: 20), String(repeating: "👨‍👩‍👧‍👦", count: 20)), ("李雷", "李雷"), ("محمد", "محمد"),
        ("=1+1", "=1+1"), ("<img src=x>", "<img src=x>"),
    ]) func `B165 a name that people use is kept`(raw: String, shown: String) {
        #expect(PlayerName(raw)?.text == shown)
    }

    @Test(arguments: [
        "", "   ", "\u{200B}", "\u{2060}\u{3164}", "\u{AD}", "a\u{202E}b", "a\u{0}b", "a\nb", "\u{2067}abc",
        String(repeating: "a", count: 21), "a" + String(repeating: "\u{301}", count: 9), "\u{FFA0}",
    ]) func `B164 invisible, turning or overlong names are refused`(raw: String) {
        #expect(PlayerName(raw) == nil)
    }

    @Test(arguments: ["K7QX4M", "k7qx4m", " K7QX4M ", "k7q x4m", "K7Q-X4M", "Ｋ７ＱＸ４Ｍ"])
    func `B102 a code's case, blanks and fullwidth forms are forgiven`(text: String) {
        #expect(RoomCode(text)?.description == "K7QX4M")
    }

    @Test func `B102 codes have no look-alikes and are spread evenly`() {
        var random: UInt64 = 1
        var counts: [Character: Int] = [:]
        for _ in 0..<20_000 {
            let code = RoomCode {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: random >> 56)
            }
            for character in code.description { counts[character, default: 0] += 1 }
        }
        #expect(counts.keys.allSatisfy { !"01OIL".contains($0) })
        #expect(counts.count == 30)
        // 120,000 characters over 30: 4,000 each, six sigma is 373.
        #expect(counts.values.allSatisfy { abs($0 - 4000) < 373 })
    }

    @Test func `a token is forty-three characters and proves one identity`() throws {
        let token = try #require(Token(random: [UInt8](repeating: 7, count: 32)))
        #expect(token.bytes.count == 43)
        #expect(Token(token.bytes)?.identity == token.identity)
        #expect(Token(random: [1]) == nil)
        #expect(Token(Array("short".utf8)) == nil)
    }
}
