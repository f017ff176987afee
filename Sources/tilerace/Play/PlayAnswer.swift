import PuzzleEngine
import RaceProtocol

/// The lines that `play --json` prints.
enum PlayAnswer {
    /// The start, with what it takes to have it again.
    static func start(_ game: PlayGame) -> [UInt8] {
        line { json in
            state(0, game, [], &json)
            json.key("options")
            json.raw(json: game.options.canonical)
            switch game.seed {
            case .phrase(let text):
                json.key("seed")
                json.value(text)
            case .bytes(let seed):
                json.key("seedHex")
                json.value(PlaySeed.hex(seed.bytes))
            }
        }
    }

    /// An accepted action, which the `number`-th line asked for.
    static func step(_ number: UInt64, _ game: PlayGame, _ events: [Event]) -> [UInt8] {
        line { json in
            state(number, game, events, &json)
            guard let closesAt = game.run.closesAt else { return }
            // Without both nobody could tell when the next card may be flipped.
            json.key("time")
            json.value(UInt64(game.run.lastTime))
            json.key("closesAt")
            json.value(UInt64(closesAt))
        }
    }

    /// A line that changed nothing.
    static func refusal(_ number: UInt64, _ code: ErrorCode, _ text: String) -> [UInt8] {
        line { json in
            json.key("ok")
            json.value(false)
            json.key("n")
            json.value(number)
            json.key("code")
            json.value(code.rawValue)
            json.key("text")
            json.value(text)
        }
    }

    private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(members)
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static func state(_ number: UInt64, _ game: PlayGame, _ events: [Event], _ json: inout JSONWriter) {
        json.key("ok")
        json.value(true)
        json.key("n")
        json.value(number)
        json.key("phase")
        json.value("\(game.run.phase)")
        json.key("score")
        json.value(game.run.score)
        json.key("board")
        json.array { json in
            for cell in game.run.cells { json.value(cell) }
        }
        json.key("events")
        json.array { json in
            for event in events { ServerMessage.write(event, to: &json) }
        }
    }
}

extension MoveError {
    /// Why, for whoever plays here.
    func sentence(on run: Run) -> String {
        switch self {
        case .noEffect: "The move changes nothing."
        case .badAction: "The board has no such cell, or the game no such action."
        case .finished: "The game is over."
        case .noUndo: "No undo is left."
        case .alreadyOpen: "This card is open or matched."
        case .tooSoon: "Two wrong cards are shown until \(run.closesAt ?? 0) ms."
        case .nothingToUndo: "There is no move to take back."
        }
    }
}
