// The short form of a replay. Numbers are big-endian.
//
// "TRR1", options record (16), race id (u8 length), seeding: 0 secret (32) salt (16) commitment (32) contributions
// (u8 count, 16 each) or 1 phrase (u32 length) or 2 seed (32); start (u8 length); tracks (u8 count): seat, play,
// boards (u8 count): steps (u32 count): code, u32 arrival, u16 credit, refusal or 0; then the result: phase, u64 score,
// u32 moves, u32 time, cells.

extension Replay {
    /// The short form.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: "TRR1")
        bytes.append(contentsOf: options.record)
        bytes.append(counted: raceID, size: 1)
        switch seeding {
        case .fair(let secret, let salt, let commitment, let contributions):
            bytes.append(0)
            bytes.append(contentsOf: secret)
            bytes.append(contentsOf: salt)
            bytes.append(contentsOf: commitment)
            bytes.append(UInt64(contributions.count), bytes: 1)
            for contribution in contributions { bytes.append(contentsOf: contribution) }
        case .phrase(let utf8):
            bytes.append(1)
            bytes.append(counted: utf8, size: 4)
        case .seed(let seed):
            bytes.append(2)
            bytes.append(contentsOf: seed.bytes)
        }
        bytes.append(counted: start, size: 1)
        bytes.append(UInt64(tracks.count), bytes: 1)
        for track in tracks { track.append(to: &bytes) }
        return bytes
    }

    /// Reads the short form. Whatever the bytes, the work is bounded by their number.
    public init(bytes: [UInt8]) throws(ReplayError) {
        if bytes.count > Replay.largest { throw ReplayError(.tooLarge) }
        var reader = ByteReader(bytes)
        guard reader.word() == 0x5452_5231, let record = reader.take(GameOptions.recordSize) else {
            throw ReplayError(.malformed, place: reader.position)
        }
        do {
            options = try GameOptions(record: [UInt8](record))
        } catch { throw ReplayError(.options) }
        guard let raceID = reader.counted(1), raceID.count <= Replay.longestRaceID, isUTF8(raceID),
            let seeding = Seeding(&reader), let start = reader.counted(1), let count = reader.byte()
        else { throw ReplayError(.malformed, place: reader.position) }
        self.raceID = raceID
        self.seeding = seeding
        self.start = start
        let cells = Int(options.rows) * Int(options.columns)
        var tracks: [Track] = []
        for _ in 0..<count {
            guard let track = Track(&reader, cells: cells) else {
                throw ReplayError(.malformed, place: reader.position)
            }
            tracks.append(track)
        }
        self.tracks = tracks
        guard reader.left == 0, start.isEmpty || start.count == cells else {
            throw ReplayError(.malformed, place: reader.position)
        }
    }
}

extension Replay.Seeding {
    fileprivate init?(_ reader: inout ByteReader) {
        switch reader.byte() {
        case 0:
            guard let secret = reader.take(32), let salt = reader.take(16), let commitment = reader.take(32),
                let count = reader.byte()
            else { return nil }
            var contributions: [[UInt8]] = []
            for _ in 0..<count {
                guard let contribution = reader.take(Replay.contributionSize) else { return nil }
                contributions.append([UInt8](contribution))
            }
            self = .fair(
                secret: [UInt8](secret), salt: [UInt8](salt), commitment: [UInt8](commitment),
                contributions: contributions)
        case 1:
            guard let phrase = reader.counted(4), isUTF8(phrase) else { return nil }
            self = .phrase(phrase)
        case 2:
            guard let bytes = reader.take(32), let seed = Seed(bytes: [UInt8](bytes)) else { return nil }
            self = .seed(seed)
        default: return nil
        }
    }
}

extension Replay.Track {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(UInt64(seat) << 16 | UInt64(play.rawValue) << 8 | UInt64(boards.count), bytes: 3)
        for steps in boards {
            bytes.append(UInt64(steps.count), bytes: 4)
            for step in steps {
                bytes.append(UInt64(step.code) << 32 | UInt64(step.arrival), bytes: 5)
                bytes.append(UInt64(step.credit) << 8 | UInt64(step.refusal?.rawValue ?? 0), bytes: 3)
            }
        }
        bytes.append(result.phase.rawValue)
        bytes.append(result.score, bytes: 8)
        bytes.append(UInt64(result.moves) << 32 | UInt64(result.time), bytes: 8)
        bytes.append(contentsOf: result.cells)
    }

    fileprivate init?(_ reader: inout ByteReader, cells: Int) {
        guard let seat = reader.byte(), let play = Run.Play(rawValue: reader.byte() ?? .max), let count = reader.byte(),
            count > 0
        else { return nil }
        var boards: [[Replay.Step]] = []
        for _ in 0..<count {
            guard let steps = Replay.Track.steps(&reader) else { return nil }
            boards.append(steps)
        }
        guard let phase = Phase(rawValue: reader.byte() ?? .max), let score = reader.number(8),
            let moves = reader.word(), let time = reader.word(), let cells = reader.take(cells)
        else { return nil }
        self.init(
            seat: seat, play: play, boards: boards,
            result: Replay.Result(phase: phase, score: score, moves: moves, time: time, cells: [UInt8](cells)))
    }

    private static func steps(_ reader: inout ByteReader) -> [Replay.Step]? {
        // Every step takes bytes: a count that lies ends at the end of the file.
        guard let count = reader.word() else { return nil }
        var steps: [Replay.Step] = []
        for _ in 0..<count {
            guard let step = Replay.Step(&reader) else { return nil }
            steps.append(step)
        }
        return steps
    }
}

extension Replay.Step {
    /// Eight bytes: code, `u32` arrival, `u16` credit, refusal or 0.
    package init?(_ reader: inout ByteReader) {
        guard let code = reader.byte(), let arrival = reader.word(), let credit = reader.number(2),
            let refusal = reader.byte(), refusal == 0 || MoveError(rawValue: refusal) != nil
        else { return nil }
        self.init(
            code: code, arrival: arrival, credit: UInt32(truncatingIfNeeded: credit),
            refusal: MoveError(rawValue: refusal))
    }
}
