internal import Foundation

/// The place of any of several segments that is nearest to a given one.
///
/// The distance d along a segment, at even speed, bends down no faster than a bound K: the segment's own acceleration,
/// and beyond a quarter of the globe what the comparison with a sphere of the ellipsoid's greatest Gaussian curvature
/// gives (Hessian comparison theorem). So a distance and its slope, taken at one parameter, rule out a stretch around
/// it: there d is at least its Taylor polynomial with -K for the second derivative. The search improves the least
/// distance by Newton's method and rules out the rest of the segment, stretch after stretch.
///
/// What it finds is at most `tolerance` too long, however many minima there are. Two exceptions. Where a segment of
/// acceleration bound K keeps nearly one distance, the proof gets coarser after ``mostSteps`` stretches: at worst
/// K / 3.2e7, which is 1 mm for a segment of 400 km; Newton's method still finds the minimum in practice. And distances
/// of more than 19,400 km, near the antipode, are sampled.
struct NearestPlaceSearch {
  let origin: Coordinate
  /// Metres.
  let tolerance: Double
  /// The least distance found, or the one to be beaten, in metres.
  private(set) var distance: Double
  /// Where it is; nil when none has been found that is less than the one to be beaten.
  private(set) var nearest: Coordinate?
  private(set) var window: ReachWindow
  private let center: CartesianPoint

  private static let mostSteps = 4000
  /// The radius of the sphere whose curvature is the greatest of the ellipsoid, at its equator.
  private static let comparisonRadius = (Ellipsoid.a * CartesianPoint.leastRadiusOfCurvature).squareRoot() * (1 - 1e-9)
  /// No cut locus is nearer than half a turn on that sphere's meridian.
  private static let smoothReach = 19_900_000.0

  /// Looks for places nearer than `limit` metres.
  init(from origin: Coordinate, within limit: Double = .infinity, tolerance: Double = 1e-6) {
    self.origin = origin
    self.tolerance = tolerance
    distance = limit
    window = ReachWindow(around: origin, reach: limit)
    center = CartesianPoint(origin)
  }

  private struct Sample {
    let parameter: Double
    let distance: Double
    /// Metres of distance a unit of the parameter.
    let slope: Double
    let squaredSpeed: Double
  }

  /// Takes one more segment into account.
  mutating func visit(_ segment: GeographicSegment) {
    if isTooFar(segment) { return }
    let middle = sample(segment, 0.5)
    if stretch(segment, middle, towards: 1) >= 0.5, stretch(segment, middle, towards: -1) >= 0.5 { return }
    let first = sample(segment, 0)
    let last = sample(segment, 1)
    let best = [first, middle, last].min { $0.distance < $1.distance } ?? middle
    let start = refined(segment, best)
    rule(out: segment, from: start, towards: 1)
    rule(out: segment, from: start, towards: -1)
  }

  /// By chords through the Earth, which are never longer than geodesics. The segment lies near the chord of its ends: no
  /// farther than an eighth of its greatest acceleration in space.
  private func isTooFar(_ segment: GeographicSegment) -> Bool {
    guard distance.isFinite else { return false }
    let speed = segment.greatestSpeed
    let acceleration = segment.greatestAcceleration + speed * speed / CartesianPoint.leastRadiusOfCurvature
    let beyond = distance + acceleration / 8 + 1e-6
    return center.squaredDistance(
      toChordFrom: CartesianPoint(segment.place(at: 0)), to: CartesianPoint(segment.place(at: 1))) > beyond * beyond
  }

  private mutating func sample(_ segment: GeographicSegment, _ parameter: Double) -> Sample {
    let place = segment.place(at: parameter)
    let path = Geodesic.inverse(from: origin, to: place)
    if path.distance < distance {
      distance = path.distance
      nearest = place
      window = ReachWindow(around: origin, reach: distance)
    }
    let velocity = segment.velocity(at: place.latitude)
    let azimuth = path.finalAzimuth * (.pi / 180)
    return Sample(
      parameter: parameter, distance: path.distance,
      slope: path.distance > 0 ? cos(azimuth) * velocity.north + sin(azimuth) * velocity.east : 0,
      squaredSpeed: velocity.north * velocity.north + velocity.east * velocity.east)
  }

  /// How far from a sample, in units of the parameter, the segment is surely not nearer than what was found.
  private func stretch(
    _ segment: GeographicSegment, _ sample: Sample, towards direction: Double, tolerance: Double? = nil
  ) -> Double {
    let spare = sample.distance - distance + (tolerance ?? self.tolerance)
    let speed = max(segment.greatestSpeed, 1e-9)
    let plain = spare / speed
    // Within this much of the sample the bound below holds.
    let reach = sample.distance + 500_000
    guard reach < Self.smoothReach else { return plain }
    let angle = reach / Self.comparisonRadius
    let pull = angle > .pi / 2 ? -cos(angle) / (sin(angle) * Self.comparisonRadius) : 0
    let bend = max(segment.greatestAcceleration + pull * speed * speed, 1e-9)
    let slope = sample.slope * direction
    // Where the sample's distance + slope h - bend h^2 / 2 comes down to what was found.
    let root = (slope * slope + 2 * bend * spare).squareRoot()
    let bent = slope >= 0 ? (slope + root) / bend : 2 * spare / (root - slope)
    return max(plain, min(bent, 500_000 / speed))
  }

  /// Newton's method on a plane, then the secant through the slopes.
  private mutating func refined(_ segment: GeographicSegment, _ start: Sample) -> Sample {
    var (best, current) = (start, start)
    var previous: Sample?
    for _ in 0..<8 {
      guard current.squaredSpeed > 0 else { break }
      var step = -current.distance * current.slope / current.squaredSpeed
      if let previous, current.parameter != previous.parameter {
        let bend = (current.slope - previous.slope) / (current.parameter - previous.parameter)
        if bend > 0 { step = -current.slope / bend }
      }
      let next = min(1, max(0, current.parameter + step))
      guard abs(next - current.parameter) * segment.greatestSpeed > 1e-7 else { break }
      previous = current
      current = sample(segment, next)
      if current.distance < best.distance { best = current }
    }
    return best
  }

  private mutating func rule(out segment: GeographicSegment, from start: Sample, towards direction: Double) {
    var current = start
    var steps = 0
    while true {
      var allowed = tolerance
      var least = 0.0
      if steps > Self.mostSteps {
        allowed = max(allowed, segment.greatestAcceleration / (2 * Double(Self.mostSteps * Self.mostSteps)))
        least = 0.5 / Double(Self.mostSteps)
      }
      let step = max(stretch(segment, current, towards: direction, tolerance: allowed), least)
      let next = current.parameter + direction * step
      if !(next > 0 && next < 1) { return }
      let before = distance
      current = sample(segment, next)
      steps += 1
      // Another minimum begins here.
      if current.distance < before - tolerance { _ = refined(segment, current) }
    }
  }
}

extension CartesianPoint {
  fileprivate func squaredDistance(toChordFrom start: CartesianPoint, to end: CartesianPoint) -> Double {
    let (dx, dy, dz) = (end.x - start.x, end.y - start.y, end.z - start.z)
    let square = dx * dx + dy * dy + dz * dz
    let projection = (x - start.x) * dx + (y - start.y) * dy + (z - start.z) * dz
    let along = square > 0 ? min(1, max(0, projection / square)) : 0
    let (nearX, nearY, nearZ) = (start.x + along * dx - x, start.y + along * dy - y, start.z + along * dz - z)
    return nearX * nearX + nearY * nearY + nearZ * nearZ
  }
}
