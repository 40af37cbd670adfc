/// All places whose geodesic distance from the centre is at most the radius.
public struct Circle: Hashable, Sendable {
  public var center: Coordinate
  /// Metres.
  public var radius: Double

  public init(center: Coordinate, radius: Double) {
    self.center = center
    self.radius = radius
  }
}

/// Rings of places, the exterior first and then the holes, exactly as they were put; each ring repeats its first
/// place at its end.
public struct Polygon: Hashable, Sendable {
  public var rings: [[Coordinate]]

  public init(rings: [[Coordinate]]) { self.rings = rings }

  /// Vertices of all rings, the repeated last ones included.
  public var vertexCount: Int { rings.reduce(0) { $0 + $1.count } }
}

/// The area of a geofence, unchecked; `PreparedShape` checks it and answers questions about it.
public enum Shape: Hashable, Sendable {
  case polygon(Polygon)
  case multiPolygon([Polygon])
  case circle(Circle)

  /// Vertices of all rings, the repeated last ones included; 0 for a circle.
  public var vertexCount: Int {
    switch self {
    case .polygon(let polygon): polygon.vertexCount
    case .multiPolygon(let polygons): polygons.reduce(0) { $0 + $1.vertexCount }
    case .circle: 0
    }
  }
}
