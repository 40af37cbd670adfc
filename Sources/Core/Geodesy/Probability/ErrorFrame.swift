internal import Foundation

/// The plane in which a fix's error is circular: its origin is the fix, its unit one sigma, and east and north are
/// longitude and latitude scaled by the ellipsoid's radii of curvature at the fix.
///
/// The scaling is linear, so that edges stay straight and a shape's inside stays its inside. Distances are right to
/// second order: at 6.5 sigmas of a 50 m fix to 0.01 %. Within some sigmas of a pole the frame means little.
struct ErrorFrame {
  struct Point {
    let x: Double
    let y: Double
  }

  private let longitude: Double
  private let latitude: Double
  private let sigmasPerDegreeEast: Double
  private let sigmasPerDegreeNorth: Double

  /// - Parameters:
  ///   - sigma: metres, above 0.
  ///   - turns: whole turns to move the fix east by, to where a shape's unwrapped longitudes are.
  init(fix: Coordinate, sigma: Double, turns: Int) {
    longitude = fix.longitude + 360 * Double(turns)
    latitude = fix.latitude
    let phi = fix.latitude * (.pi / 180)
    let sine = sin(phi)
    let w = (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    let normalRadius = Ellipsoid.a / w
    let meridionalRadius = Ellipsoid.a * (1 - Ellipsoid.eccentricitySquared) / (w * w * w)
    sigmasPerDegreeEast = normalRadius * max(0, cos(phi)) * (.pi / 180) / sigma
    sigmasPerDegreeNorth = meridionalRadius * (.pi / 180) / sigma
  }

  @inline(__always) func point(_ longitude: Double, _ latitude: Double) -> Point {
    Point(x: (longitude - self.longitude) * sigmasPerDegreeEast, y: (latitude - self.latitude) * sigmasPerDegreeNorth)
  }

  /// Where a stretch of border lies, seen from the fix.
  enum Side {
    /// Some of the error's mass may lie in the stretch's box.
    case near
    /// Wholly east of the error's reach, beside it.
    case east
    /// West, north or south of it: of no account.
    case without
  }

  func side(of box: BoundingBox) -> Side {
    let (low, high) = (point(box.west, box.south), point(box.east, box.north))
    let reach = NormalTable.reach
    if low.y >= reach || high.y <= -reach || high.x <= -reach { return .without }
    return low.x >= reach ? .east : .near
  }

  /// Whether any of the error's mass lies in the box.
  func reaches(_ box: BoundingBox) -> Bool { side(of: box) == .near }
}
