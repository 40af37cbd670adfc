import AmazonLocation
import Foundation
import Geodesy
import Geofencing
import MusterRuntime
import MusterStorage
import MusterValues
import Testing

@testable import MusterIngest

/// Dwell, approach, passing and occupancy through the engine; each the same with a restart after every step.
@Suite struct ExtrasTests {
  @Test(arguments: [false, true]) func dwellOnceAStayAndNeverOnSilence(restarts: Bool) throws {
    let stage = try ExtrasStage([("muster:dwell", "10m")], restarts: restarts)
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    try stage.wait(599)
    try stage.see("d", 0.1)
    // Silence, the newest again, and a late one tell nothing.
    try stage.wait(3600)
    try stage.see("d", 0.1, age: 3600)
    try stage.see("d", 0.2, age: 3610)
    #expect(try stage.told() == ["ENTER A d"])
    try stage.see("d", 0.3)
    try stage.wait(600)
    try stage.see("d", 0.3)
    try stage.wait(1)
    try stage.see("d", 3)
    #expect(try stage.told() == ["ENTER A d", "DWELL A d 4199", "EXIT A d"])
    try stage.wait(60)
    try stage.see("d", 0.3)
    try stage.wait(600)
    try stage.see("d", 0.3)
    #expect(try stage.told().suffix(2) == ["ENTER A d", "DWELL A d 600"])
    #expect(try stage.idsAreUnique())
  }

  @Test func dwellByTheSamplesTimeThatEvaluatesNotByItsArrival() throws {
    let stage = try ExtrasStage([("muster:dwell", "10m")])
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1, age: 2000)
    // Kept back and sent together: the stay was eleven minutes long.
    try stage.see("d", 0.1, age: 2000 - 660)
    #expect(try stage.told() == ["ENTER A d", "DWELL A d 660"])
  }

  @Test(arguments: [false, true]) func approachOnceUntilBeyondATenthMore(restarts: Bool) throws {
    let stage = try ExtrasStage([("muster:approach", "1000")], restarts: restarts)
    defer { stage.stop() }
    try stage.put("A", 0)
    // A thousandth of a degree is 111 m.
    for longitude in [-0.02, -0.005, -0.007, -0.0095, -0.005, -0.011, -0.004, 0.1, -0.003] {
      try stage.wait(60)
      try stage.see("d", longitude)
    }
    #expect(try stage.told() == ["APPROACH A d 557m", "APPROACH A d 445m", "ENTER A d", "EXIT A d"])
    #expect(try stage.idsAreUnique())
  }

  @Test(arguments: [false, true]) func passedThroughBetweenTwoSamples(restarts: Bool) throws {
    let stage = try ExtrasStage(restarts: restarts)
    defer { stage.stop() }
    try stage.put("A", 0, [("muster:passing", "120")])
    try stage.put("B", 0)
    try stage.see("d", -1)
    try stage.wait(120)
    try stage.see("d", 1)
    try stage.wait(121)
    try stage.see("d", -1)
    try stage.wait(60)
    // Late: lies between and changes nothing.
    try stage.see("d", 1, age: 100)
    try stage.see("d", 0.1)
    #expect(try stage.told() == ["PASSED_THROUGH A d", "ENTER A d", "ENTER B d"])
  }

  @Test(arguments: [false, true]) func occupancyWhenTheNumberCrossesTheMinimum(restarts: Bool) throws {
    let stage = try ExtrasStage([("muster:occupancy", "2")], restarts: restarts)
    defer { stage.stop() }
    try stage.send(.createTracker(TrackerSettings(name: "U")))
    try stage.send(.associate(tracker: "U", collection: "C"))
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    // The same device by another source is no second one.
    try stage.see("d", 0.1, tracker: "U")
    #expect(try stage.told() == ["ENTER A d", "ENTER A d"])
    try stage.see("e", 0.1)
    try stage.see("f", 0.1)
    try stage.wait(60)
    try stage.see("d", 3)
    try stage.see("d", 3, tracker: "U")
    try stage.see("e", 3)
    try stage.wait(60)
    try stage.see("e", 0.1)
    #expect(
      try stage.told().dropFirst(2) == [
        "ENTER A e", "MINIMUM_REACHED A e 2 2", "ENTER A f", "EXIT A d", "EXIT A d", "EXIT A e",
        "BELOW_MINIMUM A e 1 2", "ENTER A e", "MINIMUM_REACHED A e 2 2",
      ])
    #expect(try stage.idsAreUnique())
  }

  @Test func occupancyAskedForLaterCountsWhoIsInside() throws {
    let stage = try ExtrasStage()
    defer { stage.stop() }
    try stage.put("A", 0)
    for device: Identifier in ["d", "e"] { try stage.see(device, 0.1) }
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:occupancy", "2")])))
    try stage.wait(60)
    try stage.see("d", 3)
    try stage.send(.deleteTracker("T"))
    #expect(
      try stage.told().dropFirst(2) == [
        "EXIT A d", "BELOW_MINIMUM A d 1 2", "EXIT A e TRACKER_DELETED",
      ])
  }

  @Test func aFencesRuleGoesOverItsCollections() throws {
    let stage = try ExtrasStage([("muster:dwell", "10m")])
    defer { stage.stop() }
    try stage.put("A", 0, [("muster:dwell", "off")])
    try stage.put("B", 0, [("muster:dwell", "1m")])
    try stage.put("C", 0)
    try stage.see("d", 0.1)
    try stage.wait(60)
    try stage.see("d", 0.1)
    try stage.wait(540)
    try stage.see("d", 0.1)
    #expect(try stage.told().dropFirst(3) == ["DWELL B d 60", "DWELL C d 600"])
  }

  @Test func aRuleTakenAwayAndGivenBackStartsAnew() throws {
    let stage = try ExtrasStage([("muster:dwell", "10m")])
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    try stage.send(.untag(.geofenceCollection("C"), ["muster:dwell"]))
    for longitude in [0.1, 3, 0.1] {
      try stage.wait(500)
      try stage.see("d", longitude)
    }
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:dwell", "10m")])))
    for _ in 0..<2 {
      try stage.wait(590)
      try stage.see("d", 0.1)
    }
    #expect(try stage.told() == ["ENTER A d", "EXIT A d", "ENTER A d"])
    try stage.wait(10)
    try stage.see("d", 0.1)
    #expect(try stage.told().last == "DWELL A d 600")
  }

  @Test func amazonsRulesAloneIgnoreThemAll() throws {
    let tags: [(Identifier, String)] = [
      ("muster:dwell", "1s"), ("muster:approach", "100000"), ("muster:passing", "86400"), ("muster:occupancy", "1"),
      ("muster:expires", "2020-01-01T00:00:00Z"), ("muster:nonsense", "x"),
    ]
    let stage = try ExtrasStage(tags, profile: .amazon)
    defer { stage.stop() }
    try stage.put("A", 0)
    for longitude in [-0.001, 0.1, 0.1, 3, -1] {
      try stage.wait(60)
      try stage.see("d", longitude)
    }
    #expect(try stage.told() == ["ENTER A d", "EXIT A d"])
  }

  @Test func untaggedCollectionsKeepNoMemory() throws {
    let stage = try ExtrasStage()
    defer { stage.stop() }
    try stage.put("A", 0)
    try stage.see("d", 0.1)
    try stage.see("d", -0.0001)
    #expect(stage.engine.pipeline.cell.read { $0.devices.compactMap(\.self).allSatisfy(\.state.memories.isEmpty) })
  }
}
