extension Replay {
    /// Plays everything again and throws the first difference.
    ///
    /// `budget` is the most steps that are played: each costs a bounded time, so this bounds the whole.
    public func verify(budget: Int = 1_000_000) throws(ReplayError) {
        if case .fair(let secret, let salt, let commitment, _) = seeding {
            let made = FairPlay.commitment(raceID: raceID, secret: secret, salt: salt, options: options)
            if made != commitment { throw ReplayError(.commitment) }
        }
        let seed = seed
        var left = budget
        for track in tracks.indices { try verify(tracks[track], number: track, seed, &left) }
    }

    private func verify(_ track: Track, number: Int, _ seed: Seed, _ left: inout Int) throws(ReplayError) {
        var run = try begin(track, board: 0, seed)
        var latest: UInt32 = 0
        var place = 0
        for board in track.boards.indices {
            if board > 0 {
                if run.phase != .lost { throw ReplayError(.restart, track: number, place: board) }
                run = try begin(track, board: UInt32(truncatingIfNeeded: board), seed)
            }
            for step in track.boards[board] {
                if left == 0 { throw ReplayError(.budget, track: number, place: place) }
                if let code = step.fault(in: &run, after: &latest) {
                    throw ReplayError(code, track: number, place: place)
                }
                left -= 1
                place += 1
            }
        }
        if Result(run) != track.result { throw ReplayError(.result, track: number) }
    }

    private func begin(_ track: Track, board: UInt32, _ seed: Seed) throws(ReplayError) -> Run {
        if start.isEmpty { return Run(options: options, seed: seed, board: board, play: track.play) }
        do {
            return try Run(options: options, seed: seed, bytes: start, play: track.play)
        } catch { throw ReplayError(.start) }
    }
}

extension Replay.Step {
    /// Plays the step; what is wrong with it, nil if it is true. `latest` is when the step before it arrived.
    package func fault(in run: inout Run, after latest: inout UInt32) -> ReplayError.Code? {
        if arrival < latest || credit > arrival { return .time }
        latest = arrival
        return judgement(by: &run) == refusal ? nil : .verdict
    }

    private func judgement(by run: inout Run) -> MoveError? {
        if code == Replay.Step.keepGoing { return run.keepGoing() ? nil : .noEffect }
        guard let action = Action(code: code) else { return .badAction }
        do {
            var events: [Event] = []
            try run.apply(action, at: arrival &- credit, events: &events)
            return nil
        } catch { return error }
    }
}
