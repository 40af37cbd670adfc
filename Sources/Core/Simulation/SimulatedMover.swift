public import Geodesy
public import MusterValues

/// Someone or something that goes from waypoint to waypoint, round and round.
public struct SimulatedMover: Sendable {
  public let name: Identifier
  /// Visited in order; after the last one comes the first.
  public let waypoints: [Coordinate]
  public let profile: MovementProfile
  /// Milliseconds between fixes, at least 100.
  public let interval: Int64

  public init(name: Identifier, waypoints: [Coordinate], profile: MovementProfile, interval: Int64) {
    self.name = name
    self.waypoints = waypoints
    self.profile = profile
    self.interval = max(interval, 100)
  }
}

/// What a device would report.
public struct SimulatedFix: Hashable, Sendable {
  public let name: Identifier
  public let time: Timestamp
  public let coordinate: Coordinate
  /// Radius in metres that holds the true place with a chance of 68 %.
  public let accuracy: Double
  /// Metres per second over ground.
  public let speed: Double
  /// Degrees clockwise from north, 0 to 360; nil at rest.
  public let course: Double?
}
