import AmazonLocation
import Foundation
import Geodesy
import Geofencing
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

/// An engine with tracker T linked to collection C, restarted at will: what extras tell must not depend on it.
final class ExtrasStage {
  private(set) var engine: Engine
  let store: MemoryStore
  let clock: FakeClock
  let configuration: IngestConfiguration
  /// Whether every step is followed by a restart, now and then after a compaction.
  let restarts: Bool
  private var steps = 0

  init(
    _ tags: [(Identifier, String)] = [], at time: String = "2026-12-01T12:00:00Z", restarts: Bool = false,
    profile: EvaluationProfile = .muster, confidence: ConfidenceRules = ConfidenceRules()
  ) throws {
    store = MemoryStore()
    clock = FakeClock(Timestamp(iso8601: time) ?? .distantPast)
    var configuration = IngestConfiguration(profile: profile)
    configuration.confidence = confidence
    self.configuration = configuration
    self.restarts = restarts
    engine = try Engine(store: store, clock: clock, configuration: configuration)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    var settings = CollectionSettings(name: "C")
    settings.tags = PropertyMap(tags)
    _ = try engine.send(.createCollection(settings))
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
  }

  func stop() { engine.stop() }

  /// A fence of half a degree's side, its south-west corner on the equator.
  func put(_ id: Identifier, _ west: Double, _ properties: [(Identifier, String)] = []) throws {
    let plain = try square(id, west, 0)
    let put = GeofencePut(
      id: id, geometry: plain.geometry, shape: plain.shape, properties: PropertyMap(properties))
    _ = try engine.send(.putGeofences(collection: "C", [put]))
    try step()
  }

  func see(_ device: Identifier, _ longitude: Double, age: Int64 = 0, tracker: Identifier = "T") throws {
    try engine.report(device, longitude, 0.1, age: age * 1000, tracker: tracker)
    try step()
  }

  func send(_ command: Command) throws {
    _ = try engine.send(command)
    try step()
  }

  func wait(_ seconds: Int64) throws {
    clock.advance(milliseconds: seconds * 1000)
    try step()
  }

  func set(_ time: String) throws {
    guard let moment = Timestamp(iso8601: time) else { return }
    clock.advance(milliseconds: moment.milliseconds(since: clock.now()))
    try step()
  }

  private func step() throws {
    try engine.settle()
    guard restarts else { return }
    steps += 1
    if steps % 3 == 0 { engine.pipeline.compact() }
    let before = engine.pipeline.cell.read { $0.devices }
    engine.stop()
    engine = try Engine(store: store, clock: clock, configuration: configuration)
    try engine.settle()
    // Memories and beliefs included.
    #expect(engine.pipeline.cell.read { $0.devices } == before)
  }

  /// Every event's own words, `ENTER A d`, with what else it has to say.
  func told() throws -> [String] {
    try engine.settle()
    return try engine.pipeline.events(after: 0, limit: .max).map { event in
      let envelope = try JSONSerialization.jsonObject(with: Data(event.body)) as? [String: Any]
      guard let detail = envelope?["detail"] as? [String: Any] else { return "?" }
      var parts = ["EventType", "GeofenceId", "DeviceId", "Reason"].compactMap { detail[$0] as? String }
      for name in ["DwellSeconds", "Count", "Minimum"] {
        if let number = detail[name] as? Int { parts.append("\(number)") }
      }
      if let metres = detail["Distance"] as? Double { parts.append("\(Int(metres.rounded()))m") }
      return parts.joined(separator: " ")
    }
  }

  /// Event ids are given once.
  func idsAreUnique() throws -> Bool {
    let ids = try engine.pipeline.events(after: 0, limit: .max).map(\.id.uuid)
    return Set(ids).count == ids.count
  }
}
