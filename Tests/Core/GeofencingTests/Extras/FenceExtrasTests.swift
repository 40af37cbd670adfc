import Geodesy
import Geofencing
import MusterValues
import Testing

/// Dwell, approach and passing over intervals of a line: 1 spans 0...1, 2 spans 2...3. A degree counts as 100 m.
@Suite struct FenceExtrasTests {
  private struct Line: FenceSurroundings {
    var rules: [Int32: FenceRules] = [:]
    let fences: [Int32: ClosedRange<Double>] = [1: 0...1, 2: 2...3]

    func rules(of fence: Int32, at moment: Timestamp) -> FenceRules? {
      guard let found = rules[fence], found.activity?.standing(at: moment) ?? .active == .active else { return nil }
      return found
    }

    func near(_ place: Coordinate, at moment: Timestamp) -> [(fence: Int32, distance: Double)] {
      fences.compactMap { number, span in
        let distance = max(span.lowerBound - place.longitude, place.longitude - span.upperBound) * 100
        guard let asked = rules(of: number, at: moment)?.approach, distance > 0, distance <= asked * FenceExtras.release
        else { return nil }
        return (number, distance)
      }
    }

    func crossed(from start: Coordinate, to end: Coordinate, at moment: Timestamp) -> [Int32] {
      fences.filter { number, span in
        rules(of: number, at: moment)?.passing != nil && min(start.longitude, end.longitude) <= span.upperBound
          && max(start.longitude, end.longitude) >= span.lowerBound
      }.keys.sorted()
    }
  }

  private struct Device {
    var line = Line()
    var state = EvaluationState()
    var told: [String] = []

    mutating func see(_ second: Int64, _ place: Double, arrival: Int64? = nil) {
      let sample = PositionSample(
        sampleTime: Timestamp(milliseconds: second * 1000),
        arrival: Timestamp(milliseconds: (arrival ?? second) * 1000),
        position: Coordinate(longitude: place, latitude: 0),
        accuracy: nil)
      let evaluation = GeofenceEvaluator(filter: .timeBased).evaluate(
        sample, in: state, isKnown: { false },
        fences: { line.fences.filter { $0.value.contains(place) }.keys.sorted() })
      guard case .accepted(let decision) = evaluation else { return state.hear(at: sample.arrival) }
      let extras = decision.isEvaluated ? FenceExtras.of(sample, decision, in: state, line) : nil
      state.apply(decision, of: sample)
      guard let extras else { return }
      state.memories.take(extras.memories)
      for notice in extras.notices {
        switch notice.kind {
        case .dwell(let milliseconds): told.append("\(second): dwell \(notice.fence) \(milliseconds / 1000)")
        case .approach(let distance): told.append("\(second): approach \(notice.fence) \(Int(distance.rounded()))")
        case .passedThrough(let since):
          told.append("\(second): passed \(notice.fence) since \(since.milliseconds / 1000)")
        }
      }
    }
  }

  private func device(_ change: (inout FenceRules) -> Void) -> Device {
    var rules = FenceRules()
    change(&rules)
    var device = Device()
    device.line.rules = [1: rules, 2: rules]
    return device
  }

  @Test func dwellIsToldOnceAStayByTheFirstSampleThatIsLateEnough() {
    var device = device { $0.dwell = 60_000 }
    for second: Int64 in [0, 30, 59, 60, 61, 200] { device.see(second, 0.5) }
    device.see(210, 9)
    device.see(220, 0.5)
    device.see(279, 0.5)
    device.see(281, 0.6)
    #expect(device.told == ["60: dwell 1 60", "281: dwell 1 61"])
    #expect(device.state.memories.entries.count == 1)
    device.see(300, 9)
    #expect(device.state.memories.isEmpty)
  }

