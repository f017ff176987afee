import PuzzleEngine
import RaceProtocol
import Testing

@testable import RaceClient

/// Numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

func seed(_ number: UInt8) throws -> Seed { try #require(Seed(bytes: [UInt8](repeating: number, count: 32))) }

let games: [GameOptions] = {
    do {
        return [
            .twenty48(try Twenty48Options(size: 4, target: 256, undos: .limited(9))),
            .twenty48(try Twenty48Options(size: 6, target: 2048, undos: .unlimited)),
            .sliding(try SlidingOptions(rows: 4, columns: 3)),
            .memory(try MemoryOptions(rows: 4, columns: 4)),
            .memory(try MemoryOptions(rows: 2, columns: 3, closing: .hideAfter(ms: 500))),
        ]
    } catch { return [] }
}()

struct BoardTests {
    @Test(arguments: games)
    func `a board that follows the steps on the wire is the engine's board`(game: GameOptions) throws {
        for number in 1...20 {
            var dice = Dice(state: UInt64(number))
            var run = Run(options: game, seed: try seed(UInt8(number)))
            var board = BoardView(cells: run.cells, undosLeft: run.undosLeft.map { UInt64($0) })
            for turn in 1...200 where run.phase == .playing {
                var events: [Event] = []
                let action = randomAction(game, &dice)
                guard (try? run.apply(action, at: UInt32(turn * 300), events: &events)) != nil else { continue }
                board.apply(try overTheWire(events, run: run, number: UInt32(turn)))
                #expect(board.cells == run.cells, "turn \(turn) \(action)")
                #expect(board.undosLeft == run.undosLeft.map { UInt64($0) })
                #expect(board.score == run.score)
            }
        }
    }

    private func randomAction(_ game: GameOptions, _ dice: inout Dice) -> Action {
        let cell = UInt8.random(in: 0..<game.rows * game.columns, using: &dice)
        switch game.kind {
        case .memory: return .tap(cell: cell)
        case .sliding where cell.isMultiple(of: 2): return .tap(cell: cell)
        case .twenty48 where cell == 0: return .undo
        default: return .move(Direction(rawValue: UInt8.random(in: 0...3, using: &dice)) ?? .up)
        }
    }

    private func overTheWire(_ events: [Event], run: Run, number: UInt32) throws -> StepView {
        var json = JSONWriter()
        json.object { json in
            json.key("t")
            json.literal("events")
            json.key("e")
            json.array { json in
                json.object { json in
                    json.key("k")
                    json.literal("step")
                    json.key("score")
                    json.value(run.score)
                    json.key("d")
                    json.array { json in
                        for event in events { ServerMessage.write(event, to: &json) }
                    }
                    guard events.contains(.undo) else { return }
                    json.key("board")
                    json.array { json in
                        for cell in run.cells { json.value(cell) }
                    }
                }
            }
        }
        guard case .events(_, _, _, let entries) = try ServerFrame.decode(json.bytes),
            case .step(let step)? = entries.first
        else { throw ClientError.refused("no step") }
        return step
    }
}
