public import RaceStore

/// Takes finished races to the store, one at a time, until each is kept. A race id is unique there: repeats, after a
/// restart or an unclear failure, are harmless.
public actor Recorder {
    private let save: @Sendable (RaceResult) async throws(StoreError) -> Void
    private let pause: @Sendable () async -> Void
    private var waiting: [RaceResult] = []
    private var isSaving = false

    /// Saves by `save`; after a failure waits for `pause` and tries again.
    public init(
        save: @escaping @Sendable (RaceResult) async throws(StoreError) -> Void,
        pause: @escaping @Sendable () async -> Void
    ) {
        self.save = save
        self.pause = pause
    }

    /// Keeps a result for ever; returns at once.
    public nonisolated func keep(_ result: RaceResult) {
        Task { await self.add(result) }
    }

    private func add(_ result: RaceResult) async {
        waiting.append(result)
        guard !isSaving else { return }
        isSaving = true
        while let next = waiting.first {
            do throws(StoreError) {
                try await save(next)
                waiting.removeFirst()
            } catch {
                if error.code == .closed { break }
                await pause()
            }
        }
        isSaving = false
    }
}
