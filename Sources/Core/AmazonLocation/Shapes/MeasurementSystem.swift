/// The units of one forecast. The service mixes no systems.
public enum MeasurementSystem: Sendable, Equatable, CaseIterable {
  case metric
  case imperial

  /// The name on the wire.
  public var distanceUnit: String { self == .metric ? "Kilometers" : "Miles" }
  public var speedUnit: String { self == .metric ? "KilometersPerHour" : "MilesPerHour" }

  /// In one unit of distance; the international mile.
  public var metres: Double { self == .metric ? 1000 : 1609.344 }
}
