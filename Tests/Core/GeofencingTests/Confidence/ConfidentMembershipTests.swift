import Geodesy
import Geofencing
import MusterValues
import TestSupport
import Testing

@Suite struct ConfidentMembershipTests {
  @Test func twoFixesTenSecondsApartEnterWhereOneDoesNot() throws {
    var scene = try ConfidenceScene(radius: 50)
    scene.rules.enterProbability = 0.9
    scene.rules.confirmedEnterProbability = 0.75
    // P between 0.75 and 0.9: one sigma inside the border.
    #expect(!scene.fix(0, 40, 15.1).contains(.entered))
    #expect(!scene.fix(9.9, 40, 15.1).contains(.entered))
    #expect(scene.fix(10, 40, 15.1).contains(.entered))
    var broken = try ConfidenceScene(radius: 50)
    broken.rules = scene.rules
    _ = broken.fix(0, 40, 15.1)
    _ = broken.fix(5, 55, 15.1)
    #expect(!broken.fix(11, 40, 15.1).contains(.entered))
  }

  @Test func twoFixesOutsideExitAndTheSameFixTwiceDoesNot() throws {
    var scene = try ConfidenceScene(radius: 50)
    _ = scene.fix(0, 0, 5)
    #expect(scene.fix(60, 60, 6) == [.becameUncertain])
    #expect(scene.device.reevaluate([7], in: scene.fences, scene.rules).isEmpty)
    // The very same sample says nothing new; another one of that time would.
    #expect(scene.fix(60, 60, 6).isEmpty)
    #expect(scene.fix(61, 60, 6) == [.exited])
    #expect(scene.device.memberships.isEmpty)
  }

  @Test func silenceIsUnknownAndNeverExits() throws {
    var scene = try ConfidenceScene(radius: 50)
    #expect(scene.standing(0) == .unknown(.neverLocated))
    _ = scene.fix(0, 0, 5)
    _ = scene.fix(20, 0, 5)
    #expect(scene.standing(60) == .safe)
    #expect(scene.standing(3600) == .unknown(.stale))
    #expect(scene.device.memberships[7]?.isInside == true)
    #expect(scene.fix(7200, 1, 5).isEmpty)
    #expect(scene.standing(7201) == .safe)
  }

  @Test func whoWalksOutIsNotSafeBeyondTheBorder() throws {
    var scene = try ConfidenceScene(radius: 100)
    for step in 0...4 { _ = scene.fix(Double(step) * 15, 20 + Double(step) * 18, 4) }
    // 92 m out at 60 s and at 1.2 m/s: past the border by 67 s, whether or not another fix comes.
    #expect(scene.device.memberships[7]?.isInside == true)
    #expect(scene.standing(70) != .safe)
    var resting = try ConfidenceScene(radius: 100)
    for step in 0...4 { _ = resting.fix(Double(step) * 15, 85, 4) }
    #expect(resting.standing(75) == .safe)
  }

  /// Two yards of one fence with a road of 60 m between them: five seconds for a vehicle.
  @Test func whoDrivesThroughAGapIsNotSafeThere() throws {
    func corner(_ east: Double, _ north: Double) -> Coordinate {
      Coordinate(longitude: 13.4 + east / 67_961, latitude: 52.47 + north / 111_265)
    }
    func yard(_ west: Double, _ east: Double) -> Polygon {
      let ring = [(west, -80.0), (east, -80), (east, 80), (west, 80), (west, -80)]
      return Polygon(rings: [ring.map { corner($0.0, $0.1) }])
    }
    var fences = LinearFenceIndex()
    let yards = Shape.multiPolygon([yard(-100, 100), yard(160, 500)])
    fences.insert(try PreparedShape(validating: yards, rules: .amazon), number: 7)
    var device = ConfidentDevice()
    let rules = ConfidenceRules()
    for step in 0...8 {
      let fix = PositionFix(
        time: ConfidenceScene.time(Double(step)), position: corner(-56 + Double(step) * 12, 0),
        accuracy: HorizontalAccuracy(radius: 5))
      _ = device.evaluate(fix, in: fences, rules)
    }
    // 40 m east at 8 s: the road from 13 s on.
    #expect(device.standing(at: ConfidenceScene.time(8), rules) == .safe)
    #expect(device.standing(at: ConfidenceScene.time(14), rules) == .unknown(.mayHaveLeft))
  }

