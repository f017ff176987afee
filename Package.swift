// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
/// Engine sources are compiled by Embedded Swift too, for the browser.
let embedded: [SwiftSetting] = strict + [.treatWarning("EmbeddedRestrictions", as: .error)]

let package = Package(
    name: "tilerace",
    products: [
        .executable(name: "tilerace", targets: ["tilerace"])
    ],
    targets: [
        // C libraries, as Debian packages them; a shim stands beside one only where Swift cannot call it.
        .systemLibrary(
            name: "CLibwebsockets", pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev", "libwebsockets-evlib-ev", "libev-dev"])]),
        .target(
            name: "CLibwebsocketsShim", dependencies: ["CLibwebsockets"], linkerSettings: [.linkedLibrary("ev")]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        .target(name: "PuzzleEngine", swiftSettings: embedded),
        .target(name: "CWasmAllocator"),
        .target(
            name: "PuzzleEngineWasm", dependencies: ["PuzzleEngine", "CWasmAllocator"], swiftSettings: embedded),
        .target(name: "RaceRules", dependencies: ["PuzzleEngine"], swiftSettings: strict),
        .target(name: "RaceProtocol", dependencies: ["PuzzleEngine", "RaceRules"], swiftSettings: strict),
        .target(
            name: "RaceStore", dependencies: ["RaceRules", "PuzzleEngine", "CSQLite"], swiftSettings: strict),
        .target(
            name: "WebSocketServer",
            dependencies: ["CLibwebsockets", "CLibwebsocketsShim", "COpenSSL", "CZlib", "CBrotli"],
            swiftSettings: strict),
        .target(
            name: "RaceRooms", dependencies: ["RaceProtocol", "RaceRules", "RaceStore", "PuzzleEngine"],
            swiftSettings: strict),
        .target(
            name: "RaceClient", dependencies: ["RaceProtocol", "PuzzleEngine", "CLibwebsockets", "CLibwebsocketsShim"],
            swiftSettings: strict),
        .executableTarget(
            name: "tilerace",
            dependencies: [
                "PuzzleEngine", "RaceRules", "RaceProtocol", "RaceStore", "WebSocketServer", "RaceRooms", "RaceClient",
                "COpenSSL",
            ],
            swiftSettings: strict),

        .target(
            name: "RaceTestKit", dependencies: ["PuzzleEngine", "RaceRules", "RaceStore"], path: "Tests/RaceTestKit",
            swiftSettings: strict),
        .target(
            name: "EngineFuzz", dependencies: ["PuzzleEngine"], path: "Tests/Fuzz", exclude: ["run"],
            swiftSettings: strict),
        .executableTarget(
            name: "engine-check", dependencies: ["EngineFuzz", "PuzzleEngine"], path: "Tests/EngineCheck",
            swiftSettings: strict),
        .testTarget(
            name: "PuzzleEngineTests", dependencies: ["PuzzleEngine", "EngineFuzz", "COpenSSL"], swiftSettings: strict),
        .testTarget(
            name: "RaceRulesTests", dependencies: ["RaceRules", "PuzzleEngine", "RaceTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "RaceProtocolTests", dependencies: ["RaceProtocol", "RaceRules", "PuzzleEngine", "RaceTestKit"],
            swiftSettings: strict),
        .testTarget(name: "RaceStoreTests", dependencies: ["RaceStore", "CSQLite"], swiftSettings: strict),
        .testTarget(
            name: "RaceClientTests",
            dependencies: ["RaceClient", "RaceProtocol", "RaceRules", "PuzzleEngine", "WebSocketServer"],
            swiftSettings: strict),
        .testTarget(
            name: "WebSocketServerTests", dependencies: ["WebSocketServer"], swiftSettings: strict),
        .testTarget(
            name: "RaceRoomsTests", dependencies: ["RaceRooms", "RaceStore", "RaceRules", "RaceTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "LiveTests", dependencies: ["RaceClient", "RaceProtocol", "PuzzleEngine", "RaceStore", "RaceRules"],
            swiftSettings: strict),
        .testTarget(name: "PlayTests", swiftSettings: strict),
        .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
