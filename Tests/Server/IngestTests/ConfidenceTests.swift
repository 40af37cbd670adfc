import AmazonLocation
import Geodesy
import Geofencing
import MusterStorage
import MusterValues
import TestSupport
import Testing

@testable import MusterIngest

/// Collections that weigh fixes by their accuracy, through the engine; each the same with a restart after every step.
@Suite struct ConfidenceTests {
  /// A stage with the fence A over 0...0.5 degrees; a thousandth of a degree is 111 m.
  private func stage(restarts: Bool, _ rules: ConfidenceRules = ConfidenceRules()) throws -> ExtrasStage {
    let stage = try ExtrasStage([("muster:evaluation", "confident")], restarts: restarts, confidence: rules)
    try stage.put("A", 0)
    return stage
  }

  private func see(_ stage: ExtrasStage, _ device: Identifier, _ longitude: Double, accuracy: Double?) throws {
    try stage.engine.report(device, longitude, 0.1, accuracy: accuracy)
    try stage.wait(20)
  }

  @Test(arguments: [false, true]) func doubtIsToldBeforeAnExitIsCertain(restarts: Bool) throws {
    let stage = try stage(restarts: restarts)
    defer { stage.stop() }
    for (longitude, accuracy) in [
      // Well inside; then near the border, 20 m outside with a fix of 60 m; inside again; away for good.
      (0.1, 10.0), (0.1, 10), (-0.0002, 60), (0.1, 10), (0.1, 10), (-0.01, 10), (-0.01, 10), (-0.01, 10),
    ] {
      try see(stage, "d", longitude, accuracy: accuracy)
    }
    let told = try stage.told()
    #expect(told.first == "ENTER A d")
    #expect(told.last == "EXIT A d")
    #expect(told.contains("UNCERTAIN A d") && told.contains("CERTAIN A d"))
    #expect(told.filter { $0.hasPrefix("E") } == ["ENTER A d", "EXIT A d"])
    let bodies = try stage.engine.pipeline.events(after: 0, limit: .max).map {
      String(decoding: $0.body, as: UTF8.self)
    }
    #expect(bodies.allSatisfy { $0.contains("\"Confidence\":") })
    #expect(try stage.idsAreUnique())
  }

  /// A member stays one by a coarse or wild fix from elsewhere, but was not seen to stay.
  @Test(arguments: [(0.1, 10.0, true), (5, 1000, false), (5, 10, false)])
  func dwellIsToldByASampleFromInsideOnly(_ longitude: Double, _ accuracy: Double, _ isTold: Bool) throws {
    let stage = try stage(restarts: false)
    defer { stage.stop() }
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:dwell", "30s")])))
    try see(stage, "d", 0.1, accuracy: 10)
    try see(stage, "d", longitude, accuracy: accuracy)
    try see(stage, "d", longitude, accuracy: accuracy)
    #expect(try stage.told().contains { $0.hasPrefix("DWELL") } == isTold)
  }

  @Test func anInaccurateFixDoesNotEnter() throws {
    let stage = try stage(restarts: false)
    defer { stage.stop() }
    // 20 m inside with a fix of 140 m: as likely as not.
    for _ in 0..<3 { try see(stage, "d", 0.0002, accuracy: 140) }
    #expect(try stage.told().filter { $0.hasPrefix("ENTER") }.isEmpty)
  }

  /// 36 m that hold 95 % are 22 m that hold 68 %.
  @Test func theTrackersTagSaysWhatAccuracyMeans() throws {
    var rules = ConfidenceRules()
    rules.accuracyFactor = 1
    rules.enterProbability = 0.9
    for (level, isInside) in [("68", false), ("95", true)] {
      let stage = try stage(restarts: false, rules)
      defer { stage.stop() }
      try stage.send(.tag(.tracker("T"), PropertyMap([("muster:accuracy-level" as Identifier, level)])))
      try see(stage, "d", 0.00022, accuracy: 36)
      #expect(try stage.told().contains("ENTER A d") == isInside, "\(level)")
    }
  }

  @Test(arguments: [false, true]) func fencesAndRulesMayChangeMeanwhile(restarts: Bool) throws {
    let stage = try stage(restarts: restarts)
    defer { stage.stop() }
    try see(stage, "d", 0.1, accuracy: 10)
    try stage.put("B", 0.05)
    #expect(try stage.told() == ["ENTER A d", "ENTER B d"])
    // The point alone again, then by accuracy again: nothing moves.
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:evaluation", "point")])))
    try see(stage, "d", 0.1, accuracy: 10)
    try stage.send(.untag(.geofenceCollection("C"), ["muster:evaluation"]))
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:evaluation", "confident")])))
    try see(stage, "d", 0.1, accuracy: 10)
    #expect(try stage.told().count == 2)
    try stage.send(.tag(.geofenceCollection("C"), PropertyMap([("muster:schedule", "Sat 08:00-18:00")])))
    try stage.send(.untag(.geofenceCollection("C"), ["muster:schedule"]))
    try stage.send(.deleteGeofences(collection: "C", ["A"]))
    try stage.send(.disassociate(tracker: "T", collection: "C"))
    #expect(
      try stage.told().dropFirst(2) == [
        "EXIT A d FENCE_INACTIVE", "EXIT B d FENCE_INACTIVE", "ENTER A d FENCE_ACTIVE", "ENTER B d FENCE_ACTIVE",
        "EXIT A d FENCE_DELETED", "EXIT B d UNLINKED",
      ])
  }

  @Test func plainAndConfidentCollectionsBesideEachOther() throws {
    let stage = try stage(restarts: true)
    defer { stage.stop() }
    try stage.send(.createCollection(CollectionSettings(name: "P")))
    try stage.send(.putGeofences(collection: "P", [square("Plain", 0, 0)]))
    try stage.send(.associate(tracker: "T", collection: "P"))
    try see(stage, "d", 0.0002, accuracy: 140)
    try see(stage, "d", 0.1, accuracy: 10)
    try see(stage, "d", 0.1, accuracy: 10)
    #expect(try stage.told().filter { $0.hasPrefix("E") } == ["ENTER Plain d", "ENTER A d"])
  }

  /// With accurate fixes far from borders the two kinds of evaluation tell the same.
  @Test(arguments: 1...10 as ClosedRange<UInt64>) func accurateFixesTellWhatPointsTell(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let restarts = seed % 2 == 0
    let confident = try stage(restarts: restarts)
    let plain = try ExtrasStage()
    defer {
      confident.stop()
      plain.stop()
    }
    try plain.put("A", 0)
    for stage in [confident, plain] { try stage.put("B", 1) }
    for _ in 0..<30 {
      // Twice each, since an exit may need to be confirmed, and a leap to be believed.
      let place = [0.1, 0.2, 0.7, 1.2][Int.random(in: 0..<4, using: &random)]
      for _ in 0..<3 { for stage in [confident, plain] { try see(stage, "d", place, accuracy: 5) } }
    }
    let told = try confident.told().filter { !$0.contains("CERTAIN") }
    #expect(told == (try plain.told()))
    #expect(told.count > 10)
  }
}
