// swift-tools-version: 6.2
import PackageDescription

// Layers point one way: Core <- Platform <- Server <- muster. ARCHITECTURE.md explains the rooms.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A library target in `Sources/<folder>`.
func room(_ name: String, _ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(folder)", swiftSettings: strict)
}

/// A test target in `Tests/<folder>`.
func tests(_ folder: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: String(folder.split(separator: "/").last ?? ""),
    dependencies: dependencies + ["TestSupport"], path: "Tests/\(folder)", exclude: exclude,
    swiftSettings: strict)
}

let core: [Target] = [
  room("MusterValues", "Core/Values"),
  room("Geodesy", "Core/Geodesy", ["MusterValues"]),
  room("Geofencing", "Core/Geofencing", ["MusterValues", "Geodesy"]),
  room("AmazonLocation", "Core/AmazonLocation", ["MusterValues", "Geodesy"]),
  room("Policies", "Core/Policies", ["MusterValues"]),
  room("MovementSimulation", "Core/Simulation", ["MusterValues", "Geodesy", "Geofencing"]),
]

let platform: [Target] = [
  room("MusterRuntime", "Platform/Runtime", ["MusterValues"]),
  room("MusterCrypto", "Platform/Crypto", ["CCrypto"]),
  room("MusterJSON", "Platform/JSON", ["MusterValues", "CSimdJSON"]),
  room("MusterSQLite", "Platform/SQLite", ["CSQLite"]),
  room("MusterHTTPClient", "Platform/HTTPClient", ["MusterRuntime", "CCurl"]),
]

let server: [Target] = [
  room("MusterHTTPServer", "Server/HTTPServer", ["MusterValues", "MusterRuntime", "CMicroHTTPD"]),
  room("MusterStorage", "Server/Storage", ["MusterValues", "MusterRuntime", "MusterSQLite"]),
  room("MusterIdentity", "Server/Identity", ["MusterValues", "MusterRuntime", "AmazonLocation", "MusterCrypto"]),
  room(
    "MusterIngest", "Server/Ingest",
    ["MusterValues", "Geodesy", "Geofencing", "AmazonLocation", "MusterRuntime", "MusterCrypto", "MusterStorage"]),
  room(
    "MusterService", "Server/Service",
    [
      "MusterValues", "Geodesy", "Geofencing", "AmazonLocation", "MusterRuntime", "MusterCrypto", "MusterJSON",
      "MusterHTTPServer", "MusterStorage", "MusterIdentity", "MusterIngest",
    ]),
]

