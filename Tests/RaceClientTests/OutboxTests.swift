import PuzzleEngine
import Testing

@testable import RaceClient

struct OutboxTests {
    @Test func `actions are numbered on from what was judged and wait until answered`() {
        var outbox = ActionOutbox()
        #expect(outbox.add(.undo) == nil)
        outbox.synchronise(race: "a", judged: 7)
        #expect(outbox.add(.move(.left))?.number == 8)
        #expect(outbox.add(.move(.up))?.number == 9)
        outbox.settle(8)
        #expect(outbox.pending.map(\.number) == [9])
        outbox.settle(9)
        #expect(outbox.add(.undo)?.number == 10)
    }

    @Test func `B61: a new state of the same race keeps what it has not judged, another race nothing`() {
        var outbox = ActionOutbox()
        outbox.synchronise(race: "a", judged: 0)
        for _ in 1...4 { _ = outbox.add(.move(.left)) }
        outbox.synchronise(race: "a", judged: 2)
        #expect(outbox.pending.map(\.number) == [3, 4])
        #expect(outbox.add(.move(.up))?.number == 5)
        outbox.synchronise(race: "a", judged: 1)
        #expect(outbox.pending.isEmpty)
        #expect(outbox.add(.move(.up))?.number == 2)
        outbox.synchronise(race: "b", judged: 0)
        #expect(outbox.pending.isEmpty)
        #expect(outbox.add(.move(.up))?.number == 1)
    }

    @Test func `no more than 32 actions wait`() {
        var outbox = ActionOutbox()
        outbox.synchronise(race: "a", judged: 0)
        for _ in 1...32 { #expect(outbox.add(.undo) != nil) }
        #expect(outbox.add(.undo) == nil)
        outbox.settle(1)
        #expect(outbox.add(.undo)?.number == 33)
    }
}

struct BackoffTests {
    @Test func `B70: delays spread by chance, grow to a limit, and start anew only after a stable connection`() {
        var lucky = Backoff()
        var unlucky = Backoff()
        var last = 0.0
        for _ in 1...8 {
            let least = lucky.next(chance: 0)
            let most = unlucky.next(chance: 0.999_999)
            #expect(least < most / 2)
            #expect(most >= last && most <= Backoff.last + 50)
            last = most
        }
        unlucky.ended(after: Backoff.stable - 1)
        #expect(unlucky.next(chance: 0.5) > Backoff.last / 4)
        unlucky.ended(after: Backoff.stable)
        #expect(unlucky.next(chance: 0.5) <= Backoff.first / 2 + 50)
    }

    @Test func `B70: of 300 clients no more than a quarter come back within 250 ms`() {
        var dice = Dice(state: 1)
        let times = (0..<300).map { _ in
            var backoff = Backoff()
            return backoff.next(chance: Double.random(in: 0..<1, using: &dice))
        }
        for start in times { #expect(times.count { $0 >= start && $0 < start + 250 } <= 75) }
    }
}
