import AmazonLocation
import Geodesy
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

/// What other projects' users reported as wrong about order, time, repeats and restarts, as cases of the rules here. The
/// numbers are this project's list of reports; each name says the rule.
@Suite("Bug reports: order, time, repeats, restarts") struct OrderBugReportTests {
  /// Tracker T linked to collection C with the fence A over (0, 0)...(0.5, 0.5) and B over (1, 0)...(1.5, 0.5).
  private func engine(store: any Store = MemoryStore()) throws -> Engine {
    let engine = try Engine(store: store)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0), square("B", 1, 0)]))
    engine.clock.advance(milliseconds: 100_000)
    return engine
  }

  /// Longitudes.
  private let inA = 0.1
  private let inB = 1.1
  private let outside = 3.0

  private func update(_ engine: Engine, _ longitude: Double, age: Int64) -> PositionUpdate {
    PositionUpdate(
      device: "d", sampleTime: engine.clock.now().advanced(byMilliseconds: -age),
      position: Coordinate(longitude: longitude, latitude: 0.1))
  }

  private func bodies(_ engine: Engine) throws -> [String] {
    try engine.settle()
    return try engine.pipeline.events(after: 0, limit: .max).map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("T14: a sample older than the last evaluated one never changes the state") func t14Older() throws {
    let engine = try engine()
    defer { engine.stop() }
    try engine.report("d", inA, 0.1, age: 40_000)
    try engine.report("d", outside, 0.1)
    engine.clock.advance(milliseconds: 5)
    try engine.report("d", inA, 0.1, age: 2005)
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d"])
    #expect(engine.pipeline.position(of: "d", tracker: "T")?.position.longitude == outside)
  }

  @Test("T15: an ENTER that arrives 2 s after the EXIT, by the same clock earlier, is not one") func t15LateEnter()
    throws
  {
    let engine = try engine()
    defer { engine.stop() }
    let late = update(engine, inA, age: 0)
    engine.clock.advance(milliseconds: 1000)
    try engine.report("d", outside, 0.1)
    engine.clock.advance(milliseconds: 2000)
    _ = try engine.send(.updatePositions(tracker: "T", [late]))
    #expect(try engine.transitions() == [])
    #expect(try engine.history("d").count == 2)
  }

  @Test("T17: a batch sent newest first is evaluated by sample time, nothing missed, nothing twice") func t17Batch()
    throws
  {
    let engine = try engine()
    defer { engine.stop() }
    let path = [outside, inA, outside, inB, inA]
    let batch = path.enumerated().map { update(engine, $0.element, age: Int64(path.count - $0.offset) * 1000) }
    _ = try engine.send(.updatePositions(tracker: "T", batch.reversed()))
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d", "ENTER B d", "EXIT B d", "ENTER A d"])
  }

  @Test("T18: one sample's EXIT comes before its ENTER, and both carry its time") func t18ExitFirst() throws {
    let engine = try engine()
    defer { engine.stop() }
    for (from, to) in [(inA, inB), (inB, inA)] {
      engine.clock.advance(milliseconds: 1000)
      try engine.report("d", from, 0.1)
      engine.clock.advance(milliseconds: 1000)
      try engine.report("d", to, 0.1)
    }
    #expect(
      try engine.transitions() == ["ENTER A d", "EXIT A d", "ENTER B d", "EXIT B d", "ENTER A d"])
    let last = try bodies(engine).suffix(2)
    #expect(last.allSatisfy { $0.contains("\"SampleTime\":\"\(engine.clock.now().iso8601)\"") })
  }

  @Test("T19: silence inside, then a report outside hours later: EXIT at the later sample") func t19Gap() throws {
    let engine = try engine()
    defer { engine.stop() }
    try engine.report("d", inA, 0.1)
    engine.clock.advance(milliseconds: 7 * 3_600_000)
    #expect(try engine.transitions() == ["ENTER A d"])
    try engine.report("d", outside, 0.1)
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d"])
    let exit = try #require(try bodies(engine).last)
    #expect(exit.contains("\"SampleTime\":\"\(engine.clock.now().iso8601)\""))
    // The gap is what history shows between the two.
    let times = try engine.history("d").map(\.sampleTime.milliseconds)
    #expect(times.count == 2 && times[1] - times[0] == 7 * 3_600_000)
  }

  @Test("T20: after a restart who was inside still is, without a second ENTER") func t20Restart() throws {
    let store = MemoryStore()
    var engine = try engine(store: store)
    try engine.report("d", inA, 0.1)
    let clock = engine.clock
    for _ in 0..<3 {
      engine.stop()
      engine = try Engine(store: store, clock: clock)
      clock.advance(milliseconds: 1000)
      try engine.report("d", inA + 0.01, 0.1)
    }
    clock.advance(milliseconds: 1000)
    try engine.report("d", outside, 0.1)
    let transitions = try engine.transitions()
    engine.stop()
    #expect(transitions == ["ENTER A d", "EXIT A d"])
  }

  @Test("T22: ENTER and EXIT of one device and fence strictly alternate") func t22Alternate() throws {
    let engine = try engine()
    defer { engine.stop() }
    for longitude in [inA, inA, 0.2, outside, outside, 2.5, inA, inB, inB, outside, inA] {
      engine.clock.advance(milliseconds: 1000)
      try engine.report("d", longitude, 0.1)
    }
    let transitions = try engine.transitions()
    for fence in ["A", "B"] {
      let kinds = transitions.filter { $0.contains(" \(fence) ") }.map { $0.prefix(5) == "ENTER" }
      #expect(!kinds.isEmpty)
      for (index, isEnter) in kinds.enumerated() { #expect(isEnter == (index % 2 == 0), "\(transitions)") }
    }
  }

  @Test("T23: a retried upload makes no new event: the first keeps its id and its time") func t23Retry() throws {
    let engine = try engine()
    defer { engine.stop() }
    let batch = [update(engine, outside, age: 2000), update(engine, inA, age: 1000), update(engine, outside, age: 0)]
    _ = try engine.send(.updatePositions(tracker: "T", batch))
    let before = try bodies(engine)
    #expect(before.count == 2)
    for _ in 0..<3 {
      engine.clock.advance(milliseconds: 60_000)
      _ = try engine.send(.updatePositions(tracker: "T", batch))
    }
    #expect(try bodies(engine) == before)
  }

  @Test("T24: the first sample ever, inside, is an ENTER") func t24First() throws {
    let engine = try engine()
    defer { engine.stop() }
    try engine.report("d", inA, 0.1)
    try engine.report("e", outside, 0.1)
    #expect(try engine.transitions() == ["ENTER A d"])
  }

  @Test("T26: a fence removed or moved away is left at once, and one moved over a device entered, with the reason")
  func t26FenceChanged() throws {
    let engine = try engine()
    defer { engine.stop() }
    try engine.report("d", inA, 0.1)
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 5, 5)]))
    try engine.settle()
    _ = try engine.send(.putGeofences(collection: "C", [square("B", 0, 0)]))
    try engine.settle()
    _ = try engine.send(.deleteGeofences(collection: "C", ["B"]))
    #expect(
      try engine.transitions() == [
        "ENTER A d", "EXIT A d FENCE_CHANGED", "ENTER B d FENCE_CHANGED", "EXIT B d FENCE_DELETED",
      ])
  }

  @Test("T27: a sample far in the future is refused; one a little ahead never blocks what follows") func t27Future()
    throws
  {
    let engine = try engine()
    defer { engine.stop() }
    let day: Int64 = 86_400_000
    for ahead in [300_001, day, 8 * 365 * day, 75 * 365 * day] {
      #expect(try engine.report("d", inA, 0.1, age: -ahead)?.code == .validation)
    }
    #expect(engine.pipeline.position(of: "d", tracker: "T") == nil)
    #expect(try engine.report("d", inA, 0.1, age: -299_000) == nil)
    // Long enough for the filter to store the next one too.
    engine.clock.advance(milliseconds: 31_000)
    try engine.report("d", outside, 0.1)
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d"])
    #expect(engine.pipeline.position(of: "d", tracker: "T")?.position.longitude == outside)
  }

  @Test("T28: a time is an instant whatever its offset, and one without offset is refused") func t28Instants() throws {
    let engine = try engine()
    defer { engine.stop() }
    // Across local midnight and both ends of the offsets, one instant.
    let texts = [
      "2024-06-01T00:01:00Z", "2024-05-31T20:01:00-04:00", "2024-06-01T14:01:00+14:00", "2024-05-31T12:01:00-12:00",
    ]
    #expect(Set(texts.map { Timestamp(iso8601: $0) }).count == 1)
    #expect(Timestamp(iso8601: "2024-05-31T20:01:00") == nil)
    for text in texts {
      let time = try #require(Timestamp(iso8601: text))
      let update = PositionUpdate(device: "d", sampleTime: time, position: Coordinate(longitude: inA, latitude: 0.1))
      _ = try engine.send(.updatePositions(tracker: "T", [update]))
    }
    #expect(try engine.history("d").count == 1)
    #expect(try engine.transitions() == ["ENTER A d"])
  }

  @Test("T29: the same fix sent again is a heartbeat: it is not fresher, and changes nothing") func t29Heartbeat()
    throws
  {
    let engine = try engine()
    defer { engine.stop() }
    let fix = update(engine, inA, age: 0)
    _ = try engine.send(.updatePositions(tracker: "T", [fix]))
    let first = try #require(engine.pipeline.position(of: "d", tracker: "T"))
    for _ in 0..<5 {
      engine.clock.advance(milliseconds: 60_000)
      _ = try engine.send(.updatePositions(tracker: "T", [fix]))
    }
    #expect(engine.pipeline.position(of: "d", tracker: "T")?.sampleTime == first.sampleTime)
    #expect(try engine.history("d").count == 1)
    #expect(try engine.transitions() == ["ENTER A d"])
    // Heard from again: 29 days of heartbeats keep the state alive, so leaving is an EXIT.
    for _ in 0..<2 {
      engine.clock.advance(milliseconds: 20 * 86_400_000)
      _ = try engine.send(.updatePositions(tracker: "T", [fix]))
    }
    try engine.report("d", outside, 0.1)
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d"])
  }
}
