// The long form of a replay: canonical JSON. Keys are sorted, there are no blanks, and each value has one spelling, so
// that two replays are equal exactly if their bytes are. README of the form:
//
// {"options":{…},"race":"ID","runs":[RUN…],"schema":1,"seed":SEED,"start":[CELL…]}
// RUN   {"boards":[[STEP…]…],"play":"race"|"solo","result":RESULT,"seat":N}
// RESULT {"cells":[CELL…],"moves":N,"phase":"playing"|"won"|"lost","score":N,"time":MS}
// STEP  [ACT,ARRIVAL,CREDIT] or, refused, [ACT,ARRIVAL,CREDIT,REASON]; ACT is "U" "D" "L" "R", a cell, "undo" or "go on"
// SEED  {"commitment":HEX,"contributions":[HEX…],"salt":HEX,"secret":HEX} or {"phrase":TEXT} or {"hex":HEX}
// CELL  one byte as in Run.record; "start" is empty when the seed draws it.

extension Replay {
    /// The long form.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.append(text: "{\"options\":")
        json.append(contentsOf: options.canonical)
        json.append(text: ",\"race\":")
        json.append(quoted: raceID)
        json.append(text: ",\"runs\":")
        json.append(list: tracks) { $1.append(json: $0) }
        json.append(",\"schema\":", Replay.schema)
        json.append(text: ",\"seed\":")
        seeding.append(to: &json)
        json.append(text: ",\"start\":")
        json.append(list: start) { $1.append(decimal: UInt64($0)) }
        json.append(UInt8(ascii: "}"))
        return json
    }
}

extension Replay.Seeding {
    fileprivate func append(to json: inout [UInt8]) {
        switch self {
        case .fair(let secret, let salt, let commitment, let contributions):
            json.append(text: "{\"commitment\":")
            json.append(hex: commitment)
            json.append(text: ",\"contributions\":")
            json.append(list: contributions) { $1.append(hex: $0) }
            json.append(text: ",\"salt\":")
            json.append(hex: salt)
            json.append(text: ",\"secret\":")
            json.append(hex: secret)
        case .phrase(let utf8):
            json.append(text: "{\"phrase\":")
            json.append(quoted: utf8)
        case .seed(let seed):
            json.append(text: "{\"hex\":")
            json.append(hex: seed.bytes)
        }
        json.append(UInt8(ascii: "}"))
    }
}

extension Replay.Step {
    /// The spellings of the codes that are no cells, from 64 on.
    static let acts: [StaticString] = ["\"U\"", "\"D\"", "\"L\"", "\"R\"", "\"undo\"", "\"go on\""]
}

extension [UInt8] {
    fileprivate mutating func append(json track: Replay.Track) {
        append(text: "{\"boards\":")
        append(list: track.boards) { steps, json in json.append(list: steps) { $1.append(json: $0) } }
        append(text: track.play == .race ? ",\"play\":\"race\"" : ",\"play\":\"solo\"")
        append(text: ",\"result\":{\"cells\":")
        append(list: track.result.cells) { $1.append(decimal: UInt64($0)) }
        append(",\"moves\":", UInt64(track.result.moves))
        switch track.result.phase {
        case .playing: append(text: ",\"phase\":\"playing\"")
        case .won: append(text: ",\"phase\":\"won\"")
        case .lost: append(text: ",\"phase\":\"lost\"")
        }
        append(",\"score\":", track.result.score)
        append(",\"time\":", UInt64(track.result.time))
        append("},\"seat\":", UInt64(track.seat))
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(json step: Replay.Step) {
        append(UInt8(ascii: "["))
        if step.code >= 64, Int(step.code) - 64 < Replay.Step.acts.count {
            append(text: Replay.Step.acts[Int(step.code) - 64])
        } else {
            append(decimal: UInt64(step.code))
        }
        append(",", UInt64(step.arrival))
        append(",", UInt64(step.credit))
        if let refusal = step.refusal { append(",", UInt64(refusal.rawValue)) }
        append(UInt8(ascii: "]"))
    }

    fileprivate mutating func append<Item>(list: [Item], _ write: (Item, inout [UInt8]) -> Void) {
        append(UInt8(ascii: "["))
        for index in list.indices {
            if index > 0 { append(UInt8(ascii: ",")) }
            write(list[index], &self)
        }
        append(UInt8(ascii: "]"))
    }

    fileprivate mutating func append(hex bytes: [UInt8]) {
        append(UInt8(ascii: "\""))
        for byte in bytes {
            append(UInt8.hexDigit(byte &>> 4))
            append(UInt8.hexDigit(byte & 15))
        }
        append(UInt8(ascii: "\""))
    }

    /// A JSON string of UTF-8: quotation marks, backslashes and control characters escaped, nothing else.
    fileprivate mutating func append(quoted utf8: [UInt8]) {
        append(UInt8(ascii: "\""))
        for byte in utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(UInt8(ascii: "\\"))
                append(byte)
            } else if byte < 0x20 {
                append(text: "\\u00")
                append(UInt8.hexDigit(byte &>> 4))
                append(UInt8.hexDigit(byte & 15))
            } else {
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}

extension UInt8 {
    /// The small hexadecimal digit of 0…15.
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }
}
