import Foundation
import Testing

/// Who may import whom: the design's table. Modules of the toolchain are free, but for the engine.
private let mayImport: [String: Set<String>] = [
    "PuzzleEngine": [],
    "PuzzleEngineWasm": ["PuzzleEngine"],
    "RaceRules": ["PuzzleEngine"],
    "RaceProtocol": ["PuzzleEngine", "RaceRules"],
    "RaceStore": ["RaceRules", "PuzzleEngine", "CSQLite"],
    "WebSocketServer": ["CLibwebsockets", "CLibwebsocketsShim", "COpenSSL", "CZlib", "CBrotli"],
    "RaceRooms": ["RaceProtocol", "RaceRules", "RaceStore", "PuzzleEngine"],
    "RaceClient": ["RaceProtocol", "RaceRules", "PuzzleEngine", "CLibwebsockets", "CLibwebsocketsShim"],
    "tilerace": [
        "PuzzleEngine", "RaceRules", "RaceProtocol", "RaceStore", "WebSocketServer", "RaceRooms", "RaceClient",
        "COpenSSL",
    ],
]

private let toolchain: Set<String> = ["Foundation", "Glibc", "Synchronization", "Dispatch"]

@Suite struct `Import directions` {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources").standardizedFileURL

    @Test(arguments: mayImport.keys.sorted()) func `a module imports only what the table allows`(module: String) throws
    {
        let allowed = try #require(mayImport[module])
        let free = module.hasPrefix("PuzzleEngine") ? [] : toolchain
        for file in try swiftFiles(of: module) {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else { continue }
                let imported = String(words[place + 1].split(separator: ".")[0])
                #expect(
                    allowed.contains(imported) || free.contains(imported),
                    "\(module)/\(file.lastPathComponent) imports \(imported)")
            }
        }
    }

    @Test func `every Swift module has its row in the table`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        for folder in folders where try !swiftFiles(of: folder).isEmpty {
            #expect(mayImport[folder] != nil, "\(folder)")
        }
    }

    private func swiftFiles(of module: String) throws -> [URL] {
        let folder = Self.sources.appending(path: module)
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path))
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
    }
}
