internal import Foundation

/// Shortest paths on the WGS84 ellipsoid.
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013). The error is some nanometres; both
/// problems always have an answer, nearly opposite places included.
public enum Geodesic {
  /// The shortest path between two places: its length in metres and its azimuths at both ends, in degrees clockwise from
  /// north, -180 to 180, both in the direction of travel.
  ///
  /// Coordinates must be valid; otherwise the results may be NaN. The azimuths of coincident places mean nothing.
  public static func inverse(
    from start: Coordinate, to end: Coordinate
  ) -> (distance: Double, initialAzimuth: Double, finalAzimuth: Double) {
    guard start.isValid, end.isValid else { return (.nan, .nan, .nan) }
    // Brought to the case that the equations are for: start is the one farther from the equator and south of it, the
    // end is east of it.
    var (difference, tail) = longitudeDifference(from: start.longitude, to: end.longitude)
    let eastSign = difference > 0 || (difference == 0 && tail >= 0) ? 1.0 : -1.0
    (difference, tail) = (difference * eastSign, tail * eastSign)
    var (first, second) = (start.latitude, end.latitude)
    let isSwapped = abs(first) < abs(second)
    if isSwapped {
      swap(&first, &second)
    }
    let side = first < 0 ? 1.0 : -1.0
    let northSign = isSwapped ? -side : side
    let canonical = GeodesicInverse(
      latitude1: first * side, latitude2: second * side, longitude: difference, longitudeTail: tail)
    var (azimuth1, azimuth2) = (canonical.azimuth1, canonical.azimuth2)
    if isSwapped { swap(&azimuth1, &azimuth2) }
    azimuth1 = Direction(sine: azimuth1.sine * eastSign, cosine: azimuth1.cosine * northSign)
    azimuth2 = Direction(sine: azimuth2.sine * eastSign, cosine: azimuth2.cosine * northSign)
    return (canonical.distance, azimuth1.degrees, azimuth2.degrees)
  }

  /// Where a path ends that starts at an azimuth (degrees clockwise from north) and is `distance` metres long, and its
  /// azimuth there. A negative distance goes backwards.
  public static func direct(
    from start: Coordinate, azimuth: Double, distance: Double
  ) -> (end: Coordinate, finalAzimuth: Double) {
    guard start.isValid, azimuth.isFinite, distance.isFinite else {
      return (Coordinate(longitude: .nan, latitude: .nan), .nan)
    }
    let f1 = 1 - Ellipsoid.f
    let alpha1 = Direction(degrees: azimuth.remainder(dividingBy: 360))
    let beta1 = ReducedLatitude(degrees: Direction.rounded(degrees: start.latitude))
    let sine0 = alpha1.sine * beta1.cosine
    let cosine0 = hypot(alpha1.cosine, alpha1.sine * beta1.sine)
    let omega1Sine = sine0 * beta1.sine
    let omega1Cosine = beta1.sine != 0 || alpha1.cosine != 0 ? beta1.cosine * alpha1.cosine : 1
    let sigma1 = Direction(sine: beta1.sine, cosine: omega1Cosine).normalized
    let kSquared = cosine0 * cosine0 * Ellipsoid.secondEccentricitySquared
    let e = Ellipsoid.epsilon(kSquared: kSquared)
    let a1 = 1 + GeodesicSeries.a1MinusOne(e)
    let b11 = GeodesicSeries.sum(GeodesicSeries.c1(e), sine: sigma1.sine, cosine: sigma1.cosine)
    // tau1 is sigma1 + b11; sine and cosine of the sum.
    let (s, c) = (sin(b11), cos(b11))
    let tau1Sine = sigma1.sine * c + sigma1.cosine * s
    let tau1Cosine = sigma1.cosine * c - sigma1.sine * s
    let tau12 = distance / (Ellipsoid.b * a1)
    let (s12, c12) = (sin(tau12), cos(tau12))
    let b12 = -GeodesicSeries.sum(
      GeodesicSeries.c1Reverted(e), sine: tau1Sine * c12 + tau1Cosine * s12, cosine: tau1Cosine * c12 - tau1Sine * s12)
    let sigma12 = tau12 - (b12 - b11)
    let (sigma12Sine, sigma12Cosine) = (sin(sigma12), cos(sigma12))
    let sigma2 = Direction(
      sine: sigma1.sine * sigma12Cosine + sigma1.cosine * sigma12Sine,
      cosine: sigma1.cosine * sigma12Cosine - sigma1.sine * sigma12Sine)
    let beta2Sine = cosine0 * sigma2.sine
    var beta2Cosine = hypot(sine0, cosine0 * sigma2.cosine)
    var alpha2 = Direction(sine: sine0, cosine: cosine0 * sigma2.cosine)
    if beta2Cosine == 0 {
      // At a pole: keep a direction that is not lost.
      beta2Cosine = GeodesicInverse.tiny
      alpha2 = Direction(sine: sine0, cosine: GeodesicInverse.tiny)
    }
    let (omega2Sine, omega2Cosine) = (sine0 * sigma2.sine, sigma2.cosine)
    let omega12 = atan2(
      omega2Sine * omega1Cosine - omega2Cosine * omega1Sine, omega2Cosine * omega1Cosine + omega2Sine * omega1Sine)
    let c3 = GeodesicSeries.c3(e)
    let b31 = GeodesicSeries.sum(c3, sine: sigma1.sine, cosine: sigma1.cosine)
    let b32 = GeodesicSeries.sum(c3, sine: sigma2.sine, cosine: sigma2.cosine)
    let lambda12 = omega12 - Ellipsoid.f * sine0 * GeodesicSeries.a3(e) * (sigma12 + (b32 - b31))
    var longitude = (start.longitude + lambda12 * (180 / .pi)).remainder(dividingBy: 360)
    if longitude == -180, start.longitude > 0 { longitude = 180 }
    let latitude = Direction.degrees(beta2Sine, f1 * beta2Cosine)
    return (Coordinate(longitude: longitude, latitude: latitude), alpha2.degrees)
  }

  /// The exact difference, reduced to -180...180, as its nearest double and the rest.
  private static func longitudeDifference(from start: Double, to end: Double) -> (Double, Double) {
    let (reduced, tail) = Exact.sum((-start).remainder(dividingBy: 360), end.remainder(dividingBy: 360))
    let (difference, rest) = Exact.sum(reduced.remainder(dividingBy: 360), tail)
    if difference == 0 || abs(difference) == 180 {
      // Of 180 and -180 the one is meant that the rest leads to; with no rest, the way the difference was written.
      let positive = rest == 0 ? end > start || (end == start && difference >= 0) : rest < 0
      return (abs(difference) == 180 ? (positive ? 180 : -180) : difference, rest)
    }
    return (difference, rest)
  }
}

extension Coordinate {
  /// The length in metres of the geodesic on WGS84; 0 to about 20,003,931.
  public func distance(to other: Coordinate) -> Double {
    Geodesic.inverse(from: self, to: other).distance
  }
}
