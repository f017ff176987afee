import Foundation
import PuzzleEngine
import RaceProtocol
import RaceRules
import Testing

/// `Tests/Vectors/protocol/client.json`
private struct ClientVectors: Decodable {
    struct Refused: Decodable {
        let frame: String
        let code: String
        let re: String?
    }

    let refused: [Refused]

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Vectors/protocol/client.json")

    static func load() throws -> ClientVectors {
        try JSONDecoder().decode(ClientVectors.self, from: Data(contentsOf: file))
    }

    /// Pairs of a frame and what it says, as property lists.
    static func accepted() throws -> [(frame: String, meaning: NSDictionary)] {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? NSDictionary
        let list = try #require(json?["accepted"] as? [NSDictionary])
        return try list.map { (try #require($0["frame"] as? String), try #require($0["is"] as? NSDictionary)) }
    }
}

private func decode(_ frame: String) throws(ProtocolError) -> ClientMessage { try decode(Array(frame.utf8)) }

private func decode(_ bytes: [UInt8]) throws(ProtocolError) -> ClientMessage {
    let result = bytes.withUnsafeBytes { bytes -> Result<ClientMessage, ProtocolError> in
        do throws(ProtocolError) {
            return .success(try ClientMessage.decode(bytes))
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

@Suite struct `Client messages` {
    @Test func `every accepted vector means what it says`() throws {
        for (frame, meaning) in try ClientVectors.accepted() {
            let message = try decode(frame)
            #expect(describe(message) == meaning, "\(frame)")
        }
    }

    @Test func `every refused vector is refused with its code`() throws {
        for vector in try ClientVectors.load().refused {
            do throws(ProtocolError) {
                let message = try decode(vector.frame)
                Issue.record("\(vector.frame) was taken as \(message)")
            } catch {
                #expect(error.code.rawValue == vector.code, "\(vector.frame)")
                #expect(error.regarding == vector.re, "\(vector.frame)")
            }
        }
    }

    @Test func `every cut of every vector is refused or understood, never a trap`() throws {
        for (frame, _) in try ClientVectors.accepted() {
            let bytes = Array(frame.utf8)
            let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
            for length in 0...end {
                #expect(throws: ProtocolError.self) { try decode(Array(bytes.prefix(length))) }
            }
            for position in bytes.indices {
                for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x7D, 0x2C, 0x3A, 0xFF] {
                    var mutated = bytes
                    mutated[position] = byte
                    _ = try? decode(mutated)
                }
            }
        }
    }

    @Test func `a frame nested beyond sixteen levels is no message`() {
        let deep = "{\"t\":\"leave\",\"x\":" + String(repeating: "[", count: 2000) + "}"
        #expect(throws: ProtocolError(.badJSON)) { try decode(deep) }
    }

    /// The message as the contract writes it.
    private func describe(_ message: ClientMessage) -> NSDictionary {
        switch message {
        case .hello(let token, let name, let isBot):
            var fields: [String: Any] = ["t": "hello", "v": 1]
            if let token { fields["token"] = String(decoding: token.bytes, as: UTF8.self) }
            if let name { fields["name"] = name.text }
            if isBot { fields["bot"] = true }
            return fields as NSDictionary
        case .join(let room, let role, let since):
            var fields: [String: Any] = ["t": "join", "room": room.description, "role": role.rawValue]
            if let since { fields["since"] = String(decoding: since.ascii, as: UTF8.self) }
            return fields as NSDictionary
        case .ready(let entropy): return share("ready", entropy)
        case .rematch(let entropy): return share("rematch", entropy)
        case .options(let options):
            var json = JSONWriter()
            OptionFields.write(options, to: &json)
            let object = try? JSONSerialization.jsonObject(with: Data(json.bytes))
            return ["t": "options", "options": object ?? "unreadable"]
        case .start: return ["t": "start"]
        case .cancel: return ["t": "cancel"]
        case .leave: return ["t": "leave"]
        case .act(let race, let number, let action):
            let id = String(decoding: race.ascii, as: UTF8.self)
            switch action {
            case .undo: return ["t": "undo", "race": id, "n": number]
            case .tap(let cell): return ["t": "move", "race": id, "n": number, "m": cell]
            case .move(let direction):
                return ["t": "move", "race": id, "n": number, "m": ["U", "D", "L", "R"][Int(direction.rawValue)]]
            }
        case .forfeit(let race): return ["t": "forfeit", "race": String(decoding: race.ascii, as: UTF8.self)]
        case .rename(let name): return ["t": "rename", "name": name.text]
        case .role(let role): return ["t": "role", "role": role.rawValue]
        case .kick(let seat): return ["t": "kick", "seat": seat.rawValue]
        case .mute(let seat, let isOn): return ["t": "mute", "seat": seat.rawValue, "on": isOn]
        case .lock(let isOn): return ["t": "lock", "on": isOn]
        case .ping(let data): return ["t": "ping", "d": data]
        case .pong(let data): return ["t": "pong", "d": data]
        }
    }

    private func share(_ type: String, _ entropy: Entropy?) -> NSDictionary {
        guard let entropy else { return ["t": type, "on": false] }
        return ["t": type, "on": true, "entropy": String(decoding: Hex.encode(entropy.bytes), as: UTF8.self)]
    }
}
