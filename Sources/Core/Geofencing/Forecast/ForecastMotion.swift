public import Geodesy

/// Where a device is, and how far it may come.
public struct ForecastMotion: Hashable, Sendable {
  public var place: Coordinate
  /// Metres a second, at least 0; nil when it is not known.
  public var speed: Double?
  /// Seconds to look ahead, at least 0; nil when only the present counts.
  public var horizon: Double?

  public init(place: Coordinate, speed: Double? = nil, horizon: Double? = nil) {
    self.place = place
    self.speed = speed
    self.horizon = horizon
  }

  /// Metres the device may travel within the horizon; 0 without a speed or a horizon.
  public var reach: Double {
    guard let speed, let horizon, speed > 0, horizon > 0 else { return 0 }
    return speed * horizon
  }

  /// Seconds to travel so many metres.
  func seconds(for metres: Double) -> Double { (speed ?? 0) > 0 ? metres / (speed ?? 1) : .infinity }
}
