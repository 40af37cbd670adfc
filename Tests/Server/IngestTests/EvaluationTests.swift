import AmazonLocation
import Geodesy
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

@Suite struct EvaluationTests {
  /// Tracker T linked to collection C with the fence A over (0, 0)...(0.5, 0.5).
  private func engine(
    store: any Store = MemoryStore(), configuration: IngestConfiguration = .init(),
    filtering: PositionFiltering = .timeBased
  ) throws -> Engine {
    let engine = try Engine(store: store, configuration: configuration)
    var settings = TrackerSettings(name: "T")
    settings.positionFiltering = filtering
    _ = try engine.send(.createTracker(settings))
    _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0)]))
    return engine
  }

  @Test func firstSightingInsideEntersAndOnlyTransitionsAreReported() throws {
    let engine = try engine()
    defer { engine.stop() }
    for longitude in [0.1, 0.2, 2, 3, 0.1] {
      engine.clock.advance(milliseconds: 1000)
      try engine.report("d", longitude, 0.1)
    }
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d", "ENTER A d"])
  }

  @Test func exitsComeBeforeEnters() throws {
    let engine = try engine()
    defer { engine.stop() }
    _ = try engine.send(.putGeofences(collection: "C", [square("B", 1, 0), square("AA", 1, 0)]))
    try engine.report("d", 0.1, 0.1)
    engine.clock.advance(milliseconds: 1000)
    try engine.report("d", 1.1, 0.1)
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d", "ENTER AA d", "ENTER B d"])
  }

  @Test func lateSamplesGoToHistoryAndChangeNothing() throws {
    let engine = try engine()
    defer { engine.stop() }
    engine.clock.advance(milliseconds: 100_000)
    try engine.report("d", 2, 0.1)
    try engine.report("d", 0.1, 0.1, age: 10_000)
    try engine.report("d", 0.1, 0.1, age: 10_000)
    #expect(try engine.transitions() == [])
    #expect(try engine.history("d").count == 2)
  }

  @Test func aRetryChangesNothingWhateverTheFilter() throws {
    for filtering in PositionFiltering.allCases {
      let engine = try engine(filtering: filtering)
      defer { engine.stop() }
      let now = engine.clock.now()
      let updates = (0..<10).map { index in
        PositionUpdate(
          device: "d", sampleTime: now.advanced(byMilliseconds: Int64(index - 10) * 7000),
          position: Coordinate(longitude: 0.45 + Double(index) * 0.01, latitude: 0.1), horizontalAccuracy: 5)
      }
      _ = try engine.send(.updatePositions(tracker: "T", updates))
      let history = try engine.history("d")
      let transitions = try engine.transitions()
      engine.clock.advance(milliseconds: 5000)
      _ = try engine.send(.updatePositions(tracker: "T", updates.reversed()))
      #expect(try engine.history("d") == history)
      #expect(try engine.transitions() == transitions)
      #expect(transitions == ["ENTER A d", "EXIT A d"])
    }
  }

  @Test func removalsReportExitsWithTheirReason() throws {
    let engine = try engine()
    defer { engine.stop() }
    try engine.report("d", 0.1, 0.1)
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 5, 5)]))
    try engine.settle()
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0)]))
    try engine.settle()
    _ = try engine.send(.disassociate(tracker: "T", collection: "C"))
    try engine.settle()
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    try engine.settle()
    _ = try engine.send(.deleteGeofences(collection: "C", ["A"]))
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0)]))
    try engine.settle()
    _ = try engine.send(.deleteCollection("C"))
    #expect(
      try engine.transitions() == [
        "ENTER A d", "EXIT A d FENCE_CHANGED", "ENTER A d FENCE_CHANGED", "EXIT A d UNLINKED",
        "ENTER A d", "EXIT A d FENCE_DELETED", "ENTER A d", "EXIT A d COLLECTION_DELETED",
      ])
  }

  @Test func trackerDeletionEmptiesItsFences() throws {
    let engine = try engine()
    defer { engine.stop() }
    try engine.report("d", 0.1, 0.1)
    _ = try engine.send(.deleteTracker("T"))
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d TRACKER_DELETED"])
    #expect(engine.pipeline.position(of: "d", tracker: "T") == nil)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    #expect(engine.pipeline.position(of: "d", tracker: "T") == nil)
  }

  @Test func restartAndCompactionKeepEverything() throws {
    let store = MemoryStore()
    var engine = try engine(store: store)
    for step in 0..<50 {
      engine.clock.advance(milliseconds: 31_000)
      try engine.report("d", step % 4 < 2 ? 0.1 : 2, 0.1 + Double(step) * 0.001, accuracy: 3.5)
      if step % 7 == 0 {
        let history = try engine.history("d")
        let transitions = try engine.transitions()
        if step % 2 == 0 { #expect(engine.pipeline.compact()) }
        #expect(try engine.history("d") == history)
        let clock = engine.clock
        engine.stop()
        engine = try Engine(store: store, clock: clock)
        #expect(try engine.history("d") == history)
        #expect(try engine.transitions() == transitions)
      }
    }
    let transitions = try engine.transitions()
    engine.stop()
    #expect(transitions.count == 25)
  }
}

