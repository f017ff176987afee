import Foundation
import Testing

@testable import PuzzleEngine

struct ReplayTests {
    @Test(arguments: ReplayExamples.names)
    func `a true replay verifies, in both forms`(name: String) throws {
        let replay = try ReplayExamples.make(name)
        try replay.verify()
        #expect(try Replay(json: replay.json) == replay)
        #expect(try Replay(bytes: replay.bytes) == replay)
        #expect(replay.tracks.allSatisfy { !$0.boards[0].isEmpty })
    }

    /// `RECORD_REPLAYS=1` writes them anew, for a change of the form that is meant.
    @Test(arguments: ReplayExamples.names)
    func `the recorded replays are still what the engine makes`(name: String) throws {
        let file = Vectors.folder.appending(path: "replays/\(name).json")
        let json = try ReplayExamples.make(name).json
        if ProcessInfo.processInfo.environment["RECORD_REPLAYS"] != nil { try Data(json).write(to: file) }
        #expect(try Array(Data(contentsOf: file)) == json)
    }

    @Test(arguments: ReplayExamples.names)
    func `the long form is JSON with sorted keys`(name: String) throws {
        let json = try ReplayExamples.make(name).json
        let value = try JSONSerialization.jsonObject(with: Data(json))
        let again = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        // Foundation spells control characters its own way.
        if name != "open-memory" { #expect(Array(again) == json) }
    }

    @Test(arguments: ReplayExamples.names)
    func `every edit of a number, act or hash is noticed`(name: String) throws {
        let json = try ReplayExamples.make(name).json
        var chance = TestChance(json.count)
        var unnoticed = 0
        for _ in 0..<400 {
            var edited = json
            let place = chance.below(json.count)
            edited[place] = [UInt8]("0123456789abcdefUDLR\",[]{}".utf8)[chance.below(26)]
            if edited == json { continue }
            do throws(ReplayError) { try Replay(json: edited).verify() } catch { continue }
            unnoticed += 1
        }
        // An arrival may move within the gaps, a seat may have another number, and a race id is free where no commitment
        // holds it; everything else tells.
        #expect(unnoticed < 60)
    }

    @Test func `what is wrong is said with its place`() throws {
        let true1 = try ReplayExamples.make("fair-2048")
        let track = true1.tracks[1]
        func fault(_ tracks: [Replay.Track]) -> ReplayError? {
            let replay = Replay(raceID: true1.raceID, options: true1.options, seeding: true1.seeding, tracks: tracks)
            do throws(ReplayError) { try replay.verify() } catch { return error }
            return nil
        }
        func edited(_ edit: (inout [Replay.Step]) -> Void) -> [Replay.Track] {
            var steps = track.boards[0]
            edit(&steps)
            return [true1.tracks[0], Replay.Track(seat: 1, boards: [steps], result: track.result), true1.tracks[2]]
        }
        #expect(fault(true1.tracks) == nil)
        #expect(fault(edited { $0.swapAt(3, 9) })?.code == .time)
        #expect(fault(edited { $0.removeLast(3) }) == ReplayError(.result, track: 1))
        let step = track.boards[0][5]
        let lied = Replay.Step(
            code: step.code, arrival: step.arrival, credit: step.credit,
            refusal: step.refusal == nil ? .noEffect : nil)
        #expect(fault(edited { $0[5] = lied }) == ReplayError(.verdict, track: 1, place: 5))
        let late = Replay.Step(code: step.code, arrival: 0, credit: 0, refusal: step.refusal)
        #expect(fault(edited { $0[5] = late }) == ReplayError(.time, track: 1, place: 5))
        let greedy = Replay.Step(
            code: step.code, arrival: step.arrival, credit: step.arrival + 1, refusal: step.refusal)
        #expect(fault(edited { $0[5] = greedy }) == ReplayError(.time, track: 1, place: 5))
        let restarted = Replay.Track(seat: 1, boards: [track.boards[0], []], result: track.result)
        let phase = track.result.phase
        if phase != .lost { #expect(fault([true1.tracks[0], restarted]) == ReplayError(.restart, track: 1, place: 1)) }
    }

    @Test func `another secret, race or option breaks the commitment`() throws {
        let replay = try ReplayExamples.make("fair-2048")
        guard case .fair(var secret, let salt, let commitment, let contributions) = replay.seeding else { return }
        secret[31] ^= 1
        let seeding = Replay.Seeding.fair(
            secret: secret, salt: salt, commitment: commitment, contributions: contributions)
        let other = GameOptions.twenty48(try Twenty48Options(size: 4, target: 64, undos: .limited(3)))
        for edited in [
            Replay(raceID: replay.raceID, options: replay.options, seeding: seeding, tracks: replay.tracks),
            Replay(raceID: [1], options: replay.options, seeding: replay.seeding, tracks: replay.tracks),
            Replay(raceID: replay.raceID, options: other, seeding: replay.seeding, tracks: replay.tracks),
        ] {
            #expect(throws: ReplayError(.commitment)) { try edited.verify() }
        }
        // Contributions are not committed to, but give another seed.
        let fewer = Replay.Seeding.fair(
            secret: bytesOf(replay), salt: salt, commitment: commitment, contributions: Array(contributions.dropLast()))
        let edited = Replay(raceID: replay.raceID, options: replay.options, seeding: fewer, tracks: replay.tracks)
        #expect(throws: ReplayError.self) { try edited.verify() }
    }

    private func bytesOf(_ replay: Replay) -> [UInt8] {
        if case .fair(let secret, _, _, _) = replay.seeding { return secret }
        return []
    }

    @Test func `the budget bounds the steps that are played`() throws {
        let replay = try ReplayExamples.make("fair-2048")
        let steps = replay.tracks.reduce(0) { $0 + $1.boards.reduce(0) { $0 + $1.count } }
        try replay.verify(budget: steps)
        #expect(throws: ReplayError.self) { try replay.verify(budget: steps - 1) }
        #expect(throws: ReplayError(.budget)) { try replay.verify(budget: 0) }
    }

    @Test(arguments: ReplayExamples.names)
    func `files that are cut off, foreign or hostile are refused`(name: String) throws {
        let replay = try ReplayExamples.make(name)
        let (json, bytes) = (replay.json, replay.bytes)
        var chance = TestChance(99)
        for _ in 0..<200 {
            #expect(throws: ReplayError.self) { try Replay(json: Array(json[..<chance.below(json.count)])) }
            #expect(throws: ReplayError.self) { try Replay(bytes: Array(bytes[..<chance.below(bytes.count)])) }
            // Any bytes at all may come; whatever is read is judged, and nothing traps.
            var edited = bytes
            for _ in 0..<3 { edited[chance.below(bytes.count)] = UInt8(chance.below(256)) }
            _ = try? Replay(bytes: edited).verify(budget: 2000)
        }
        #expect(throws: ReplayError.self) { try Replay(json: json + [10]) }
        #expect(throws: ReplayError.self) { try Replay(json: [32] + json) }
        #expect(throws: ReplayError.self) { try Replay(bytes: bytes + [0]) }
        #expect(throws: ReplayError.self) { try Replay(json: bytes) }
        #expect(throws: ReplayError.self) { try Replay(bytes: json) }
    }

    @Test func `a race id or phrase that is no text is refused in both forms`() throws {
        for (name, text) in [("open-memory", "K7QX4M-1"), ("open-memory", "Käse"), ("seed-sliding", "K7QX4M-2")] {
            let replay = try ReplayExamples.make(name)
            for bytes in [replay.json, replay.bytes] {
                var edited = bytes
                let place = try #require(edited.firstRange(of: Array(text.utf8)))
                edited[place.lowerBound] = 0xFF
                #expect(throws: ReplayError.self) { try Replay(json: edited) }
                #expect(throws: ReplayError.self) { try Replay(bytes: edited) }
            }
        }
    }

    @Test func `sizes that lie, deep nesting and huge files cost nothing`() throws {
        let json = String(decoding: try ReplayExamples.make("seed-sliding").json, as: UTF8.self)
        let hostile = [
            "", "{", "null", String(repeating: "[", count: 1 << 20), String(repeating: "{\"options\":", count: 10_000),
            json.replacing("\"rows\":2", with: "\"rows\":2147483648"),
            json.replacing("\"rows\":2", with: "\"rows\":-1"),
            json.replacing("\"rows\":2", with: "\"rows\":02"), json.replacing("\"rows\":2", with: "\"rows\":2.0"),
            json.replacing("\"schema\":1", with: "\"schema\":99999999999999999999999"),
            json.replacing("\"boards\":[[", with: "\"boards\":[[[\"U\",-5,0],"),
            json.replacing("\"boards\":[[", with: "\"boards\":[[[\"U\",4294967296,0],"),
            json.replacing("\"boards\":[[", with: "\"boards\":[[[65,0,0],"),
            json.replacing("\"boards\":[[", with: "\"boards\":[[[\"U\",0,0,0],"),
        ]
        for text in hostile { #expect(throws: ReplayError.self) { try Replay(json: Array(text.utf8)) } }
        let huge = [UInt8](repeating: UInt8(ascii: "["), count: Replay.largest + 1)
        #expect(throws: ReplayError(.tooLarge)) { try Replay(json: huge) }
        #expect(throws: ReplayError(.tooLarge)) { try Replay(bytes: huge) }
        // Every place of the short form where a number could stand, made as large as can be.
        let bytes = try ReplayExamples.make("seed-sliding").bytes
        var refused = 0
        for place in 0..<bytes.count - 4 {
            var lying = bytes
            lying.replaceSubrange(place..<place + 4, with: [255, 255, 255, 255])
            do throws(ReplayError) { try Replay(bytes: lying).verify() } catch { refused += 1 }
        }
        // The race id may be any bytes here.
        #expect(refused >= bytes.count - 16)
    }

    @Test func `unknown versions are told from broken files`() throws {
        let json = String(decoding: try ReplayExamples.make("seed-sliding").json, as: UTF8.self)
        for text in [
            json.replacing("\"rules\":1", with: "\"rules\":2"), json.replacing("\"schema\":1", with: "\"schema\":2"),
        ] {
            #expect(throws: ReplayError(.version)) { try Replay(json: Array(text.utf8)) }
        }
        let bad = json.replacing("\"rows\":2", with: "\"rows\":9")
        #expect(throws: ReplayError(.options)) { try Replay(json: Array(bad.utf8)) }
    }

    @Test func `UTF-8 is judged as Swift judges it`() {
        var chance = TestChance(12)
        let lead: [UInt8] = [
            0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF, 0x9F, 0xA0,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<chance.below(6)).map { _ in lead[chance.below(lead.count)] }
            #expect(isUTF8(bytes) == (String(validating: bytes, as: UTF8.self) != nil))
        }
    }
}
