import PuzzleEngine

/// Bytes as a replay: it is read and judged, or refused with a reason.
enum ReplayFuzz {
    static func fault(_ input: [UInt8]) -> String? {
        do throws(ReplayError) {
            let isLong = input.first == UInt8(ascii: "{")
            let replay = try isLong ? Replay(json: input) : Replay(bytes: input)
            guard (isLong ? replay.json : replay.bytes) == input else { return "two spellings of one replay" }
            guard try Replay(json: replay.json) == replay, try Replay(bytes: replay.bytes) == replay else {
                return "a replay that is another in its other form"
            }
            judge(replay)
        } catch { return input.count < error.place ? "a place beyond the end" : nil }
        return nil
    }

    /// Whatever the verdict: it is one, within the budget.
    private static func judge(_ replay: Replay) {
        do throws(ReplayError) { try replay.verify(budget: 2000) } catch {}
    }
}
