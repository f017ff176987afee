import RaceProtocol
import RaceRules

/// A finished race as the store keeps it.
enum ResultRecord {
    /// The race with everything that was shown, and the names of its racers, as JSON.
    static func encode(_ race: Race, seats: [Seat]) -> [UInt8] {
        ServerMessage.result(race, names: seats.map { ($0.number, $0.name, $0.isBot) })
    }
}
