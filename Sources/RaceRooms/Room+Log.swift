import RaceProtocol
import RaceRules
import RaceStore

/// Acknowledged means committed: records go to the store once a turn, outputs wait for them.
extension Room {
    func log(_ input: RoomInput, at time: UInt64) {
        sequence += 1
        lastLogged = time
        unsubmitted.append(LogRecord(room: id, sequence: sequence, bytes: input.encode(at: time)))
        scheduleSubmit()
    }

    /// Once in a turn of the loop: everything that came in it is one batch.
    func scheduleSubmit() {
        guard !submitIsDue else { return }
        submitIsDue = true
        loop.beforeWait { self.assumeIsolated { $0.submit() } }
    }

    private func submit() {
        submitIsDue = false
        if unsubmitted.isEmpty {
            release()
            return
        }
        let batch = unsubmitted
        let last = sequence
        unsubmitted.removeAll(keepingCapacity: true)
        let epoch = history.epoch
        services.log.append(batch) { result in
            self.loop.post {
                self.assumeIsolated { $0.settle(result, sequence: last, epoch: epoch) }
            }
        }
    }

    private func settle(_ result: Result<Void, StoreError>, sequence last: UInt32, epoch: UInt64) {
        // A batch of a life that was dropped meanwhile settles nothing.
        guard epoch == history.epoch else { return }
        switch result {
        case .success:
            committed = last
            release()
        case .failure:
            startReload()
        }
    }

    private func release() {
        var run: [History.Item] = []
        var mover: UInt64?
        for output in queue.release(upTo: committed) {
            if case .entry(let item, let source) = output {
                run.append(item)
                mover = source ?? mover
                continue
            }
            broadcast(run, mover: mover)
            run.removeAll()
            emit(output)
        }
        broadcast(run, mover: mover)
        flushRemote()
    }

    private func emit(_ output: Output) {
        switch output {
        case .entry: break
        case .frame(let member, let bytes):
            if let member = members[member] { deliver(bytes, to: member.outlet) }
        case .farewell(let outlet, let bytes, let code, let reason):
            deliver(bytes, to: outlet)
            flushRemote()
            outlet.loop.run { outlet.close(code, reason) }
        case .attach(let member, let bytes): attach(member, first: bytes)
        case .result(let race): services.record(race.id, id, ResultRecord.encode(race, seats: state.seats))
        }
    }

    // MARK: - A failed commit

    /// Drops what was applied but not committed and folds the log again.
    private func startReload() {
        guard !isReloading else { return }
        isReloading = true
        unsubmitted.removeAll()
        queue.removeAll()
        // What is said meanwhile waits for no record of the dropped life.
        sequence = committed
        // A new epoch at once: what else was in flight belongs to the dropped life.
        history = History(epoch: Hex.word(services.random(8)))
        let services = services
        let id = id
        Task {
            let records = try? await services.log.replay(id)
            self.run { $0.reload(records) }
        }
    }

    private func reload(_ records: [LogRecord]?) {
        guard let records, let folded = RoomState.fold(records.map(\.bytes)) else {
            _ = loop.schedule(1000) { self.assumeIsolated { $0.retryReload() } }
            return
        }
        let roomTime = now
        state = folded
        sequence = UInt32(records.count)
        committed = sequence
        isReloading = false
        origin = loop.now() &- max(roomTime, folded.now)
        for place in state.seats.map(\.number) + [.desk] where state.isHere(place) != isConnected(place) {
            _ = try? apply(.connection(place, isHere: isConnected(place)))
        }
        if state.needsDraw { _ = try? apply(.tick) }
        for (id, member) in members { readmit(id, member) }
    }

    /// Shows a connection the room that lasted. Whose seat did not last comes again by a new connection.
    private func readmit(_ id: UInt64, _ member: Member) {
        if let seat = member.seat, !state.has(seat) {
            drop(id, isAway: false)
            member.outlet.loop.run { member.outlet.close(1013, "storage") }
        } else {
            say(.attach(id, snapshot(for: member.viewer)))
        }
    }

    private func retryReload() {
        isReloading = false
        startReload()
    }

    func isConnected(_ seat: SeatNumber) -> Bool { members.values.contains { $0.seat == seat } }
}
