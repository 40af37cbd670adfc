import AmazonLocation
import Foundation
import Geodesy
import Geofencing
import MusterRuntime
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

/// Cases that the property tests found, one by one.
@Suite struct CornerCaseTests {
  /// Tracker T linked to collection C with the fence A over (0, 0)...(0.5, 0.5).
  private func engine(
    store: any Store = MemoryStore(), configuration: IngestConfiguration = .init()
  ) throws -> Engine {
    let engine = try Engine(store: store, configuration: configuration)
    _ = try engine.send(.createTracker(TrackerSettings(name: "T")))
    _ = try engine.send(.createCollection(CollectionSettings(name: "C")))
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0, 0)]))
    try engine.settle()
    return engine
  }

  private func update(_ engine: Engine, _ longitude: Double, age: Int64 = 0) -> PositionUpdate {
    PositionUpdate(
      device: "d", sampleTime: engine.clock.now().advanced(byMilliseconds: -age),
      position: Coordinate(longitude: longitude, latitude: 0.1))
  }

  @Test func aDeviceThatEntersInTheCommitThatDeletesTheCollectionLeavesIt() throws {
    let engine = try engine()
    defer { engine.stop() }
    _ = engine.sendTogether([
      .updatePositions(tracker: "T", [update(engine, 0.1)]), .evaluateGeofences(collection: "C", [update(engine, 0.1)]),
      .deleteCollection("C"),
    ])
    #expect(
      try engine.transitions().sorted() == Array(repeating: "ENTER A d", count: 2)
        + Array(repeating: "EXIT A d COLLECTION_DELETED", count: 2))
  }

  @Test func aDeviceLeavesThoughItsCollectionIsDeletedBeforeTheUnlinkingWasFollowed() throws {
    for first in [Command.disassociate(tracker: "T", collection: "C"), .deleteTracker("T")] {
      let engine = try engine()
      defer { engine.stop() }
      try engine.report("d", 0.1, 0.1)
      _ = engine.sendTogether([first, .deleteCollection("C")])
      let transitions = try engine.transitions()
      #expect(transitions.count == 2 && transitions[1].hasPrefix("EXIT A d "))
    }
  }

  @Test func anEarlierChangeDoesNotDropADeletedCollectionsDevices() throws {
    let engine = try engine()
    defer { engine.stop() }
    _ = try engine.send(.evaluateGeofences(collection: "C", [update(engine, 0.1)]))
    _ = engine.sendTogether([.putGeofences(collection: "C", [try square("B", 5, 5)]), .deleteCollection("C")])
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d COLLECTION_DELETED"])
  }

  @Test func aLateSampleOrHeartbeatDoesNotBringAnEndedStateBack() throws {
    for age: Int64 in [0, 1, -1] {
      let engine = try engine(configuration: IngestConfiguration(retentionDays: 90))
      defer { engine.stop() }
      try engine.report("d", 0.1, 0.1)
      engine.clock.advance(milliseconds: 31 * 86_400_000)
      // The newest again, one older than it, and one of its time elsewhere.
      let silence = 31 * 86_400_000 + max(age, 0)
      _ = try engine.send(.updatePositions(tracker: "T", [update(engine, age == -1 ? 3 : 0.1, age: silence)]))
      _ = try engine.send(.putGeofences(collection: "C", [square("B", 0, 0)]))
      try engine.settle()
      engine.clock.advance(milliseconds: 1000)
      try engine.report("d", 0.2, 0.1)
      #expect(try engine.transitions() == ["ENTER A d", "ENTER A d", "ENTER B d"])
    }
  }

  @Test func ofOneTimeTheFirstPositionIsTheLatest() throws {
    let store = MemoryStore()
    var engine = try engine(store: store)
    try engine.report("d", 0.1, 0.1)
    try engine.report("d", 2, 0.1)
    #expect(engine.pipeline.position(of: "d", tracker: "T")?.position.longitude == 0.1)
    #expect(try engine.history("d").map(\.position.longitude) == [0.1, 2])
    let clock = engine.clock
    engine.stop()
    engine = try Engine(store: store, clock: clock)
    defer { engine.stop() }
    #expect(engine.pipeline.position(of: "d", tracker: "T")?.position.longitude == 0.1)
  }

  @Test func onlyTheChangeOfAFenceSaysThatItChanged() throws {
    let engine = try engine()
    defer { engine.stop() }
    _ = try engine.send(.putGeofences(collection: "C", [square("A", 0.05, 0)]))
    // New, though it comes twice.
    _ = try engine.send(.putGeofences(collection: "C", [square("B", 5, 5), square("B", 0, 0)]))
    try engine.settle()
    try engine.report("d", 0.1, 0.1)
    _ = try engine.send(.disassociate(tracker: "T", collection: "C"))
    _ = try engine.send(.associate(tracker: "T", collection: "C"))
    try engine.settle()
    let reasons = try engine.transitions().filter { $0.hasSuffix("FENCE_CHANGED") }
    #expect(reasons == [])
  }

  @Test func aCompactionThatIsKeptThoughItFailedLeavesHistoryReadable() throws {
    let store = MemoryStore()
    let engine = try engine(store: store)
    defer { engine.stop() }
    try engine.report("d", 0.1, 0.1)
    store.failCommit(number: store.commitCount + 1, .afterCommit)
    engine.pipeline.compact()
    #expect(try engine.history("d").count == 1)
  }

  @Test func aCompactionKeepsWhatAFailedCommitLeftBehind() throws {
    let store = MemoryStore()
    var engine = try engine(store: store)
    store.failCommit(number: store.commitCount + 1, .afterCommit)
    #expect(throws: ServiceError.self) { try engine.report("d", 0.1, 0.1) }
    #expect(engine.pipeline.isReady == false)
    #expect(engine.pipeline.compact())
    #expect(engine.pipeline.isReady)
    #expect(try engine.history("d").count == 1)
    let clock = engine.clock
    engine.stop()
    engine = try Engine(store: store, clock: clock)
    defer { engine.stop() }
    try engine.report("d", 0.1, 0.1)
    #expect(try engine.history("d").count == 1)
    #expect(try engine.transitions() == ["ENTER A d"])
  }

  @Test func aReaderMissesNothingThatACompactionMoves() throws {
    let engine = try engine()
    defer { engine.stop() }
    let acknowledged = Locked(0)
    let isDone = Locked(false)
    let problems = Locked<[String]>([])
    let finished = DispatchSemaphore(value: 0)
    let reader = Thread {
      while !isDone.withLock({ $0 }) {
        let least = acknowledged.withLock { $0 }
        do {
          let times = try engine.history("d").map(\.sampleTime)
          if times.count < least || zip(times, times.dropFirst()).contains(where: { $0 >= $1 }) {
            problems.withLock { $0.append("\(times.count) of \(least)") }
          }
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
      finished.signal()
    }
    reader.start()
    for step in 0..<300 {
      engine.clock.advance(milliseconds: 30_000)
      try engine.report("d", 0.1, 0.1)
      acknowledged.withLock { $0 += 1 }
      if step % 3 == 0 { engine.pipeline.compact() }
    }
    isDone.withLock { $0 = true }
    finished.wait()
    #expect(problems.withLock { $0 } == [])
    #expect(try engine.history("d").count == 300)
  }

  @Test func arrivalDoesNotRunBackwardsOverACompactionAndARestart() throws {
    let store = MemoryStore()
    var engine = try engine(store: store)
    let arrival = engine.clock.now()
    try engine.report("d", 0.1, 0.1)
    #expect(engine.pipeline.compact())
    engine.stop()
    let clock = engine.clock
    clock.advance(milliseconds: -60_000)
    engine = try Engine(store: store, clock: clock)
    defer { engine.stop() }
    try engine.report("e", 0.1, 0.1)
    #expect(engine.pipeline.position(of: "e", tracker: "T")?.receivedTime == arrival)
  }

  @Test func aSampleIsReadThoughItsEntryNamesManyFences() throws {
    let sample = Sample(
      sampleTime: Timestamp(milliseconds: 5), received: Timestamp(milliseconds: 9),
      position: Coordinate(longitude: 1, latitude: 2), accuracy: 3, properties: PropertyMap([("k", "v")]))
    let entry = SampleEntry(
      device: 7, sample: sample,
      decision: SampleDecision(
        order: .newer, isStored: true, isEvaluated: true, endsStateLife: false,
        change: MembershipChange(left: [], entered: Array(0..<40_000))),
      effects: DecisionEffects(ordinals: 40_000))
    var writer = ByteWriter()
    JournalEntry.sample(entry).write(to: &writer)
    #expect(writer.count > Int(UInt16.max))
    var reader = ByteReader(Array(writer.bytes.prefix(Int(UInt16.max))))
    #expect(try JournalEntry.readSample(from: &reader, arrived: Timestamp(milliseconds: 9)) == sample)
  }
}
