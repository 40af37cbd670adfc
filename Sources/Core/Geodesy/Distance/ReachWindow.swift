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
  private let latitude: Double
  /// Metres a degree, never too many in the window.
  private let perLatitude: Double
  private let perLongitude: Double
  private let squaredReach: Double

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
    latitude = place.latitude
    perLatitude = CartesianPoint.leastRadiusOfCurvature * (.pi / 180)
    perLongitude = parallel * (.pi / 180)
    // One part in a million and a millimetre lie far above the rounding of coordinates.
    squaredReach = radius * radius * (1 + 2e-6) + 1e-6
  }

  /// Whether a box may hold a place in reach. It begins `start` degrees east of the place (-180...180) and is `width`
  /// degrees wide.
  @inline(__always) func mayReach(start: Double, width: Double, south low: Double, north high: Double) -> Bool {
    guard high >= south, low <= north else { return false }
    // Margins cover the rounding of the sums.
    let half = halfWidth + 1e-9
    let end = start + width
    return (start <= half && end >= -half) || end >= 360 - half
  }

  /// Whether a segment may hold a place in reach. It begins `start` degrees east of the place (-180...180) and goes
  /// `step` degrees east.
  ///
  /// A path from the place that is no longer than the reach stays between the window's latitudes, where a degree is
  /// nowhere shorter than `perLatitude` and `perLongitude`: it is no shorter than the straight line in a plane of these
  /// scales.
  @inline(__always)
  func mayReach(start: Double, step: Double, from startLatitude: Double, to endLatitude: Double) -> Bool {
    let (low, high) = startLatitude < endLatitude ? (startLatitude, endLatitude) : (endLatitude, startLatitude)
    guard high >= south, low <= north else { return false }
    let half = halfWidth + 1e-9
    let (west, east) = step < 0 ? (start + step, start) : (start, start + step)
    if east >= 360 - half || west <= half - 360 { return true }
    guard west <= half, east >= -half else { return false }
    let (x, y) = (start * perLongitude, (startLatitude - latitude) * perLatitude)
    let (dx, dy) = (step * perLongitude, (endLatitude - startLatitude) * perLatitude)
    let square = dx * dx + dy * dy
    let along = square > 0 ? min(1, max(0, -(x * dx + y * dy) / square)) : 0
    let (nearX, nearY) = (x + along * dx, y + along * dy)
    return !(nearX * nearX + nearY * nearY > squaredReach)
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
