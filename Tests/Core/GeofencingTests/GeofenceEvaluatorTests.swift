import Geodesy
import Geofencing
import MusterValues
import TestSupport
import Testing

/// The table of geofence decisions, a row a test. Fences are intervals of longitude, 1: 0...1, 2: 1...2, 3: 0...2.
@Suite struct GeofenceEvaluatorTests {
  private static let day: Int64 = 86_400_000

  /// A device that is told of samples and says what became of them.
  private struct Device {
    var evaluator = GeofenceEvaluator(filter: .timeBased)
    var state = EvaluationState()
    var known: [(Int64, Double)] = []
    var fences: [Int32: ClosedRange<Double>] = [1: 0...1, 2: 1...2, 3: 0...2]
    var told: [String] = []

    func around(_ place: Double) -> [Int32] { fences.filter { $0.value.contains(place) }.keys.sorted() }

    @discardableResult
    mutating func see(_ time: Int64, _ place: Double, arrival: Int64? = nil, accuracy: Double? = nil) -> Evaluation {
      let sample = PositionSample(
        sampleTime: Timestamp(milliseconds: time), arrival: Timestamp(milliseconds: arrival ?? time),
        position: Coordinate(longitude: place, latitude: 0), accuracy: accuracy)
      let evaluation = evaluator.evaluate(
        sample, in: state, isKnown: { known.contains { $0 == (time, place) } }, fences: { around(place) })
      switch evaluation {
      case .heartbeat: state.hear(at: sample.arrival)
      case .repetition: break
      case .accepted(let decision):
        known.append((time, place))
        state.apply(decision, of: sample)
        tell(decision.change)
      }
      return evaluation
    }

    mutating func lookAgain(at moment: Int64) {
      let change = GeofenceEvaluator.reevaluate(state, at: Timestamp(milliseconds: moment)) { sample in
        around(sample.position.longitude)
      }
      guard let change else { return }
      state.apply(change)
      tell(change)
    }

    private mutating func tell(_ change: MembershipChange) {
      told += change.transitions(by: <).map { "\($0.kind) \($0.fence)" }
    }
  }

  @Test func defaultFirstSightingInsideEntersAndOnlyTransitionsAreTold() {
    var device = Device()
    for (time, place) in [(1, 0.5), (2, 0.6), (3, 9), (4, 9.5), (5, 0.5)] { device.see(Int64(time), place) }
    #expect(device.told == ["enter 1", "enter 3", "exit 1", "exit 3", "enter 1", "enter 3"])
  }

  @Test func filterTimeBasedEvaluatesEverySampleAndStoresEachThirtySeconds() {
    var device = Device()
    func flags(_ evaluation: Evaluation) -> [Bool] {
      guard case .accepted(let decision) = evaluation else { return [] }
      return [decision.isStored, decision.isEvaluated]
    }
    #expect(flags(device.see(0, 0.5)) == [true, true])
    #expect(flags(device.see(29_999, 9)) == [false, true])
    #expect(flags(device.see(30_000, 0.5)) == [true, true])
    #expect(device.told == ["enter 1", "enter 3", "exit 1", "exit 3", "enter 1", "enter 3"])
  }

  @Test func filterDistanceAndAccuracyBasedLeaveOutWhatDidNotMove() {
    for filter in [PositionFilter.distanceBased, .accuracyBased] {
      var device = Device(evaluator: GeofenceEvaluator(filter: filter))
      device.see(1, 1.0001, accuracy: 15)
      // 22 m: nearer than 30 m and than the sum of the accuracies.
      let evaluation = device.see(2, 0.9999, accuracy: 15)
      guard case .accepted(let decision) = evaluation else {
        Issue.record("\(evaluation)")
        continue
      }
      #expect([decision.isStored, decision.isEvaluated] == [false, false])
      #expect(device.state.lastHeard == Timestamp(milliseconds: 2))
      #expect(device.told == ["enter 2", "enter 3"])
    }
  }

