/// A place on the WGS84 ellipsoid, in degrees; longitude first, as in GeoJSON.
///
/// A plain value: nothing is checked here. `isValid` tells whether it can be a place at all.
public struct Coordinate: Hashable, Sendable {
  /// Degrees east of Greenwich, -180 to 180 when valid.
  public var longitude: Double
  /// Geodetic degrees north of the equator, -90 to 90 when valid.
  public var latitude: Double

  public init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }

  /// Whether both numbers are finite and in range.
  public var isValid: Bool { abs(longitude) <= 180 && abs(latitude) <= 90 }
}
