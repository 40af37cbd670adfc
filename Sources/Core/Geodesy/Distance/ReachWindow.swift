internal import Foundation

/// The latitudes and longitudes that a path of some length from a place can reach. Never too small.
///
/// Along a path of that length, latitude changes no faster than one radian by the least meridional radius, and longitude
/// no faster than by the radius of the smallest parallel in reach.
struct ReachWindow {
  /// Degrees, within -90...90.
  let south: Double
  let north: Double
  /// Degrees to either side of the place; infinite when every longitude may be reached.
  let halfWidth: Double

  /// `reach` in metres, at least 0; may be infinite.
  init(around place: Coordinate, reach: Double) {
    let radius = reach * (1 + 1e-9) + 1e-6
    let degrees = radius / CartesianPoint.leastRadiusOfCurvature * (180 / .pi) + 1e-12
    south = max(-90, place.latitude - degrees)
    north = min(90, place.latitude + degrees)
    let highest = abs(place.latitude) + degrees
    let parallel = highest < 90 ? Ellipsoid.a * cos(highest * (.pi / 180)) : 0
    let width = parallel > 0 ? radius / parallel * (180 / .pi) * (1 + 1e-9) + 1e-12 : .infinity
    halfWidth = width < 180 ? width : .infinity
  }

  /// Whether an edge may come into the window that begins `start` degrees east of the place (-180...180) and goes
  /// `step` degrees east, between two latitudes.
  @inline(__always) func mayHold(start: Double, step: Double, south low: Double, north high: Double) -> Bool {
    guard high >= south, low <= north else { return false }
    let (west, east) = step < 0 ? (start + step, start) : (start, start + step)
    // Margins cover the rounding of the sums.
    let half = halfWidth + 1e-9
    return (west <= half && east >= -half) || east >= 360 - half || west <= half - 360
  }
}

extension BoundingBox {
  /// A box that holds every place at most `radius` metres from the centre: never too small, and rather too large for
  /// radii of thousands of kilometres. The centre is valid, the radius at least 0; it may be infinite.
  public init(around center: Coordinate, radius: Double) {
    let window = ReachWindow(around: center, reach: radius)
    guard window.halfWidth < 180 else {
      self.init(west: -180, south: window.south, east: 180, north: window.north)
      return
    }
    var west = center.longitude - window.halfWidth
    if west < -180 { west += 360 }
    // The sums round; one step outwards covers it.
    let east = west + 2 * window.halfWidth + 1e-12
    self.init(west: max(-180, west - 1e-12), south: window.south, east: east, north: window.north)
  }
}
