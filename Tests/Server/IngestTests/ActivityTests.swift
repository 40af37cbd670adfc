import AmazonLocation
import Foundation
import Geodesy
import Geofencing
import MusterRuntime
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

/// Fences that expire and that keep hours, through the engine; each the same with a restart after every step.
@Suite struct ActivityTests {
  @Test(arguments: [false, true]) func anExpiredFenceIsAsIfItWereNotThere(restarts: Bool) throws {
    let stage = try ExtrasStage(restarts: restarts)
    defer { stage.stop() }
    try stage.put("A", 0, [("muster:expires", "2026-12-01T14:00:00+01:00")])
    try stage.put("B", 0)
    try stage.see("d", 0.1)
    try stage.set("2026-12-01T12:59:59Z")
    #expect(try stage.told() == ["ENTER A d", "ENTER B d"])
    try stage.set("2026-12-01T13:00:00Z")
    #expect(try stage.told().dropFirst(2) == ["EXIT A d FENCE_EXPIRED"])
    try stage.see("d", 0.2)
    try stage.see("e", 0.2)
    #expect(try stage.told().dropFirst(3) == ["ENTER B e"])
  }

  @Test(arguments: [false, true]) func hoursCloseAndOpenWithDevicesInside(restarts: Bool) throws {
    let stage = try ExtrasStage(
      [("muster:schedule", "Mon-Fri 08:00-18:00"), ("muster:time-zone", "Europe/Berlin")], restarts: restarts)
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    try stage.set("2026-12-01T16:59:59Z")
    #expect(try stage.told() == ["ENTER A d"])
    try stage.set("2026-12-01T17:00:00Z")
    #expect(try stage.told() == ["ENTER A d", "EXIT A d FENCE_INACTIVE"])
    try stage.set("2026-12-01T20:00:00Z")
    try stage.see("e", 0.1)
    try stage.see("d", 0.2)
    try stage.set("2026-12-02T06:59:59Z")
    #expect(try stage.told().count == 2)
    try stage.set("2026-12-02T07:00:00Z")
    #expect(try stage.told().dropFirst(2) == ["ENTER A d FENCE_ACTIVE", "ENTER A e FENCE_ACTIVE"])
    #expect(try stage.idsAreUnique())
  }

  @Test func aBoundaryPassedWhileTheServerWasDownIsFollowedAtItsStart() throws {
    let stage = try ExtrasStage([("muster:schedule", "Mon-Fri 08:00-18:00")])
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    for isCompacted in [false, true] {
      if isCompacted { #expect(stage.engine.pipeline.compact()) }
    }
    stage.stop()
    stage.clock.advance(milliseconds: 8 * 3_600_000)
    let engine = try Engine(store: stage.store, clock: stage.clock, configuration: stage.configuration)
    defer { engine.stop() }
    // Nobody asks for anything: the engine finds out by itself.
    #expect(engine.pipeline.waitForEvents(2))
    #expect(try engine.transitions() == ["ENTER A d", "EXIT A d FENCE_INACTIVE"])
  }

  @Test func theEngineWakesByItselfWhenAFenceExpires() throws {
    let store = MemoryStore()
    let pipeline = try IngestPipeline(
      store: store, configuration: IngestConfiguration(), clock: SystemWallClock(),
      logger: Logger(level: .error, sink: { _ in }))
    let finished = DispatchSemaphore(value: 0)
    Thread {
      pipeline.run()
      finished.signal()
    }.start()
    defer {
      pipeline.stop()
      finished.wait()
    }
    let answered = DispatchSemaphore(value: 0)
    func send(_ command: Command) {
      pipeline.submit(command) { _ in answered.signal() }
      answered.wait()
    }
    let now = SystemWallClock().now()
    let plain = try square("A", 0, 0)
    let expires = now.advanced(byMilliseconds: 700).iso8601
    send(.createCollection(CollectionSettings(name: "C")))
    send(
      .putGeofences(
        collection: "C",
        [
          GeofencePut(
            id: "A", geometry: plain.geometry, shape: plain.shape,
            properties: PropertyMap([("muster:expires" as Identifier, expires)]))
        ]))
    send(
      .evaluateGeofences(
        collection: "C",
        [PositionUpdate(device: "d", sampleTime: now, position: Coordinate(longitude: 0.1, latitude: 0.1))]))
    #expect(pipeline.waitForEvents(2))
    let bodies = try pipeline.events(after: 0, limit: 9).map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 2 && bodies.last?.contains("FENCE_EXPIRED") == true)
  }

