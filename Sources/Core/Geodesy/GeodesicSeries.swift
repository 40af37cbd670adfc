internal import Foundation

/// The WGS84 ellipsoid and the series of sixth order for geodesics on it.
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), equations 17, 18, 21, 24, 25, 42 and 43.
enum Ellipsoid {
  /// Equatorial radius in metres.
  static let a = 6_378_137.0
  static let f = 1 / 298.257223563
  static let b = a * (1 - f)
  /// Third flattening.
  static let n = f / (2 - f)
  static let eccentricitySquared = f * (2 - f)
  static let secondEccentricitySquared = eccentricitySquared / ((1 - f) * (1 - f))

  /// The expansion parameter of all series, from k^2 (equation 16).
  static func epsilon(kSquared: Double) -> Double {
    kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
  }
}

/// Fourier coefficients of sin 2x, sin 4x ... sin 12x.
typealias SineCoefficients = (Double, Double, Double, Double, Double, Double)

enum GeodesicSeries {
  static func a1MinusOne(_ e: Double) -> Double {
    let s = e * e
    let t = s * (1.0 / 4 + s * (1.0 / 64 + s / 256))
    return (t + e) / (1 - e)
  }

  static func a2MinusOne(_ e: Double) -> Double {
    let s = e * e
    let t = -s * (3.0 / 4 + s * (7.0 / 64 + s * 11 / 256))
    return (t - e) / (1 + e)
  }

  static func c1(_ e: Double) -> SineCoefficients {
    let s = e * e
    let e3 = e * s
    return (
      e * (-1.0 / 2 + s * (3.0 / 16 - s / 32)),
      s * (-1.0 / 16 + s * (1.0 / 32 - s * 9 / 2048)),
      e3 * (-1.0 / 48 + s * 3 / 256),
      s * s * (-5.0 / 512 + s * 3 / 512),
      e3 * s * (-7.0 / 1280),
      e3 * e3 * (-7.0 / 2048)
    )
  }

  /// The reversion of `c1`.
  static func c1Reverted(_ e: Double) -> SineCoefficients {
    let s = e * e
    let e3 = e * s
    return (
      e * (1.0 / 2 + s * (-9.0 / 32 + s * 205 / 1536)),
      s * (5.0 / 16 + s * (-37.0 / 96 + s * 1335 / 4096)),
      e3 * (29.0 / 96 - s * 75 / 128),
      s * s * (539.0 / 1536 - s * 2391 / 2560),
      e3 * s * (3467.0 / 7680),
      e3 * e3 * (38081.0 / 61440)
    )
  }

  static func c2(_ e: Double) -> SineCoefficients {
    let s = e * e
    let e3 = e * s
    return (
      e * (1.0 / 2 + s * (1.0 / 16 + s / 32)),
      s * (3.0 / 16 + s * (1.0 / 32 + s * 35 / 2048)),
      e3 * (5.0 / 48 + s * 5 / 256),
      s * s * (35.0 / 512 + s * 7 / 512),
      e3 * s * (63.0 / 1280),
      e3 * e3 * (77.0 / 2048)
    )
  }

  static func a3(_ e: Double) -> Double {
    let n = Ellipsoid.n
    let c2 = 1.0 / 4 + n / 8 - 3 * n * n / 8
    let c3 = 1.0 / 16 + 3 * n / 16 + n * n / 16
    return 1 - e * ((1 - n) / 2 + e * (c2 + e * (c3 + e * (3.0 / 64 + n / 32 + e * 3 / 128))))
  }

  static func c3(_ e: Double) -> SineCoefficients {
    let n = Ellipsoid.n
    let n2 = n * n
    let s = e * e
    let e3 = e * s
    let first = (1 - n) / 4 + e * ((1 - n2) / 8 + e * ((3 + 3 * n - n2) / 64 + e * ((5 + 2 * n) / 128 + e * 3 / 128)))
    let second = (2 - 3 * n + n2) / 32 + e * ((3 - 2 * n - 3 * n2) / 64 + e * ((3 + n) / 128 + e * 5 / 256))
    let third = (5 - 9 * n + 5 * n2) / 192 + e * ((9 - 10 * n) / 384 + e * 7 / 512)
    let fourth = (7 - 14 * n) / 512 + e * 7 / 512
    return (e * first, s * second, e3 * third, s * s * fourth, e3 * s * 21 / 2560, 0)
  }

  /// The sum of `c_k sin 2kx`, by Clenshaw's recurrence.
  static func sum(_ c: SineCoefficients, sine: Double, cosine: Double) -> Double {
    let twice = 2 * (cosine - sine) * (cosine + sine)
    let b6 = c.5
    let b5 = c.4 + twice * b6
    let b4 = c.3 + twice * b5 - b6
    let b3 = c.2 + twice * b4 - b5
    let b2 = c.1 + twice * b3 - b4
    let b1 = c.0 + twice * b2 - b3
    return 2 * sine * cosine * b1
  }
}

/// A direction in the plane as sine and cosine, so that quadrants and small angles stay exact.
struct Direction {
  var sine: Double
  var cosine: Double

  /// From degrees; multiples of 90 give exact values.
  init(degrees: Double) {
    let rest = degrees.remainder(dividingBy: 90)
    let quarter = ((degrees - rest) / 90).remainder(dividingBy: 4)
    let radians = rest * (.pi / 180)
    let (s, c) = (sin(radians), cos(radians))
    switch quarter {
    case 0: (sine, cosine) = (s, c)
    case 1: (sine, cosine) = (c, -s)
    case -1: (sine, cosine) = (-c, s)
    default: (sine, cosine) = (-s, -c)
    }
    if cosine == 0 { cosine = 0 }
  }

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// Clears what lies below about 2^-57 degrees, less than a picometre: squares of smaller numbers would underflow.
  static func rounded(degrees: Double) -> Double {
    let grain = 1.0 / 16
    let size = abs(degrees)
    return size < grain ? Double(sign: degrees.sign, exponent: 0, significand: grain - (grain - size)) : degrees
  }

  /// The same direction with length 1.
  var normalized: Direction {
    let length = hypot(sine, cosine)
    return Direction(sine: sine / length, cosine: cosine / length)
  }

  /// Degrees in -180...180.
  var degrees: Double { Self.degrees(sine, cosine) }

  /// Quadrants are reduced first, so that the result is exact at multiples of 90 degrees.
  static func degrees(_ sine: Double, _ cosine: Double) -> Double {
    if abs(sine) > abs(cosine) {
      let angle = atan2(cosine, abs(sine)) * (180 / .pi)
      return sine > 0 ? 90 - angle : angle - 90
    }
    if cosine < 0 {
      let angle = atan2(abs(sine), -cosine) * (180 / .pi)
      return sine.sign == .minus ? angle - 180 : 180 - angle
    }
    return atan2(sine, cosine) * (180 / .pi)
  }
}