/// One tiny target per C library: module map and shim header, nothing else.
let system: [Target] = [
  .systemLibrary(
    name: "CMicroHTTPD", path: "Sources/System/CMicroHTTPD", pkgConfig: "libmicrohttpd",
    providers: [.apt(["libmicrohttpd-dev"])]),
  .systemLibrary(name: "CSQLite", path: "Sources/System/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CCrypto", path: "Sources/System/CCrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(
    name: "CCurl", path: "Sources/System/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  .target(
    name: "CSimdJSON", path: "Sources/System/CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
]

let commandLine: [Target] = [
  room(
    "MusterCommandLine", "muster/CommandLine",
    [
      "MusterValues", "Geodesy", "AmazonLocation", "MovementSimulation", "Policies", "MusterRuntime", "MusterCrypto",
      "MusterJSON", "MusterHTTPClient", "MusterHTTPServer", "MusterService",
    ]),
  .executableTarget(
    name: "muster", dependencies: ["MusterCommandLine"], path: "Sources/muster/Executable", swiftSettings: strict),
]

/// `make bench`: what the README's figures come from.
let benchmarks: [Target] = [
  .executableTarget(
    name: "muster-bench",
    dependencies: ["MusterValues", "Geodesy", "AmazonLocation", "MusterCrypto", "CMicroHTTPD"],
    path: "Benchmarks/Load", swiftSettings: strict),
  .executableTarget(
    name: "muster-simulate", dependencies: ["Geodesy", "Geofencing", "MovementSimulation"],
    path: "Benchmarks/Confidence", swiftSettings: strict),
  .systemLibrary(name: "CMalloc", path: "Benchmarks/CMalloc"),
  .executableTarget(
    name: "muster-bench-fences", dependencies: ["Geodesy", "Geofencing", "MusterRuntime", "CMalloc"],
    path: "Benchmarks/Fences",
    swiftSettings: strict),
]

let testTargets: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["MusterValues"], path: "Tests/Support/TestSupport", swiftSettings: strict),
  tests("Core/ValuesTests", ["MusterValues"]),
  .target(name: "ExactGeometry", dependencies: ["Geodesy"], path: "Tests/Support/ExactGeometry", swiftSettings: strict),
  tests("Core/GeodesyTests", ["MusterValues", "Geodesy", "ExactGeometry"]),
  tests("Core/GeofencingTests", ["MusterValues", "Geodesy", "Geofencing", "ExactGeometry"]),
  tests("Core/AmazonLocationTests", ["MusterValues", "Geodesy", "AmazonLocation", "MusterCrypto", "MusterJSON"]),
  tests("Core/PoliciesTests", ["MusterValues", "Policies", "MusterJSON"], exclude: ["Decisions"]),
  tests("Core/SimulationTests", ["MusterValues", "Geodesy", "Geofencing", "MovementSimulation"]),
  tests(
    "Platform/PlatformTests",
    ["MusterValues", "MusterRuntime", "MusterCrypto", "MusterJSON", "MusterSQLite", "MusterHTTPClient"]),
  tests("Server/HTTPServerTests", ["MusterValues", "MusterRuntime", "MusterHTTPServer", "MusterHTTPClient"]),
  .target(
    name: "CFaultyVFS", path: "Tests/Support/CFaultyVFS",
    cSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("sqlite3")]),
  tests(
    "Server/StorageTests", ["MusterValues", "MusterRuntime", "MusterStorage", "MusterSQLite", "CFaultyVFS"],
    exclude: ["Fixtures"]),
  tests("Server/IdentityTests", ["MusterValues", "AmazonLocation", "MusterCrypto", "MusterIdentity", "MusterJSON"]),
  tests(
    "Server/IngestTests",
    [
      "MusterValues", "Geodesy", "Geofencing", "AmazonLocation", "MusterRuntime", "MusterStorage", "MusterIngest",
      "CFaultyVFS",
    ], exclude: ["Fixtures", "PlantedBugs"]),
  tests(
    "Server/ServiceTests",
    [
      "MusterValues", "Geodesy", "Geofencing", "AmazonLocation", "MusterRuntime", "MusterCrypto", "MusterJSON",
      "MusterHTTPServer", "MusterHTTPClient", "MusterStorage", "MusterIdentity", "MusterIngest", "MusterService",
    ]),
  tests(
    "muster/CommandLineTests",
    ["MusterCommandLine", "MusterValues", "MusterRuntime", "MusterJSON", "Geodesy", "MovementSimulation"]),
]

/// Built for `Scripts/fuzz` only: its entry point belongs to libFuzzer.
let fuzzing: [Target] =
  Context.environment["MUSTER_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "parser-fuzzer",
      dependencies: [
        "MusterValues", "Geodesy", "Geofencing", "AmazonLocation", "Policies", "MusterJSON", "MusterCrypto",
        "MusterService",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
  ]

let package = Package(
  name: "muster",
  products: [
    .library(name: "Geodesy", targets: ["Geodesy", "MusterValues"]),
    .library(name: "Geofencing", targets: ["Geofencing", "Geodesy", "MusterValues"]),
    .library(name: "MusterJSON", targets: ["MusterJSON", "MusterValues"]),
    .executable(name: "muster", targets: ["muster"]),
  ],
  targets: core + platform + server + system + commandLine + benchmarks + fuzzing + testTargets,
  cxxLanguageStandard: .cxx17
)