  @Test func filterNoneEvaluatesEverythingAndStoresNothing() {
    var device = Device(evaluator: GeofenceEvaluator(filter: nil))
    let evaluation = device.see(1, 0.5)
    let change = MembershipChange(left: [], entered: [1, 3])
    #expect(
      evaluation
        == .accepted(
          SampleDecision(order: .newer, isStored: false, isEvaluated: true, endsStateLife: false, change: change)))
  }

  @Test func orderABatchIsDecidedBySampleTimeAndEqualTimesAsGiven() {
    let times = [5, 3, 5, 1, 3].map { Timestamp(milliseconds: $0) }
    #expect(GeofenceEvaluator.order(of: times.count) { times[$0] } == [3, 1, 4, 0, 2])
    let sorted = times.sorted()
    #expect(GeofenceEvaluator.order(of: sorted.count) { sorted[$0] } == nil)
    #expect(GeofenceEvaluator.order(of: 0) { _ in .distantPast } == nil)
  }

  @Test func orderALateSampleGoesToHistoryPastTheFilterAndChangesNothing() {
    var device = Device()
    device.see(100_000, 0.5)
    let before = device.state
    let evaluation = device.see(99_999, 9, arrival: 100_000)
    let kept = SampleDecision(
      order: .late, isStored: true, isEvaluated: false, endsStateLife: false, change: MembershipChange())
    #expect(evaluation == .accepted(kept))
    #expect(device.state == before)
    device.evaluator = GeofenceEvaluator(filter: .timeBased, keepsLateSamples: false)
    let dropped = SampleDecision(
      order: .late, isStored: false, isEvaluated: false, endsStateLife: false, change: MembershipChange())
    #expect(device.see(99_998, 9, arrival: 100_000) == .accepted(dropped))
  }

  @Test func sameTimeAndPlaceAgainIsAHeartbeat() {
    var device = Device()
    device.see(100, 0.5)
    #expect(device.see(100, 0.5, arrival: 700) == .heartbeat)
    #expect(device.state.lastHeard == Timestamp(milliseconds: 700))
    #expect(device.told == ["enter 1", "enter 3"])
  }

  @Test func sameTimeElsewhereTheFirstWinsAndTheOtherIsKept() {
    var device = Device()
    device.see(100, 0.5)
    let evaluation = device.see(100, 9, arrival: 200)
    let kept = SampleDecision(
      order: .conflicting, isStored: true, isEvaluated: false, endsStateLife: false, change: MembershipChange())
    #expect(evaluation == .accepted(kept))
    #expect(device.state.evaluated?.position.longitude == 0.5)
  }

  @Test func sameSampleAgainAfterOthersChangesNothing() {
    var device = Device()
    device.see(100, 0.5)
    device.see(200, 9)
    let before = device.state
    #expect(device.see(100, 0.5, arrival: 300) == .repetition)
    #expect(device.state == before)
  }

  @Test func severalFencesEveryExitComesBeforeAnyEnter() {
    var device = Device()
    device.see(1, 1.5)
    device.see(2, 0.5)
    #expect(device.told == ["enter 2", "enter 3", "exit 2", "enter 1"])
    let change = MembershipChange(left: [1, 2, 3], entered: [4, 5])
    #expect(change.transitions(by: >).map(\.fence) == [3, 2, 1, 5, 4])
  }

  @Test func boundaryAPointOnTheSharedEdgeIsInsideBoth() {
    var device = Device()
    device.see(1, 1)
    #expect(device.told == ["enter 1", "enter 2", "enter 3"])
  }

  @Test func fenceChangedTheLatestSampleIsEvaluatedAtOnceAndUnchangedGeometryIsSilent() {
    var device = Device()
    device.see(1, 0.5)
    device.lookAgain(at: 2)
    device.fences[1] = 5...6
    device.fences[7] = 0...1
    device.lookAgain(at: 3)
    device.lookAgain(at: 4)
    #expect(device.told == ["enter 1", "enter 3", "exit 1", "enter 7"])
  }

  @Test func fenceDeletedTheDeviceInsideLeavesIt() {
    var device = Device()
    device.see(1, 0.5)
    device.fences[3] = nil
    device.lookAgain(at: 2)
    #expect(device.told.last == "exit 3")
  }

  @Test func futureSampleCountsFromItsArrivalAndDoesNotBlockWhatFollows() {
    var device = Device()
    device.see(300_000, 0.5, arrival: 1000)
    #expect(device.state.evaluated?.effectiveTime == Timestamp(milliseconds: 1000))
    device.see(2000, 9)
    #expect(device.told == ["enter 1", "enter 3", "exit 1", "exit 3"])
    // It comes again: known, though it would be newer than what was evaluated last.
    #expect(device.see(300_000, 0.5, arrival: 3000) == .repetition)
  }

  @Test func stateLifeEndsAfterThirtyDaysOfSilence() {
    for (silence, told) in [(30 * Self.day, 2), (30 * Self.day + 1, 4)] {
      var device = Device()
      device.see(0, 0.5)
      device.see(silence, 0.5)
      #expect(device.told.count == told)
    }
  }

  @Test func stateLifeAnEndedStateIsNotBroughtBackNorEvaluatedAgain() {
    var device = Device()
    device.see(10, 0.5)
    let late = 10 + 31 * Self.day
    #expect(device.see(10, 0.5, arrival: late) == .heartbeat)
    device.see(9, 0.5, arrival: late)
    #expect(device.state.lastHeard == Timestamp(milliseconds: 10))
    device.fences[1] = nil
    device.lookAgain(at: late)
    #expect(device.told == ["enter 1", "enter 3"])
    device.see(late + 1, 0.5)
    #expect(device.told == ["enter 1", "enter 3", "enter 3"])
  }

  /// Whatever comes in whatever order, ENTER and EXIT of a fence alternate and end where the newest sample says.
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func enterAndExitAlternate(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var device = Device()
    var inside: Set<String> = []
    var arrival: Int64 = 0
    for _ in 0..<200 {
      arrival += Int64.random(in: 0...50, using: &random)
      let time = arrival + Int64.random(in: -100...40, using: &random)
      let start = device.told.count
      device.see(time, Double.random(in: -1...3, using: &random), arrival: arrival)
      if Int.random(in: 0..<5, using: &random) == 0 {
        device.fences[Int32.random(in: 1...4, using: &random)] = Bool.random(using: &random) ? 0.5...2.5 : nil
        device.lookAgain(at: arrival)
      }
      for line in device.told[start...] {
        let fence = String(line.suffix(1))
        #expect(line.hasPrefix("enter") ? inside.insert(fence).inserted : inside.remove(fence) != nil)
      }
      #expect(device.state.inside.map(String.init) == inside.sorted())
    }
    #expect(device.state.evaluated.map { device.around($0.position.longitude) } == device.state.inside)
  }
}
