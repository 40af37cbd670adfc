internal import Foundation

/// A checked circle. Inside means that `Geodesic` says at most the radius; a chord through the Earth decides that for
/// nearly all places at a fraction of the cost.
struct PreparedCircle: Sendable {
  let bounds: BoundingBox
  let thresholds: CircleThresholds
  let circle: Circle

  init(_ circle: Circle, rules: ShapeRules) throws(ShapeError) {
    try circle.center.check(path: "Circle.Center")
    guard circle.radius > 0, circle.radius <= rules.maximumRadius, circle.radius.isFinite else {
      let most = rules.maximumRadius.isFinite ? "\(Int64(min(max(0, rules.maximumRadius), 1e15)))" : "finite"
      throw ShapeError(.radiusOutOfRange, path: "Circle.Radius", "must be more than 0 and at most \(most) metres")
    }
    self.circle = circle
    // A geodesic is never shorter than its chord, and never longer than the arc of the ellipsoid's least radius of
    // curvature over that chord (Schur's comparison theorem). The margins are far above all rounding.
    let radius = circle.radius
    let outside = radius * (1 + 1e-9) + 1e-6
    let least = CartesianPoint.leastRadiusOfCurvature
    let inside = radius < least ? 2 * least * sin(radius / (2 * least)) * (1 - 1e-9) - 1e-6 : 0
    thresholds = CircleThresholds(
      center: CartesianPoint(circle.center), surelyInside: inside > 0 ? inside * inside : 0,
      surelyOutside: outside * outside)
    bounds = BoundingBox(around: circle.center, radius: circle.radius)
  }

  func contains(_ place: Coordinate) -> Bool {
    guard place.latitude >= bounds.south, place.latitude <= bounds.north else { return false }
    if let answer = thresholds.answer(CartesianPoint(place)) { return answer }
    return circle.center.distance(to: place) <= circle.radius
  }

  /// See `PreparedShape.probabilityInside`.
  func probabilityInside(of fix: Coordinate, sigma: Double) -> Double {
    let reach = (circle.radius + NormalTable.reach * sigma) * (1 + 1e-9)
    // A chord is never longer than its geodesic.
    if CartesianPoint(fix).squaredDistance(to: thresholds.center) > reach * reach { return 0 }
    return CircleProbability.mass(distance: circle.center.distance(to: fix) / sigma, radius: circle.radius / sigma)
  }
}

/// Decides about nearly all places by their chord to the centre.
package struct CircleThresholds: Sendable {
  package let center: CartesianPoint
  /// Squared chords: below the first a place is surely inside, above the second surely outside.
  package let surelyInside: Double
  package let surelyOutside: Double

  /// Decides nothing: for what is no circle.
  package static let undecided = CircleThresholds(
    center: CartesianPoint(Coordinate(longitude: 0, latitude: 0)), surelyInside: -1, surelyOutside: .infinity)

  /// Nil when only the geodesic can tell.
  package func answer(_ place: CartesianPoint) -> Bool? {
    let chord = place.squaredDistance(to: center)
    if chord < surelyInside { return true }
    return chord > surelyOutside ? false : nil
  }
}

/// A place in Earth-centred coordinates, in metres.
package struct CartesianPoint: Sendable {
  package let x: Double
  package let y: Double
  package let z: Double

  /// The meridional radius of curvature at the equator, in metres: the least of any direction anywhere.
  package static let leastRadiusOfCurvature = Ellipsoid.a * (1 - Ellipsoid.eccentricitySquared)

  package init(_ place: Coordinate) {
    let phi = place.latitude * (.pi / 180)
    let lambda = place.longitude * (.pi / 180)
    let (s, c) = (sin(phi), cos(phi))
    let normal = Ellipsoid.a / (1 - Ellipsoid.eccentricitySquared * s * s).squareRoot()
    x = normal * c * cos(lambda)
    y = normal * c * sin(lambda)
    z = normal * (1 - Ellipsoid.eccentricitySquared) * s
  }

  package func squaredDistance(to other: CartesianPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }
}