@Suite struct ClockAheadTests {
  /// What the position operations show must not contradict the events for as long as a clock was ahead.
  @Test func aSampleAheadOfTheClockGivesWayToTheNextArrival() throws {
    let engine = try Engine()
    defer { engine.stop() }
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    try engine.report("d", 0.1, 0.1, age: -295_000)
    engine.clock.advance(milliseconds: 32_000)
    try engine.report("d", 2, 0.1)
    #expect(engine.pipeline.position(of: "d", tracker: "T")?.position.longitude == 2)
  }

  /// Deleting the history between must not make a retry news again.
  @Test func aRetryAheadOfTheClockAfterTheHistoryWent() throws {
    for isCompacted in [false, true] {
      let store = MemoryStore()
      var engine = try Engine(store: store)
      _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
      _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
      _ = try engine.send(.associate(tracker: "T", collection: "C"))
      _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0)]))
      let ahead = PositionUpdate(
        device: "d", sampleTime: engine.clock.now().advanced(byMilliseconds: 200_000),
        position: Coordinate(longitude: 0.1, latitude: 0.1))
      _ = try engine.send(.updatePositions(tracker: "T", [ahead]))
      engine.clock.advance(milliseconds: 1000)
      try engine.report("d", 2, 0.1)
      if isCompacted { #expect(engine.pipeline.compact()) }
      _ = try engine.send(.deletePositionHistory(tracker: "T", devices: ["d"]))
      engine.clock.advance(milliseconds: 1000)
      let clock = engine.clock
      engine.stop()
      engine = try Engine(store: store, clock: clock)
      _ = try engine.send(.updatePositions(tracker: "T", [ahead]))
      #expect(try engine.transitions() == ["ENTER A d", "EXIT A d"])
      #expect(try engine.history("d").isEmpty)
      engine.stop()
    }
  }
}

@Suite struct DroppedDeviceTests {
  /// A deleted tracker's devices leave no rows behind, and their numbers are never another device's.
  @Test func aDeletedTrackersDevicesGoForGood() throws {
    let store = MemoryStore()
    var engine = try Engine(store: store)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    try engine.report("old", 0.1, 0.1)
    #expect(engine.pipeline.compact())
    engine.clock.advance(milliseconds: 60_000)
    // In the journal's tail: a sample of the device whose declaration is compacted already.
    try engine.report("old", 0.2, 0.1)
    _ = try engine.send(.deleteTracker("T"))
    try engine.settle()
    let clock = engine.clock
    engine.stop()
    engine = try Engine(store: store, clock: clock)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    engine.clock.advance(milliseconds: 60_000)
    try engine.report("new", 0.3, 0.1)
    #expect(try engine.history("new").map(\.position.longitude) == [0.3])
    engine.stop()
    engine = try Engine(store: store, clock: clock)
    #expect(try engine.history("new").map(\.position.longitude) == [0.3])
    #expect(engine.pipeline.compact())
    #expect(try engine.history("new").map(\.position.longitude) == [0.3])
    engine.stop()
    var rows = 0
    try store.devices { _ in
      rows += 1
      return true
    }
    #expect(rows == 1)
  }

  @Test func everyCatalogChangeHasItsRevision() throws {
    let store = MemoryStore()
    let engine = try Engine(store: store)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
    try engine.report("d", 0, 0)
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    engine.stop()
    var revisions: [Int64] = []
    try store.journal(after: 0) { record in
      revisions.append(record.catalogRevision)
      return true
    }
    // The link's re-evaluation ends with a change of its own.
    #expect(Array(revisions.prefix(4)) == [1, 2, 2, 3])
  }
}