  @Test func dwellNeverFiresOnSilenceHeartbeatsOrLateSamples() {
    var device = device { $0.dwell = 60_000 }
    device.see(0, 0.5)
    // The newest again, long after; and one from before, arriving now.
    device.see(0, 0.5, arrival: 500)
    device.see(-5, 0.5, arrival: 600)
    #expect(device.told.isEmpty)
    device.see(30, 9, arrival: 601)
    #expect(device.told.isEmpty)
  }

  @Test func dwellAskedForDuringAStayCountsFromTheNextSample() {
    var device = device { _ in }
    device.see(0, 0.5)
    device.line.rules[1]?.dwell = 60_000
    device.see(100, 0.5)
    device.see(159, 0.5)
    device.see(160, 0.5)
    #expect(device.told == ["160: dwell 1 60"])
  }

  @Test func dwellEndsWithTheStatesLife() {
    var device = device { $0.dwell = 60_000 }
    device.see(0, 0.5)
    device.see(31 * 86_400, 0.5)
    #expect(device.told.isEmpty)
    device.see(31 * 86_400 + 60, 0.5)
    #expect(device.told.count == 1)
  }

  @Test func approachIsToldOnceUntilTheDeviceIsBeyondATenthMore() {
    var device = device { $0.approach = 100 }
    for (second, place) in [(0, -3.0), (1, -1.05), (2, -0.9), (3, -1.05), (4, -0.5), (5, -1.11), (6, -1.0)] {
      device.see(Int64(second), place)
    }
    #expect(device.told == ["2: approach 1 90", "6: approach 1 100"])
  }

  @Test func approachIsNotToldToWhoLeaves() {
    var device = device { $0.approach = 100 }
    for (second, place) in [(0, 0.5), (1, -0.5), (2, -0.9), (3, -2), (4, -0.5), (5, 0), (6, -0.1)] {
      device.see(Int64(second), place)
    }
    #expect(device.told == ["4: approach 1 50"])
  }

  @Test func approachesOfTwoFencesAreKeptApart() {
    var device = device { $0.approach = 100 }
    device.see(0, 1.5)
    #expect(device.told == ["0: approach 1 50", "0: approach 2 50"])
  }

  @Test func passingNeedsBothSamplesOutsideAndNearInTime() {
    var device = device { $0.passing = 60_000 }
    device.see(0, -1)
    device.see(60, 1.5)
    device.see(121, 5)
    device.see(130, 1.5)
    device.see(140, 0.5)
    device.see(150, -1)
    #expect(device.told == ["60: passed 1 since 0", "130: passed 2 since 121"])
  }

  @Test func passingStartsAnewAfterAStatesLife() {
    var device = device { $0.passing = 86_400_000 * 40 }
    device.see(0, -1)
    device.see(31 * 86_400, 5)
    #expect(device.told.isEmpty)
  }

  @Test func aFenceThatIsNotThereTellsNothingAndIsForgotten() {
    var device = device {
      $0.approach = 100
      $0.dwell = 10_000
      $0.activity = FenceActivity(expires: Timestamp(milliseconds: 100_000))
    }
    device.see(0, -0.5)
    device.see(100, -0.4)
    device.see(101, -5)
    device.see(102, -0.5)
    #expect(device.told == ["0: approach 1 50"])
    #expect(device.state.memories.isEmpty)
  }

  @Test func aChangeWithoutASampleLeavesItsMomentInTheMemory() {
    let device = device { $0.dwell = 10_000 }
    let change = MembershipChange(left: [], entered: [1])
    let extras = FenceExtras.of(change, in: device.state, at: Timestamp(milliseconds: 77), device.line)
    #expect(extras.notices.isEmpty)
    #expect(extras.memories.map(\.entered) == [Timestamp(milliseconds: 77)])
    var memories = FenceMemories(extras.memories)
    var inside = device.state
    inside.apply(change)
    inside.memories = memories
    let back = FenceExtras.of(
      MembershipChange(left: [1], entered: []), in: inside, at: Timestamp(milliseconds: 80), device.line)
    memories.take(back.memories)
    #expect(memories.isEmpty)
  }
}
