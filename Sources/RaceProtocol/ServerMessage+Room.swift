import PuzzleEngine
public import RaceRules

extension ServerMessage {
    /// Whose view of a room is encoded.
    public enum Viewer: Equatable, Sendable {
        /// The racer on this seat.
        case racer(SeatNumber)
        /// Somebody without a seat.
        case spectator
        /// The host at the desk, who sees what spectators see.
        case host

        /// The seat, if any.
        public var seat: SeatNumber? {
            switch self {
            case .racer(let seat): seat
            case .spectator, .host: nil
            }
        }

        private var role: ClientMessage.Role {
            switch self {
            case .racer: .racer
            case .spectator: .spectator
            case .host: .host
            }
        }

        /// What the viewer is told of their own place.
        fileprivate func write(in room: RoomState, to json: inout JSONWriter) {
            json.object { json in
                json.member("seat", seat: seat)
                json.member("role", role.rawValue)
                json.member("host", self == .host ? room.host == .desk : seat != nil && room.host == seat)
                json.member("muted", seat.flatMap(room.seat)?.isMuted ?? false)
            }
        }
    }

    /// The whole room as `viewer` may see it.
    public static func room(
        _ room: RoomState, code: RoomCode, at position: Position, now: UInt64, watchers: Int, viewer: Viewer
    ) -> [UInt8] {
        frame("room") { json in
            json.member("room", code.description)
            json.member("at", ascii: position.ascii)
            json.member("now", now)
            json.key("you")
            viewer.write(in: room, to: &json)
            json.key("host")
            write(room.hostShown, to: &json)
            json.member("locked", room.isLocked)
            json.key("options")
            OptionFields.write(room.options, to: &json)
            json.key("seats")
            json.array { json in
                for seat in room.seats { write(seat, in: room.phase, to: &json) }
            }
            json.member("watchers", UInt64(watchers))
            json.member("phase", room.phase.rawValue)
            json.key("next")
            writeNext(room.commitment, to: &json)
            json.key("race")
            if let race = room.race { write(race, in: room.phase, for: viewer, to: &json) } else { json.null() }
        }
    }

    static func write(_ host: Host?, to json: inout JSONWriter) {
        guard let host else { return json.null() }
        json.object { json in
            json.member("seat", seat: host.seat)
            json.member("name", host.name)
            json.member("here", host.isHere)
        }
    }

    private static func writeNext(_ next: (RaceID, [UInt8])?, to json: inout JSONWriter) {
        json.object { json in
            json.member("race", ascii: next?.0.ascii ?? RaceID(rawValue: 0).ascii)
            json.member("commitment", ascii: Hex.encode(next?.1 ?? [UInt8](repeating: 0, count: 32)))
        }
    }

    static func write(_ seat: Seat, in phase: RoomState.Phase, to json: inout JSONWriter) {
        json.object { json in
            json.member("seat", seat: seat.number)
            json.member("name", seat.name)
            json.member("bot", seat.isBot)
            json.member("here", seat.isHere)
            json.member("ready", seat.isReady)
            json.member("rematch", seat.isReady && phase == .finished)
            json.member("wins", UInt64(seat.wins))
            json.member("muted", seat.isMuted)
        }
    }

    static func write(_ race: Race, in phase: RoomState.Phase, for viewer: Viewer, to json: inout JSONWriter) {
        json.object { json in
            json.member("race", ascii: race.id.ascii)
            json.member("no", UInt64(race.number))
            json.member("commitment", ascii: Hex.encode(race.draw.commitment(to: race.game)))
            json.key("seats")
            json.array { json in
                for racer in race.racers { json.value(UInt64(racer.seat.rawValue)) }
            }
            json.key("clock")
            write(race.clock, to: &json)
            json.key("closesAt")
            if let closesAt = race.closesAt { json.value(UInt64(closesAt)) } else { json.null() }
            json.key("boards")
            write(View.boards(of: race, in: phase, for: viewer.seat), to: &json)
            json.key("ranks")
            write(race.ranks, to: &json)
            json.key("reveal")
            if phase == .finished { writeReveal(of: race, to: &json) } else { json.null() }
        }
    }

    static func write(_ clock: RaceClock, to json: inout JSONWriter) {
        json.object { json in
            json.member("base", UInt64(clock.base))
            json.key("at")
            if let at = clock.at { json.value(at) } else { json.null() }
        }
    }

    static func write(_ boards: [Board], to json: inout JSONWriter) {
        json.array { json in
            for board in boards { write(board, to: &json) }
        }
    }

    private static func write(_ board: Board, to json: inout JSONWriter) {
        json.object { json in
            json.member("seat", seat: board.seat)
            json.member("n", UInt64(board.judged))
            json.key("cells")
            json.array { json in
                for cell in board.cells { json.value(cell) }
            }
            json.member("score", board.score)
            json.member("moves", UInt64(board.moves))
            json.key("undos")
            if let left = board.undosLeft { json.value(UInt64(left)) } else { json.value(-1) }
            json.member("state", board.state.rawValue)
            json.member("ms", UInt64(board.time))
            if let closesAt = board.closesAt { json.member("closesAt", UInt64(closesAt)) }
        }
    }

    static func write(_ ranks: [Rank], to json: inout JSONWriter) {
        json.array { json in
            for rank in ranks {
                json.object { json in
                    json.member("seat", seat: rank.seat)
                    json.member("rank", UInt64(rank.rank))
                    json.member("state", rank.state.rawValue)
                    json.member("ms", UInt64(rank.time))
                    json.member("score", rank.score)
                    json.member("moves", UInt64(rank.moves))
                }
            }
        }
    }

    static func writeReveal(of race: Race, to json: inout JSONWriter) {
        json.object { json in
            json.member("secret", ascii: Hex.encode(race.draw.secret))
            json.member("salt", ascii: Hex.encode(race.draw.salt))
            json.key("contributions")
            json.array { json in
                for racer in race.racers {
                    json.object { json in
                        json.member("seat", seat: racer.seat)
                        json.member("entropy", ascii: Hex.encode(racer.entropy.bytes))
                    }
                }
            }
            json.member("options", String(decoding: race.game.canonical, as: UTF8.self))
            json.member("rules", UInt64(rulesVersion))
        }
    }
}

extension ServerMessage {
    /// A finished race as the store and the API keep it: the race as `room` shows it, with the racers' names.
    public static func result(_ race: Race, names: [(seat: SeatNumber, name: String, isBot: Bool)]) -> [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.key("names")
            json.array { json in
                for one in names where race.racer(on: one.seat) != nil {
                    json.object { json in
                        json.member("seat", seat: one.seat)
                        json.member("name", one.name)
                        json.member("bot", one.isBot)
                    }
                }
            }
            json.key("race")
            write(race, in: .finished, for: .spectator, to: &json)
        }
        return json.bytes
    }

    /// What a person may know of a room before joining it.
    public static func summary(_ room: RoomState, code: RoomCode) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("room", code.description)
            json.key("options")
            OptionFields.write(room.options, to: &json)
            json.member("phase", room.phase.rawValue)
            json.key("seats")
            json.array { json in
                for seat in room.seats {
                    json.object { json in
                        json.member("name", seat.name)
                        json.member("here", seat.isHere)
                    }
                }
            }
        }
        return json.bytes
    }
}