  @Test func aClaimBetterThanPhonesAreIsNotBelieved() throws {
    var scene = try ConfidenceScene(radius: 50)
    #expect(!scene.fix(0, 44, 0.5).contains(.entered))
    scene.rules.leastCEP68 = 0
    #expect(scene.fix(30, 44, 0.5).contains(.entered))
  }

  @Test func insideAnyFenceIsSafeAndExitsComeBeforeEnters() throws {
    var scene = try ConfidenceScene(radius: 50)
    let second = Shape.circle(Circle(center: ConfidenceScene.place(120), radius: 50))
    scene.fences.insert(try PreparedShape(validating: second, rules: .amazon), number: 3)
    #expect(scene.fix(0, 0, 5) == [.entered])
    #expect(scene.fix(400, 120, 5) == [.exited, .entered])
    #expect(scene.standing(401) == .safe)
    #expect(scene.device.memberships.keys.sorted() == [3])
  }

  /// 120 m in 100 s is further than a device at rest was seen to move: perhaps a wild fix. The next one tells.
  @Test func aFixThatSurprisesDecidesNothingAlone() throws {
    var scene = try ConfidenceScene(radius: 50)
    let second = Shape.circle(Circle(center: ConfidenceScene.place(120), radius: 50))
    scene.fences.insert(try PreparedShape(validating: second, rules: .amazon), number: 3)
    _ = scene.fix(0, 0, 5)
    #expect(scene.fix(100, 120, 5) == [.becameUncertain, .becameUncertain])
    #expect(scene.standing(101) == .unknown(.uncertain))
    var back = scene
    #expect(back.fix(110, 1, 5) == [.becameCertainAgain, .becameCertainAgain])
    #expect(back.standing(111) == .safe)
    #expect(scene.fix(110, 121, 5) == [.exited, .entered])
    #expect(scene.standing(111) == .safe)
  }

  /// A vehicle: every fix surprises until two agree on a speed.
  @Test func twoFixesThatAgreeOnASpeedAreBelieved() throws {
    var scene = try ConfidenceScene(radius: 400)
    for step in 0...3 { _ = scene.fix(Double(step) * 20, 0, 5) }
    #expect(scene.fix(80, 200, 5).isEmpty)
    #expect(scene.device.trace.suspect != nil)
    // 10 m/s by the suspect fix: out of the fence from 100 s on, whether or not it was right.
    #expect(scene.standing(85) == .safe)
    #expect(scene.standing(101) == .unknown(.mayHaveLeft))
    #expect(scene.fix(90, 300, 5).isEmpty)
    #expect(scene.device.trace.suspect == nil)
    #expect(scene.fix(110, 500, 5) == [.exited])
  }

  /// Fixes a second apart err together: ten seconds of them are needed.
  @Test func fixesOutsideExitTenSecondsAfterTheLastThatSaidOtherwise() throws {
    var scene = try ConfidenceScene(radius: 50)
    for second in 0...21 { _ = scene.fix(Double(second), 41, 5) }
    var exit: Double?
    for second in 22...60 where scene.fix(Double(second), 57, 5).contains(.exited) { exit = Double(second) }
    #expect(exit == 31)
    // A minute apart one is enough.
    var slow = try ConfidenceScene(radius: 50)
    for step in 0...3 { _ = slow.fix(Double(step) * 60, 43, 5) }
    #expect(slow.fix(240, 57, 5) == [.exited])
    // But not when the fence is too small for it.
    var vague = try ConfidenceScene(radius: 50)
    for step in 0...3 { _ = vague.fix(Double(step) * 60, 10, 5) }
    #expect(vague.fix(240, 100, 100) == [.becameUncertain])
  }

  /// Its 95 % radius would explain any jump after it.
  @Test func aCoarseFixDoesNotTakeTheSharpOnesPlace() throws {
    for accuracy in [nil, 149.0] {
      var arriving = try ConfidenceScene(radius: 60)
      for step in 0...9 { _ = arriving.fix(Double(step) * 10, 90, 5) }
      #expect(!arriving.fix(100, 90, accuracy).contains(.entered))
      #expect(!arriving.fix(101, 0, 5).contains(.entered))
      var leaving = try ConfidenceScene(radius: 60)
      for step in 0...9 { _ = leaving.fix(Double(step) * 10, 0, 5) }
      _ = leaving.fix(100, 0, accuracy)
      #expect(!leaving.fix(111, 90, 5).contains(.exited))
      #expect(!leaving.fix(120, 0, 5).contains(.exited) && leaving.standing(121) == .safe)
    }
  }

