import Geodesy
import Geofencing
import MusterValues
import TestSupport
import Testing

/// The field's bug reports about accuracy, flapping and jumps, each with the rule that answers it.
@Suite struct ConfidenceCaseTests {
  @Test(arguments: [50.0, 100, 150, 300, 500])
  func t1_jitterAcrossTheBorderGivesOneEnterAndNoExit(_ radius: Double) throws {
    var scene = try ConfidenceScene(radius: radius)
    var random = SeededRandom(seed: 1)
    var kinds = scene.fix(0, 5, 5)
    for step in 1...300 {
      // Within the band in which a member must not be sent away.
      let jitter = Double.random(in: -10...5, using: &random)
      kinds += scene.fix(Double(step) * 10, radius + jitter, 8)
    }
    #expect(kinds.filter { $0 == .entered }.count == 1)
    #expect(!kinds.contains(.exited))
    #expect(kinds.contains(.becameUncertain))
  }

  @Test func t2_oneInaccurateFixBeyondTheBorderIsNoExit() throws {
    for (accuracy, distance) in [(150.0, 78.0), (50, 110), (20, 85), (8, 75)] {
      var scene = try ConfidenceScene(radius: 50)
      _ = scene.fix(0, 0, 5)
      #expect(!scene.fix(60, distance, accuracy).contains(.exited), "±\(accuracy)")
    }
    // Beyond doubt it is one, whatever the accuracy.
    for (accuracy, distance) in [(8.0, 130.0), (20, 200), (50, 400), (100, 800)] {
      var scene = try ConfidenceScene(radius: 50)
      _ = scene.fix(0, 0, 5)
      #expect(scene.fix(600, distance, accuracy) == [.exited], "±\(accuracy)")
    }
  }

  @Test func t3_aLyingJumpThereAndBackIsDoubtAndNoEvent() throws {
    var scene = try ConfidenceScene(radius: 50)
    #expect(scene.fix(0, 8.2, 5) == [.entered])
    #expect(scene.fix(12, 200.2, 1.9) == [.becameUncertain])
    #expect(scene.standing(13) == .unknown(.uncertain))
    #expect(scene.fix(24, 9.6, 5) == [.becameCertainAgain])
    #expect(scene.standing(25) == .safe)
    // The same once more, a minute later.
    #expect(!scene.fix(36, 8, 5).contains(.exited))
  }

  @Test func t3_aTrueDepartureOfTwoFixesExits() throws {
    var scene = try ConfidenceScene(radius: 50)
    _ = scene.fix(0, 8.2, 5)
    #expect(scene.fix(12, 200.2, 1.9) == [.becameUncertain])
    #expect(scene.fix(24, 205, 1.9) == [.exited])
    #expect(scene.standing(25) == .notSafe)
  }

  @Test func t4_insideSurvivesARestartWithoutAnEvent() throws {
    var scene = try ConfidenceScene(radius: 50)
    _ = scene.fix(0, 5, 5)
    // What a store keeps: the plain fields.
    let kept = scene.device.memberships.mapValues { membership in
      ConfidentMembership(
        isInside: membership.isInside, isUncertain: membership.isUncertain, insideSince: membership.insideSince,
        outsideSince: membership.outsideSince, holdsUntil: membership.holdsUntil)
    }
    let trace = scene.device.trace
    let device = ConfidentDevice(
      trace: DeviceTrace(
        lastHeard: trace.lastHeard, trusted: trace.trusted, suspect: trace.suspect, motion: trace.motion,
        course: trace.course, interval: trace.interval), memberships: kept)
    #expect(device == scene.device)
    scene.device = device
    for step in 1...9 { #expect(scene.fix(Double(step) * 60, 5, 5).isEmpty) }
  }

  @Test func t5_parkedAtTheFenceOneHertzJitterGivesNoStorm() throws {
    var scene = try ConfidenceScene(radius: 100)
    var random = SeededRandom(seed: 5)
    var kinds: [ConfidentTransition.Kind] = []
    for second in 0..<3600 {
      kinds += scene.fix(Double(second), 100 + Double.random(in: -15...15, using: &random), 10)
    }
    #expect(kinds.filter { $0 == .entered || $0 == .exited }.count <= 2)
  }

  @Test func t6_aFixWorseThanTheLimitOnlyShowsThatTheDeviceLives() throws {
    for accuracy in [1500.0, 17_000] {
      var scene = try ConfidenceScene(radius: 65)
      _ = scene.fix(0, 10, 5)
      let before = scene.device.memberships
      #expect(scene.fix(60, 1600, accuracy).isEmpty)
      #expect(scene.device.memberships == before)
      #expect(scene.device.trace.lastHeard == ConfidenceScene.time(60))
      #expect(scene.device.trace.trusted?.time == ConfidenceScene.time(0))
      #expect(scene.fix(120, 10, 5).isEmpty)
    }
  }

  @Test func t9_zeroMissingAndNegativeAccuracyAreThreeCases() throws {
    for accuracy in [0.0, nil] {
      var small = try ConfidenceScene(radius: 40)
      // Assumed 50 m: not enough.
      #expect(!small.fix(0, 0, accuracy).contains(.entered))
      var large = try ConfidenceScene(radius: 150)
      #expect(large.fix(0, 0, accuracy) == [.entered])
    }
    var scene = try ConfidenceScene(radius: 150)
    #expect(scene.fix(0, 0, -1).isEmpty)
    #expect(scene.standing(1) == .unknown(.neverLocated) && scene.device.trace.lastHeard != nil)
  }

  @Test func t11_overlapOfFenceAndAccuracyIsNotInside() throws {
    var scene = try ConfidenceScene(radius: 50)
    // The accuracy's circle overlaps the fence, then lies half in it: undecided, the previous state stays.
    #expect(scene.fix(0, 60, 20).isEmpty)
    #expect(!scene.fix(60, 48, 20).contains(.entered))
    #expect(scene.fix(120, 2, 6).contains(.entered))
    #expect(!scene.fix(180, 55, 20).contains(.exited))
  }

  @Test func t12_farOutsideIsDecisiveAtOnce() throws {
    var scene = try ConfidenceScene(radius: 100)
    _ = scene.fix(0, 0, 10)
    #expect(scene.fix(300, 100 + 321, 52) == [.exited])
    // Arrival goes by the side of the border; departure needs clearance.
    #expect(scene.fix(600, 80, 8).contains(.entered))
    #expect(!scene.fix(900, 104, 8).contains(.exited))
  }
}
