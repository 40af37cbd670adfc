import Foundation
import Geodesy
import Geofencing
import MovementSimulation
import Testing

/// A short run of the simulation as a gate: the full one is `Scripts/simulate`.
@Suite struct CrewSimulationTests {
  private static let rules = [SafetyRule.amazon, .confident()]
  private static let simulation = CrewSimulation(membersPerSeed: 12, duration: 7200)

  @Test func falseSafeTimeIsATenthOfAmazonsAndSafetyIsShown() {
    var sum = [CrewMeasure(), CrewMeasure()]
    for scenario in [CrewScenario.walk, .edge, .canopy, .dying] {
      sum = zip(sum, Self.simulation.run(scenario, seed: 503, rules: Self.rules)).map { $0 + $1 }
    }
    let (amazon, confident) = (sum[0], sum[1])
    #expect(amazon.falseSafeAlive >= 10 * confident.falseSafeAlive)
    #expect(confident.falseSafeAlive > 0)
    #expect(confident.shownSafe >= 0.94)
    #expect(confident.delayUntilUnsafe(0.5) <= 30)
    #expect(amazon.departures.count > 20)
  }

  @Test func aSeedAlwaysGivesTheSameFigures() {
    let simulation = CrewSimulation(membersPerSeed: 2, duration: 1800)
    let first = simulation.run(.canopy, seed: 9, rules: Self.rules)
    let second = simulation.run(.canopy, seed: 9, rules: Self.rules)
    let other = simulation.run(.canopy, seed: 10, rules: Self.rules)
    #expect(first.map(\.clearSecondsSafe) == second.map(\.clearSecondsSafe))
    #expect(first.map(\.falseSafeSeconds) == second.map(\.falseSafeSeconds))
    #expect(first.map(\.clearSecondsSafe) != other.map(\.clearSecondsSafe))
  }

  @Test func aRecordedErrorHasNoMeanAndUnitSize() throws {
    let track = (0..<60).map { index in
      Coordinate(longitude: 13.4 + 1e-5 * sin(Double(index)), latitude: 52.47 + 2e-5 * cos(Double(index) * 0.7))
    }
    let error = try #require(RecordedError(track: track, window: nil))
    let values = (0..<60).map { error.error(at: $0) }
    let squares = values.map { $0.east * $0.east + $0.north * $0.north }.reduce(0, +) / 120
    let mean = values.map(\.east).reduce(0, +)
    #expect(abs(squares - 1) < 1e-9)
    #expect(abs(mean) < 1e-6)
    #expect(error.error(at: 60) == error.error(at: 59))
    #expect(error.error(at: 120) == error.error(at: 0))
    #expect(RecordedError(track: Array(track.prefix(5)), window: nil) == nil)
    #expect(RecordedError(track: Array(repeating: track[0], count: 20), window: nil) == nil)
  }
}
