import Foundation
import Geodesy

#if arch(x86_64)
  private typealias Wide = Float80
#else
  private typealias Wide = Double
#endif

/// Says whether a circle holds a place, in three steps: a sphere's distance where the ellipsoid can't change the answer,
/// T. Vincenty's inverse formula (Survey Review 23, 1975) in extended precision down to 10 micrometres from the border,
/// and there the definition itself, "`Geodesic` says at most the radius".
///
/// So the first two steps are independent of the engine; the last one shows only that an index agrees with the
/// definition, and `GeodesicTests` show that the definition is right.
struct CircleOracle {
  let circle: Circle
  /// Metres; Vincenty's series leave less than 1e-5 of 100 km, by far.
  static let doubt = 1e-5

  enum Authority { case sphere, vincenty, definition }

  func contains(_ place: Coordinate) -> (answer: Bool, authority: Authority) {
    let sphere = Self.sphericalDistance(circle.center, place)
    // The ellipsoid's distances differ from this sphere's by less than 0.7 %.
    if sphere > circle.radius * 1.01 + 1e-3 { return (false, .sphere) }
    if sphere < circle.radius * 0.99 - 1e-3 { return (true, .sphere) }
    let distance = Self.distance(circle.center, place)
    if abs(distance - circle.radius) > Self.doubt { return (distance < circle.radius, .vincenty) }
    return (circle.center.distance(to: place) <= circle.radius, .definition)
  }

  /// Metres, by the haversine formula.
  private static func sphericalDistance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let dPhi = sin((b.latitude - a.latitude) * radians / 2)
    let dLambda = sin((b.longitude - a.longitude) * radians / 2)
    let h = dPhi * dPhi + cos(a.latitude * radians) * cos(b.latitude * radians) * dLambda * dLambda
    return 2 * 6_371_000 * asin(min(1, h.squareRoot()))
  }

  /// Metres between places at most some hundred kilometres apart.
  static func distance(_ start: Coordinate, _ end: Coordinate) -> Double {
    let (a, f): (Wide, Wide) = (6_378_137, 1 / 298.257_223_563)
    let b = a * (1 - f)
    let radians = Wide.pi / 180
    let l = ((Wide(end.longitude) - Wide(start.longitude)).remainder(dividingBy: 360)) * radians
    func reduced(_ latitude: Double) -> Wide {
      // Not by the tangent, which has no sure sign at a pole.
      atan2((1 - f) * sin(Wide(latitude) * radians), cos(Wide(latitude) * radians))
    }
    let (u1, u2) = (reduced(start.latitude), reduced(end.latitude))
    let (s1, c1, s2, c2) = (sin(u1), cos(u1), sin(u2), cos(u2))
    var lambda = l
    var (sinSigma, cosSigma, sigma, cosSquaredAlpha, cos2SigmaM): (Wide, Wide, Wide, Wide, Wide) = (0, 1, 0, 1, 0)
    for _ in 0..<60 {
      let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
      let (p, q) = (c2 * sinLambda, c1 * s2 - s1 * c2 * cosLambda)
      sinSigma = (p * p + q * q).squareRoot()
      if sinSigma == 0 { return 0 }
      cosSigma = s1 * s2 + c1 * c2 * cosLambda
      sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = c1 * c2 * sinLambda / sinSigma
      cosSquaredAlpha = 1 - sinAlpha * sinAlpha
      cos2SigmaM = cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * s1 * s2 / cosSquaredAlpha
      let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
      let before = lambda
      let inner = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)
      lambda = l + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
      if abs(lambda - before) < 1e-18 { break }
    }
    let uSquared = cosSquaredAlpha * (a * a - b * b) / (b * b)
    let seriesA = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
    let seriesB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
    let m = cos2SigmaM
    let third = seriesB / 6 * m * (4 * sinSigma * sinSigma - 3) * (4 * m * m - 3)
    let correction = seriesB * sinSigma * (m + seriesB / 4 * (cosSigma * (2 * m * m - 1) - third))
    return Double(b * seriesA * (sigma - correction))
  }
}
