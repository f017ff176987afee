public import RaceRules

/// Why a message was refused. Raw values are the protocol's; pages make their texts from them.
public enum ErrorCode: String, Error, CaseIterable, Sendable {
    case badJSON = "bad-json"
    case badMessage = "bad-message"
    case tooLarge = "too-large"
    case helloFirst = "hello-first"
    case version
    case badName = "bad-name"
    case badToken = "bad-token"
    case unknownRoom = "unknown-room"
    case roomFull = "room-full"
    case notJoined = "not-joined"
    case notAllowed = "not-allowed"
    case notHost = "not-host"
    case badOptions = "bad-options"
    case stale
    case finished
    case paused
    case noEffect = "no-effect"
    case badAction = "bad-action"
    case noUndo = "no-undo"
    case alreadyOpen = "already-open"
    case tooSoon = "too-soon"
    case tooMany = "too-many"
    case takenOver = "taken-over"
    case kicked
    case locked
    case storage
    case restarting
    case slow
    case `internal`

    /// The code of a refused input; nil for a gap, which is answered by the whole room.
    public init?(_ refusal: Refusal) { self.init(rawValue: refusal.rawValue) }

    /// What was wrong and what would be right, for those who write programs.
    public var text: String {
        switch self {
        case .badJSON: "The frame is not one JSON object in UTF-8."
        case .badMessage:
            "The message's type is unknown, or a field is missing or of another type than the contract says."
        case .tooLarge: "The frame is larger than 4096 bytes."
        case .helloFirst: "Send hello before anything else, once."
        case .version: "This server speaks protocol version 1: send v = 1, or load the page again."
        case .badName: "A name has 1 to 20 visible characters without control or direction marks."
        case .badToken: "A token has 43 characters of base64url, as welcome gave it."
        case .unknownRoom: "There is no such room."
        case .roomFull: "All 16 seats are taken; join as a spectator."
        case .notJoined: "Join a room as a racer first."
        case .notAllowed: "Not in this phase of the room, or not in your role."
        case .notHost: "Only the room's host may do this."
        case .badOptions: "An option is unknown for this game or out of its range; asyncapi.yaml lists them."
        case .stale: "This is not the room's current race."
        case .finished: "Your race is over."
        case .paused: "The race clock stands after a restart; send the action again when it runs."
        case .noEffect: "The move changes nothing."
        case .badAction: "The board has no such cell, or the game no such action."
        case .noUndo: "There is nothing to undo, or no undo left."
        case .alreadyOpen: "This card is open or matched."
        case .tooSoon: "Two wrong cards are still shown."
        case .tooMany: "Too many requests; try again later."
        case .takenOver: "This seat was opened in another window."
        case .kicked: "The host has closed this room to you for ten minutes."
        case .locked: "The host lets nobody new take a seat; join as a spectator."
        case .storage: "The server cannot store moves just now; nothing was changed."
        case .restarting: "The server restarts; connect again in a moment."
        case .internal: "The server has made a mistake and closes the connection; connect again."
        case .slow: "The connection was too slow to follow; connect again."
        }
    }

    /// The same message may succeed later.
    public var mayRetry: Bool {
        switch self {
        case .paused, .roomFull, .locked, .internal, .tooMany, .storage, .restarting, .slow: true
        default: false
        }
    }
}

/// A refused message: an `error` frame in the making.
public struct ProtocolError: Error, Equatable, Sendable {
    /// Why.
    public let code: ErrorCode
    /// Type of the refused message, where it could be read.
    public let regarding: String?

    /// An error about a message of type `regarding`.
    public init(_ code: ErrorCode, regarding: String? = nil) {
        self.code = code
        self.regarding = regarding
    }
}