  /// A clock that is ahead: all samples of the batch count at their arrival.
  @Test func samplesOfOneTimeAreTakenInOrder() throws {
    var scene = try ConfidenceScene(radius: 60)
    var kinds: [ConfidentTransition.Kind] = []
    for distance in [0, 1, 0, 100, 150, 200, 250, 300.0] { kinds += scene.fix(100, distance, 5) }
    #expect(kinds == [.entered, .becameUncertain, .exited])
  }

  @Test func twoWildFixesThatDisagreeDecideNothing() throws {
    var scene = try ConfidenceScene(radius: 60)
    for step in 0...9 { _ = scene.fix(Double(step) * 10, 0, 5) }
    #expect(scene.fix(100, 300, 5) == [.becameUncertain])
    #expect(scene.fix(106, 300, 5, azimuth: 240).isEmpty)
    #expect(scene.fix(112, 0, 5) == [.becameCertainAgain])
  }

  @Test func aDeviceThatSetsOutMayBeFast() throws {
    var scene = try ConfidenceScene(radius: 100)
    for step in 0...3 { _ = scene.fix(Double(step) * 60, 0, 5) }
    #expect(scene.standing(200) == .safe)
    // 18 m in a minute: 0.3 m/s, or 3 m/s since six seconds ago.
    _ = scene.fix(240, 18, 5)
    #expect(scene.standing(250) == .safe)
    #expect(scene.standing(275) == .unknown(.mayHaveLeft))
    scene.rules.startSpeed = 0
    scene.device = ConfidentDevice()
    for step in 0...3 { _ = scene.fix(Double(step) * 60, 0, 5) }
    _ = scene.fix(240, 18, 5)
    #expect(scene.standing(275) == .safe)
  }

  @Test func bluntFixesAreAskedForLess() throws {
    // Both fixes lie 1.2 sigmas inside the border: P is about 0.88.
    for (accuracy, isSafe) in [(5.0, false), (14.0, true), (19, true), (45, false)] {
      var scene = try ConfidenceScene(radius: 150)
      scene.rules.accuracyFactor = 1
      _ = scene.fix(0, 0, 5)
      _ = scene.fix(1000, 150 - 1.2 * accuracy / 1.5096, accuracy)
      #expect((scene.device.memberships[7]?.isUncertain == false) == isSafe, "±\(accuracy)")
    }
  }

  @Test func aFenceThatMovesIsAskedAgainAndAFenceThatGoesIsForgotten() throws {
    var scene = try ConfidenceScene(radius: 50)
    _ = scene.fix(0, 0, 5)
    let moved = Shape.circle(Circle(center: ConfidenceScene.place(2000), radius: 50))
    scene.fences.insert(try PreparedShape(validating: moved, rules: .amazon), number: 7)
    #expect(scene.device.reevaluate([7], in: scene.fences, scene.rules).map(\.kind) == [.exited])
    let back = Shape.circle(Circle(center: ConfidenceScene.center, radius: 80))
    scene.fences.insert(try PreparedShape(validating: back, rules: .amazon), number: 7)
    #expect(scene.device.reevaluate([7], in: scene.fences, scene.rules).map(\.kind) == [.entered])
    #expect(scene.device.forget(7) && !scene.device.forget(7))
  }

  @Test func aFenceTooSmallForItsFixesIsToldSo() throws {
    var rules = ConfidenceRules()
    rules.enterProbability = 0.9
    let point = Shape.circle(Circle(center: ConfidenceScene.center, radius: 20))
    let shape = try PreparedShape(validating: point, rules: .amazon)
    #expect(shape.isTooSmall(for: 15, rules) && !shape.isTooSmall(for: 10, rules))
    // A vague fix at its centre neither raises doubt nor refreshes.
    var scene = try ConfidenceScene(radius: 20)
    _ = scene.fix(0, 0, 3)
    let before = scene.device.memberships
    #expect(scene.fix(30, 0, 40).isEmpty && scene.device.memberships == before)
  }

