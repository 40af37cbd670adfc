import AmazonLocation
import Foundation
import Geodesy
import MusterRuntime
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

/// Folders that earlier versions of the engine left behind, opened by the present one. To add one, run this suite with
/// `MUSTER_WRITE_FIXTURE` set to an empty folder, and keep its `muster.db`.
@Suite struct JournalFixtureTests {
  private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(.enabled(if: ProcessInfo.processInfo.environment["MUSTER_WRITE_FIXTURE"] != nil))
  func writesAFixture() throws {
    let path = try #require(ProcessInfo.processInfo.environment["MUSTER_WRITE_FIXTURE"])
    let store = try SQLiteStore(directory: path)
    let engine = try Engine(store: store)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0), square("B", 0.2, 0)]))
    for (device, longitude): (Identifier, Double) in [("in A", 0.1), ("in both", 0.3), ("away", 5), ("forgotten", 0.1)]
    {
      try engine.report(device, longitude, 0.1, accuracy: 8)
    }
    for (name, key, value) in [("R", "muster:dwell", "10m"), ("S", "muster:evaluation", "confident")] {
      var settings = CollectionSettings(name: Identifier(name))
      settings.tags = PropertyMap([(Identifier(key), value)])
      _ = try engine.send(.createCollection(settings))
      _ = try engine.send(.associate(tracker: "T", collection: settings.name))
    }
    _ = try engine.send(.putGeofences(collection: "R", [square("X", 10, 0)]))
    _ = try engine.send(.putGeofences(collection: "S", [square("Y", 12, 0)]))
    try engine.settle()
    for (device, longitude): (Identifier, Double) in [("stays", 10.1), ("sure", 12.1)] {
      try engine.report(device, longitude, 0.1, accuracy: 8)
    }
    engine.pipeline.compact()
    engine.clock.advance(milliseconds: 60_000)
    try engine.report("stays", 10.2, 0.1)
    try engine.report("sure", 12.1, 0.1, accuracy: 8)
    try engine.report("in A", 0.15, 0.1)
    try engine.report("in A", 0.15, 0.1)
    try engine.report("in A", 0.4, 0.1)
    try engine.report("in A", 3, 0.1, age: 30_000)
    try engine.report("in both", 0.35, 0.1)
    try engine.report("new", 0.1, 0.1)
    _ = try engine.send(.deletePositionHistory(tracker: "T", devices: ["forgotten"]))
    _ = try engine.send(.putGeofences(collection: "C", [square("B", 0.12, 0)]))
    try engine.settle()
    engine.stop()
    store.close()
  }

  /// What earlier versions wrote, in checkpoints and in the journal's tail, goes on as if nothing had happened.
  @Test(arguments: [1, 2])
  func opensEveryVersion(_ version: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("muster-fixture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Self.fixture.appendingPathComponent("Fixtures/journal-\(version)/muster.db"),
      to: folder.appendingPathComponent("muster.db"))
    let store = try SQLiteStore(directory: folder.path)
    defer { store.close() }
    let engine = try Engine(store: store)
    defer { engine.stop() }
    // The second version knew dwell and confident collections.
    func told() throws -> [String] {
      try engine.transitions().filter { line in !["stays", "sure"].contains { line.contains($0) } }
    }
    func toldOfOthers() throws -> [String] {
      try engine.transitions().filter { line in ["stays", "sure"].contains { line.contains($0) } }
    }
    #expect(try toldOfOthers() == (version == 1 ? [] : ["ENTER X stays", "ENTER Y sure"]))
    #expect(
      try told() == [
        "ENTER A in A", "ENTER A in both", "ENTER B in both", "ENTER A forgotten", "ENTER A new",
        "ENTER B in A FENCE_CHANGED",
      ])
    #expect(try engine.history("in A").map(\.position.longitude) == [0.1, 3, 0.15, 0.4])
    #expect(try engine.history("forgotten").isEmpty)
    engine.clock.advance(milliseconds: 120_000)
    for device: Identifier in ["in A", "in both", "away", "forgotten", "new"] { try engine.report(device, 5, 0.1) }
    #expect(
      try told().dropFirst(6) == [
        "EXIT A in A", "EXIT B in A", "EXIT A in both", "EXIT B in both", "EXIT A forgotten", "EXIT A new",
      ])
    guard version > 1 else { return }
    engine.clock.advance(milliseconds: 480_000)
    try engine.report("stays", 10.3, 0.1)
    for _ in 0..<3 {
      engine.clock.advance(milliseconds: 20_000)
      try engine.report("sure", 13, 0.1, accuracy: 8)
    }
    #expect(try toldOfOthers().dropFirst(2).filter { !$0.hasPrefix("UNCERTAIN") } == ["DWELL X stays", "EXIT Y sure"])
  }
}
