/// How a race's seed is promised before anybody is ready, and made from what everybody adds.
public enum FairPlay {
    /// SHA-256(`tilerace/commit/1` ‖ lp(race id) ‖ secret ‖ salt ‖ lp(canonical options)), lp = `u32` length prefix,
    /// most significant byte first. The canonical options hold the rules version.
    public static func commitment(raceID: [UInt8], secret: [UInt8], salt: [UInt8], options: GameOptions) -> [UInt8] {
        var message: [UInt8] = []
        message.append(text: "tilerace/commit/1")
        message.append(counted: raceID, size: 4)
        message.append(contentsOf: secret)
        message.append(contentsOf: salt)
        message.append(counted: options.canonical, size: 4)
        return SHA256.hash(message)
    }

    /// SHA-256(`tilerace/seed/1` ‖ secret ‖ contributions in seat order).
    public static func seed(secret: [UInt8], contributions: [[UInt8]]) -> Seed {
        var message: [UInt8] = []
        message.append(text: "tilerace/seed/1")
        message.append(contentsOf: secret)
        for contribution in contributions { message.append(contentsOf: contribution) }
        return Seed(digest: SHA256.hash(message))
    }

    /// SHA-256(`tilerace/phrase/1` ‖ UTF-8 of the phrase in NFC): the open seed that a host types. The caller normalises.
    public static func seed(phraseNFC utf8: [UInt8]) -> Seed {
        var message: [UInt8] = []
        message.append(text: "tilerace/phrase/1")
        message.append(contentsOf: utf8)
        return Seed(digest: SHA256.hash(message))
    }
}
