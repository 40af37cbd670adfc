internal import Foundation

/// When a phone reports: at a fixed interval, or seldom at rest and often on the move, as trackers with a distance filter
/// do: it goes on reporting often until a report finds that it has stopped.
struct CrewReporting: Sendable {
  /// Seconds.
  let atRest: Int
  let onTheMove: Int
  /// Metres moved since the last report that make the next one due.
  static let distanceFilter = 10.0

  /// Intervals of 5 to 60 s: one phone in three has a fixed one of at most 30 s.
  init(_ random: inout SimulationRandom) {
    if random.next() % 3 == 0 {
      atRest = Int(5 * pow(6, random.uniform(0...1)))
      onTheMove = atRest
    } else {
      atRest = Int(random.uniform(30...60))
      onTheMove = Int(random.uniform(5...15))
    }
  }

  /// A fixed interval of 5 to 60 s.
  init(fixed random: inout SimulationRandom) {
    atRest = Int(5 * pow(12, random.uniform(0...1)))
    onTheMove = atRest
  }

  /// Asks `report` at the second of every report; it tells whether its fix was out of line, which a phone takes for
  /// movement. One report in eight is late by up to an interval.
  func eachReport(_ path: CrewPath, until end: Int, _ random: inout SimulationRandom, _ report: (Int) -> Bool) {
    var last = Int(random.uniform(0...Double(atRest))) - atRest
    var late = 0
    var seemsMoved = false
    for second in 0..<min(end, path.places.count) {
      let elapsed = second - last - late
      let moved = last < 0 ? 0 : path.places[last].distance(to: path.places[second])
      let isMoved = moved >= Self.distanceFilter
      guard elapsed >= atRest || (elapsed >= onTheMove && (isMoved || seemsMoved)) else { continue }
      seemsMoved = report(second) || isMoved
      last = second
      late = random.next() % 8 == 0 ? Int(random.uniform(0...Double(onTheMove))) : 0
    }
  }
}
