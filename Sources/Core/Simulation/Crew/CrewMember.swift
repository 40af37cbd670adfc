internal import Foundation
internal import Geodesy
internal import MusterValues

/// A fix of the simulation; times are whole seconds since its start.
struct CrewFix: Sendable {
  let second: Int
  let coordinate: Coordinate
  /// Metres, radius of 68 % as the device states it.
  let accuracy: Double
}

/// One member: the truth of every second, and what the phone reported.
struct CrewMember: Sendable {
  let site: CrewSite
  /// Seconds between reports.
  let interval: Int
  /// Radius of 68 % of the true error under open sky, metres.
  let cep68: Double
  let isInside: [Bool]
  let fixes: [CrewFix]
  /// The second from which the phone is dead.
  let death: Int

  /// Nil when the random site can't be one.
  init?(_ scenario: CrewScenario, seconds: Int, recordings: [RecordedError], _ random: inout SimulationRandom) {
    guard let site = CrewSite(&random), !scenario.behaviours.isEmpty else { return nil }
    let behaviour = scenario.behaviours[Int(random.next() % UInt64(scenario.behaviours.count))]
    let path = behaviour.path(site, seconds: seconds, &random)
    self.site = site
    interval = Int(5 * pow(12, random.uniform(0...1)))
    cep68 = random.uniform(scenario.cep68)
    isInside = path.places.prefix(seconds).map(site.isInside)
    death =
      random.uniform(0...1) < scenario.deathShare ? Int(random.uniform(0.2...1) * Double(seconds)) : seconds
    // A third of the devices state half to twice the radius that would be right.
    let misstatement = random.next() % 3 == 0 ? pow(2, random.uniform(-1...1)) : 1
    let recording =
      scenario.isReplayed && !recordings.isEmpty
      ? recordings[Int(random.next() % UInt64(recordings.count))] : nil
    var error = CrewError(scenario, cep68: cep68, seconds: seconds, recording: recording, &random)
    var fixes: [CrewFix] = []
    var second = Int(random.uniform(0...Double(interval)))
    while second < min(death, seconds) {
      if let reading = error.read(at: second) {
        let place = PlanePlace(
          east: path.places[second].east + reading.east, north: path.places[second].north + reading.north)
        fixes.append(
          CrewFix(
            second: second, coordinate: CrewSite.coordinate(place), accuracy: reading.cep68 * misstatement))
      }
      // Phones are late at times.
      second += interval + (random.next() % 8 == 0 ? Int(random.uniform(0...Double(interval))) : 0)
    }
    self.fixes = fixes
  }
}
