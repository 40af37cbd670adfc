public import Geodesy
public import MusterValues

/// What ForecastGeofenceEvents is asked.
public struct ForecastQuery: Sendable, Equatable {
  /// Valid.
  public var position: Coordinate
  /// Metres a second, at least 0; nil when it was not given.
  public var speed: Double?
  /// Seconds, at least 0; nil when it was not given.
  public var horizon: Double?
  public var system: MeasurementSystem
  /// Degrees clockwise from north, 0...360; nil for any heading.
  public var heading: Double?
  /// Degrees by which the heading may be wrong to either side, 0...180.
  public var headingUncertainty: Double
  /// Whether the answer may hold what Amazon's has not.
  public var mayHaveHeading: Bool

  public init(
    position: Coordinate, speed: Double? = nil, horizon: Double? = nil, system: MeasurementSystem = .metric,
    heading: Double? = nil, headingUncertainty: Double = 0, mayHaveHeading: Bool = false
  ) {
    self.position = position
    self.speed = speed
    self.horizon = horizon
    self.system = system
    self.heading = heading
    self.headingUncertainty = headingUncertainty
    self.mayHaveHeading = mayHaveHeading
  }
}

/// One answer of a forecast.
public struct ForecastedEvent: Sendable {
  /// The raw value is the name on the wire.
  public enum Kind: String, Sendable, CaseIterable {
    case enter = "ENTER"
    case exit = "EXIT"
    case idle = "IDLE"
  }

  /// A UUID's text.
  public var id: String
  public var geofence: Identifier
  public var kind: Kind
  public var isDeviceInGeofence: Bool
  /// Metres, at least 0.
  public var nearestDistance: Double
  public var breach: Timestamp?
  /// Of a forecast along a heading.
  public var entry: Timestamp?
  public var exit: Timestamp?
  public var properties: PropertyMap

  public init(
    id: String, geofence: Identifier, kind: Kind, isDeviceInGeofence: Bool, nearestDistance: Double,
    breach: Timestamp? = nil, entry: Timestamp? = nil, exit: Timestamp? = nil, properties: PropertyMap
  ) {
    self.id = id
    self.geofence = geofence
    self.kind = kind
    self.isDeviceInGeofence = isDeviceInGeofence
    self.nearestDistance = nearestDistance
    self.breach = breach
    self.entry = entry
    self.exit = exit
    self.properties = properties
  }
}
