internal import Geodesy
internal import MovementSimulation
internal import MusterValues

/// What moves in the demonstration: the simulated crew or recorded tracks. Pure: the caller says what time it is.
enum DemoMovement: Sendable {
  case crew(MovementSimulator, start: Timestamp, speed: Double)
  case tracks(ReplaySchedule)

  /// The positions due by `now`, as elements of `Updates`, at most about a hundred of a track.
  mutating func updates(by now: Timestamp) -> [JSONValue] {
    switch self {
    case .crew(var simulator, let start, let speed):
      let elapsed = Double(max(now.milliseconds(since: start), 0))
      let fixes = simulator.step(to: start.advanced(byMilliseconds: Int64(min(elapsed * speed, 9e15))))
      self = .crew(simulator, start: start, speed: speed)
      return fixes.map { fix in
        let reported = start.advanced(byMilliseconds: Int64(Double(fix.time.milliseconds(since: start)) / speed))
        return LocationOperation.update(
          device: fix.name.text, longitude: Self.rounded(fix.coordinate.longitude),
          latitude: Self.rounded(fix.coordinate.latitude), time: reported,
          accuracy: (fix.accuracy * 10).rounded() / 10)
      }
    case .tracks(var schedule):
      let due = schedule.take(by: now, limit: 100)
      self = .tracks(schedule)
      return due.map(\.update)
    }
  }

  /// Whether nothing will move any more.
  var isOver: Bool {
    switch self {
    case .crew: false
    case .tracks(let schedule): schedule.isFinished
    }
  }

  /// Seven decimals of a degree: about a centimetre, as receivers report.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