  /// Clocks in Berlin went back at 2026-10-25T01:00Z; the night's hours lasted an hour longer.
  @Test(arguments: [false, true]) func hoursOverAChangeOfTheClocks(restarts: Bool) throws {
    let stage = try ExtrasStage(
      [("muster:schedule", "Sat 22:00-02:30 Europe/Berlin")], at: "2026-10-24T19:00:00Z", restarts: restarts)
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    for time in ["2026-10-24T20:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:29:59Z"] { try stage.set(time) }
    #expect(try stage.told() == ["ENTER A d FENCE_ACTIVE"])
    try stage.set("2026-10-25T01:30:00Z")
    #expect(try stage.told() == ["ENTER A d FENCE_ACTIVE", "EXIT A d FENCE_INACTIVE"])
  }

  /// What was recorded within the hours and comes in after them counts at its own time; then the fence is closed.
  @Test func samplesCountAtTheirOwnTimeAndMembershipAtTheirArrival() throws {
    let stage = try ExtrasStage([("muster:schedule", "Mon-Fri 08:00-18:00")], at: "2026-12-01T18:30:00Z")
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1, age: 3600)
    #expect(try stage.told() == ["ENTER A d", "EXIT A d FENCE_INACTIVE"])
    // From before they opened, in after they did.
    try stage.set("2026-12-02T08:10:00Z")
    try stage.see("e", 0.1, age: 1200)
    #expect(
      try stage.told().dropFirst(2).sorted() == ["ENTER A d FENCE_ACTIVE", "ENTER A e FENCE_ACTIVE"])
  }

  @Test func tagsAndPropertiesOpenAndClose() throws {
    let stage = try ExtrasStage()
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:schedule", "Sat 08:00-18:00")])))
    try stage.put("A", 0, [("muster:schedule", "off")])
    try stage.send(.untag(.geofenceCollection("C"), ["muster:schedule"]))
    try stage.put("A", 0, [("muster:expires", "2026-01-01T00:00:00Z")])
    try stage.put("A", 0)
    #expect(
      try stage.told() == [
        "ENTER A d", "EXIT A d FENCE_INACTIVE", "ENTER A d FENCE_ACTIVE", "EXIT A d FENCE_EXPIRED",
        "ENTER A d FENCE_ACTIVE",
      ])
  }

  @Test func aStayThatBeginsWithTheHoursCountsFromThen() throws {
    let stage = try ExtrasStage(
      [("muster:schedule", "Mon-Sun 13:00-18:00"), ("muster:dwell", "30m")], restarts: true)
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    try stage.set("2026-12-01T13:00:00Z")
    try stage.set("2026-12-01T13:29:59Z")
    try stage.see("d", 0.1)
    try stage.set("2026-12-01T13:30:00Z")
    try stage.see("d", 0.1)
    #expect(try stage.told() == ["ENTER A d FENCE_ACTIVE", "DWELL A d 1800"])
  }
}

extension IngestPipeline {
  /// Waits until the log holds so many events, half a minute at most.
  func waitForEvents(_ count: Int64) -> Bool {
    let grown = DispatchSemaphore(value: 0)
    let observation = observeEvents { grown.signal() }
    return withExtendedLifetime(observation) {
      while lastEventOrdinal < count {
        if grown.wait(timeout: .now() + 30) == .timedOut { return false }
      }
      return true
    }
  }
}