  /// A tiny accuracy leaves no doubt, and the confident evaluation becomes that of the point.
  @Test func withTinyAccuracyEnterAndExitAreThoseOfThePoint() throws {
    var random = SeededRandom(seed: 77)
    for _ in 0..<30 {
      var scene = try ConfidenceScene(radius: 40)
      scene.rules.leastCEP68 = 0.001
      scene.rules.surprisingSpeed = .infinity
      let corners = (0..<9).map { corner in
        ConfidenceScene.place(.random(in: 30...120, using: &random), azimuth: Double(corner) * 40)
      }
      let polygon = Shape.polygon(Polygon(rings: [corners + [corners[0]]]))
      scene.fences.insert(try PreparedShape(validating: polygon, rules: .amazon), number: 8)
      var members: [Int32] = []
      for step in 0..<60 {
        let place = ConfidenceScene.place(
          .random(in: 0...140, using: &random), azimuth: .random(in: 0...360, using: &random))
        let inside = scene.fences.fences(containing: place)
        let expected = MembershipChange(from: members, to: inside)
        members = inside
        let fix = PositionFix(
          time: ConfidenceScene.time(Double(step) * 30), position: place, accuracy: HorizontalAccuracy(radius: 0.001))
        let transitions = scene.device.evaluate(fix, in: scene.fences, scene.rules)
        #expect(transitions.filter { $0.kind == .exited }.map(\.fence) == expected.left)
        #expect(transitions.filter { $0.kind == .entered }.map(\.fence) == expected.entered)
        #expect(transitions.allSatisfy { $0.kind == .entered || $0.kind == .exited })
      }
    }
  }

  @Test func enterAndExitAlternateWhateverComes() throws {
    var random = SeededRandom(seed: 78)
    for _ in 0..<60 {
      var scene = try ConfidenceScene(radius: 60)
      var isInside = false
      var isUncertain = false
      var second = 0.0
      for _ in 0..<200 {
        second += [0, 0.5, 5, 30, 4000].randomElement(using: &random) ?? 1
        let accuracy = [nil, 0, -1, 0.5, 8, 30, 90, 3000, .nan, .infinity].randomElement(using: &random) ?? nil
        let distance =
          Double.random(in: 0...90, using: &random) * ([1, 1, 1, 10, 1e5].randomElement(using: &random) ?? 1)
        for kind in scene.fix(second, distance, accuracy, azimuth: .random(in: 0...360, using: &random)) {
          switch kind {
          case .entered:
            #expect(!isInside)
            (isInside, isUncertain) = (true, false)
          case .exited:
            #expect(isInside)
            (isInside, isUncertain) = (false, false)
          case .becameUncertain:
            #expect(!isUncertain)
            isUncertain = true
          case .becameCertainAgain:
            #expect(isUncertain)
            isUncertain = false
          }
        }
        let membership = scene.device.memberships[7] ?? .outside
        #expect(membership.isInside == isInside && membership.isUncertain == isUncertain)
        if scene.standing(second) == .safe { #expect(isInside && !isUncertain) }
      }
    }
  }

  @Test func noRuleValueTraps() throws {
    for value in [0.0, -1, 1, 1e308, .infinity, -.infinity, .nan] {
      for moment in [Int64.min, -1, 0, .max] {
        var scene = try ConfidenceScene(radius: 50)
        let fields: [WritableKeyPath<ConfidenceRules, Double>] = [
          \.worstCEP68, \.leastCEP68, \.accuracyFactor, \.enterProbability.sharp, \.doubtProbability.blunt,
          \.sharpCEP68, \.coarseCEP68, \.fastDepartureProbability, \.fastSpeed, \.fastUncertainty, \.startSpeed,
          \.surprisingSpeed, \.freshIntervals, \.leastSpeed, \.speedSignificance, \.accelerationDensity,
        ]
        for field in fields { scene.rules[keyPath: field] = value }
        scene.rules.shortestFreshness = moment
        scene.rules.longestFreshness = moment
        scene.rules.enterSeparation = moment
        scene.rules.forecastSteps = moment
        for step in 0..<6 { _ = scene.fix(Double(step) * 7, Double(step) * 12, 6) }
        _ = scene.standing(1e12)
      }
    }
  }
}
