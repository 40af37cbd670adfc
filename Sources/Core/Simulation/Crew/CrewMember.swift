internal import Foundation
internal import Geodesy
internal import MusterValues

/// A fix of the simulation; times are whole seconds since its start.
struct CrewFix: Sendable {
  let second: Int
  let coordinate: Coordinate
  /// Metres, radius of 68 % as the device states it.
  let accuracy: Double
  /// What it should state.
  let trueCEP68: Double
}

/// One member: the truth of every second, and what the phone reported.
struct CrewMember: Sendable {
  let site: CrewSite
  let reporting: CrewReporting
  let isInside: [Bool]
  /// Metres to the border, by second.
  let clearance: [Double]
  let fixes: [CrewFix]
  /// The second from which the phone is dead.
  let death: Int

  /// Nil when the random site can't be one.
  init?(_ scenario: CrewScenario, seconds: Int, recordings: [RecordedError], _ random: inout SimulationRandom) {
    guard let site = CrewSite(&random), !scenario.behaviours.isEmpty else { return nil }
    let behaviour = scenario.behaviours[Int(random.next() % UInt64(scenario.behaviours.count))]
    let path = behaviour.path(site, seconds: seconds, &random)
    self.site = site
    reporting = scenario.hasFixedIntervals ? CrewReporting(fixed: &random) : CrewReporting(&random)
    let cep68 = random.uniform(scenario.errorRadius)
    isInside = path.places.prefix(seconds).map(site.isInside)
    clearance = path.places.prefix(seconds).map(site.clearance)
    death =
      random.uniform(0...1) < scenario.deathShare ? Int(random.uniform(0.2...1) * Double(seconds)) : seconds
    // A third of the devices state half to twice the radius that would be right.
    let misstatement = random.next() % 3 == 0 ? pow(2, random.uniform(-1...1)) : 1
    let recording =
      scenario.isReplayed && !recordings.isEmpty
      ? recordings[Int(random.next() % UInt64(recordings.count))] : nil
    var error = CrewError(scenario, cep68: cep68, seconds: seconds, recording: recording, &random)
    var fixes: [CrewFix] = []
    reporting.eachReport(path, until: min(death, seconds), &random) { second in
      guard let reading = error.read(at: second) else { return false }
      let place = PlanePlace(
        east: path.places[second].east + reading.east, north: path.places[second].north + reading.north)
      fixes.append(
        CrewFix(
          second: second, coordinate: CrewSite.coordinate(place), accuracy: reading.cep68 * misstatement,
          trueCEP68: reading.cep68))
      return reading.isWild
    }
    self.fixes = fixes
  }
}
