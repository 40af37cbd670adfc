internal import Foundation

/// A segment that is straight in longitude and latitude, with what bounds the way it bends on the ellipsoid.
///
/// It is run through at even speed by a parameter from 0 to 1. With M the meridional radius of curvature, r the radius
/// of the parallel, p and q the rates of latitude and longitude in radians, its speed is (M p, r q), and its covariant
/// acceleration is (M' p^2 + r sin(latitude) q^2, -2 M sin(latitude) p q): Christoffel symbols of a surface of
/// revolution. Both stay finite at a pole.
struct GeographicSegment {
  let start: PlanePoint
  let end: PlanePoint
  /// Degrees.
  let latitudeStep: Double
  let longitudeStep: Double
  /// No more metres a unit of the parameter than this, anywhere on the segment; its length at most.
  let greatestSpeed: Double
  /// No more metres a squared unit of the parameter than this.
  let greatestAcceleration: Double

  init(_ start: PlanePoint, _ end: PlanePoint) {
    self.start = start
    self.end = end
    latitudeStep = end.y - start.y
    longitudeStep = (end.x - start.x) + (end.xTail - start.xTail)
    let p = abs(latitudeStep) * (.pi / 180)
    let q = abs(longitudeStep) * (.pi / 180)
    // Of the latitudes that it runs through, the one nearest the equator has the widest parallel.
    let (low, high) = (min(abs(start.y), abs(end.y)), max(abs(start.y), abs(end.y)))
    let crossesEquator = (start.y < 0) != (end.y < 0)
    let parallel = crossesEquator ? Ellipsoid.a : Radii(latitude: low).parallel
    let sine = min(1, sin(high * (.pi / 180)) + 1e-15)
    let meridian = Radii.greatestMeridional * p
    greatestSpeed = (meridian * meridian + parallel * parallel * q * q).squareRoot() * (1 + 1e-12)
    let northward = Radii.greatestChange * p * p + parallel * sine * q * q
    let eastward = 2 * Radii.greatestMeridional * sine * p * q
    greatestAcceleration = (northward * northward + eastward * eastward).squareRoot() * (1 + 1e-12)
  }

  /// The place at a parameter of 0...1, its longitude within -180...180.
  func place(at parameter: Double) -> Coordinate {
    if parameter == 0 { return Self.place(start) }
    if parameter == 1 { return Self.place(end) }
    let longitude = start.x + (start.xTail + parameter * longitudeStep)
    let latitude = start.y + parameter * latitudeStep
    return Coordinate(
      longitude: longitude.remainder(dividingBy: 360), latitude: min(90, max(-90, latitude)))
  }

  private static func place(_ point: PlanePoint) -> Coordinate {
    let longitude = abs(point.x) <= 180 ? point.x : point.x.remainder(dividingBy: 360) + point.xTail
    return Coordinate(longitude: min(180, max(-180, longitude)), latitude: point.y)
  }

  /// Metres a unit of the parameter, to the north and to the east, at a latitude.
  func velocity(at latitude: Double) -> (north: Double, east: Double) {
    let radii = Radii(latitude: latitude)
    return (radii.meridional * latitudeStep * (.pi / 180), radii.parallel * longitudeStep * (.pi / 180))
  }
}

/// Radii of the ellipsoid at a latitude, in metres.
private struct Radii {
  /// Of curvature of the meridian.
  let meridional: Double
  /// Of the parallel.
  let parallel: Double

  /// At a pole.
  static let greatestMeridional = Ellipsoid.a * Ellipsoid.a / Ellipsoid.b
  /// No meridional radius changes faster than this, in metres a radian: 3 e^2 M sin cos / (1 - e^2 sin^2).
  static let greatestChange =
    1.5 * Ellipsoid.eccentricitySquared * greatestMeridional / (1 - Ellipsoid.eccentricitySquared)

  init(latitude: Double) {
    let phi = latitude * (.pi / 180)
    let (s, c) = (sin(phi), cos(phi))
    let w = 1 - Ellipsoid.eccentricitySquared * s * s
    let normal = Ellipsoid.a / w.squareRoot()
    meridional = normal * (1 - Ellipsoid.eccentricitySquared) / w
    parallel = max(0, normal * c)
  }
}
