internal import Foundation

/// The latitude on the auxiliary sphere, as sine and cosine.
struct ReducedLatitude {
  var sine: Double
  var cosine: Double

  /// Geographic degrees; the cosine is never 0, so that azimuths at a pole stay defined.
  init(degrees: Double) {
    let phi = Direction(degrees: degrees)
    let beta = Direction(sine: phi.sine * (1 - Ellipsoid.f), cosine: phi.cosine).normalized
    sine = beta.sine
    cosine = max(GeodesicInverse.tiny, beta.cosine)
  }

  /// The ratio that turns arcs of the auxiliary sphere into arcs of the ellipsoid.
  var stretch: Double { (1 + Ellipsoid.secondEccentricitySquared * sine * sine).squareRoot() }
}

/// The inverse problem in its canonical case: `latitude1 <= 0`, `|latitude2| <= |latitude1|`, `0 <= longitude <= 180`.
struct GeodesicInverse {
  private(set) var distance = 0.0
  private(set) var azimuth1 = Direction(sine: 0, cosine: 1)
  private(set) var azimuth2 = Direction(sine: 0, cosine: 1)

  /// Stands for zero where a division follows: the square root of the least normal double.
  static let tiny = Double.leastNormalMagnitude.squareRoot()
  private static let ulp = Double.ulpOfOne

  private let beta1: ReducedLatitude
  private let beta2: ReducedLatitude
  private let stretch1: Double
  private let stretch2: Double
  /// Difference of longitude, in radians and as a direction.
  private let lambda: Double
  private let lambdaDirection: Direction

  init(latitude1: Double, latitude2: Double, longitude: Double, longitudeTail: Double) {
    // On the equator the sign of zero says from which side the arcs start; south is the canonical side.
    var beta1 = ReducedLatitude(degrees: Direction.rounded(degrees: latitude1))
    var beta2 = ReducedLatitude(degrees: Direction.rounded(degrees: latitude2))
    if beta1.sine == 0 { beta1.sine = -0.0 }
    if beta2.sine == 0 { beta2.sine = -0.0 }
    // Equal latitudes must stay exactly equal: the longitude equation divides by small differences of them.
    if beta1.cosine < -beta1.sine {
      if beta2.cosine == beta1.cosine { beta2.sine = beta2.sine < 0 ? beta1.sine : -beta1.sine }
    } else if abs(beta2.sine) == -beta1.sine {
      beta2.cosine = beta1.cosine
    }
    if latitude1 == -90 { beta1.cosine = Self.tiny }
    self.beta1 = beta1
    self.beta2 = beta2
    stretch1 = beta1.stretch
    stretch2 = beta2.stretch
    lambda = (longitude + longitudeTail) * (.pi / 180)
    var direction: Direction
    if longitude > 90 {
      let supplement = Direction(degrees: (180 - longitude) - longitudeTail)
      direction = Direction(sine: supplement.sine, cosine: -supplement.cosine)
    } else {
      direction = Direction(degrees: longitude + longitudeTail)
    }
    direction.sine = max(0, direction.sine)
    lambdaDirection = direction

    if latitude1 == -90 || direction.sine == 0, solveMeridian() { return }
    // Along the equator, unless the far side is shorter over higher latitudes.
    if beta1.sine == 0, (180 - longitude) - longitudeTail >= Ellipsoid.f * 180 {
      distance = Ellipsoid.a * lambda
      azimuth1 = Direction(sine: 1, cosine: 0)
      azimuth2 = azimuth1
      return
    }
    solveGeneral()
  }

  /// A meridian is the answer unless it is longer than the way round (past a conjugate point).
  private mutating func solveMeridian() -> Bool {
    let alpha1 = Direction(sine: lambdaDirection.sine, cosine: lambdaDirection.cosine)
    let alpha2 = Direction(sine: 0, cosine: 1)
    let sigma1 = Direction(sine: beta1.sine, cosine: alpha1.cosine * beta1.cosine)
    let sigma2 = Direction(sine: beta2.sine, cosine: alpha2.cosine * beta2.cosine)
    let sigma12 = Self.arc(from: sigma1, to: sigma2)
    let lengths = Lengths(
      self, epsilon: Ellipsoid.n, sigma12: sigma12, sigma1: sigma1, sigma2: sigma2)
    guard sigma12 < 1 || lengths.reduced >= 0 else { return false }
    distance = sigma12 < 3 * Self.tiny ? 0 : max(0, lengths.distance)
    (azimuth1, azimuth2) = (alpha1, alpha2)
    return true
  }

  private static func arc(from a: Direction, to b: Direction) -> Double {
    atan2(max(0, a.cosine * b.sine - a.sine * b.cosine), a.cosine * b.cosine + a.sine * b.sine)
  }

  /// Length and reduced length of a stretch of geodesic (equations 7, 15, 38, 40, 41).
  private struct Lengths {
    let distance: Double
    /// Divided by the polar radius.
    let reduced: Double

    init(_ problem: GeodesicInverse, epsilon e: Double, sigma12: Double, sigma1: Direction, sigma2: Direction) {
      let a1 = GeodesicSeries.a1MinusOne(e)
      let a2 = GeodesicSeries.a2MinusOne(e)
      let c1 = GeodesicSeries.c1(e)
      let c2 = GeodesicSeries.c2(e)
      let b1 =
        GeodesicSeries.sum(c1, sine: sigma2.sine, cosine: sigma2.cosine)
        - GeodesicSeries.sum(c1, sine: sigma1.sine, cosine: sigma1.cosine)
      let b2 =
        GeodesicSeries.sum(c2, sine: sigma2.sine, cosine: sigma2.cosine)
        - GeodesicSeries.sum(c2, sine: sigma1.sine, cosine: sigma1.cosine)
      distance = Ellipsoid.b * (1 + a1) * (sigma12 + b1)
      let j = (a1 - a2) * sigma12 + ((1 + a1) * b1 - (1 + a2) * b2)
      reduced =
        problem.stretch2 * (sigma1.cosine * sigma2.sine) - problem.stretch1 * (sigma1.sine * sigma2.cosine)
        - sigma1.cosine * sigma2.cosine * j
    }
  }

  // MARK: - The general case

  private mutating func solveGeneral() {
    let start = startingPoint()
    if let short = start.shortLine {
      distance = short.distance
      azimuth1 = start.alpha1
      azimuth2 = short.alpha2
      return
    }
    var alpha1 = start.alpha1
    // The root lies between these; Newton's steps that leave the bracket are replaced by halving it.
    var low = Direction(sine: Self.tiny, cosine: 1)
    var high = Direction(sine: Self.tiny, cosine: -1)
    var isLastNewton = false
    var isBracketTight = false
    var hybrid = Hybrid(self, alpha1: alpha1)
    for iteration in 0..<100 {
      let v = hybrid.lambda
      if isBracketTight || !(abs(v) >= (isLastNewton ? 8 : 1) * Self.ulp) { break }
      if v > 0, iteration > 20 || alpha1.cosine / alpha1.sine > high.cosine / high.sine {
        high = alpha1
      } else if v < 0, iteration > 20 || alpha1.cosine / alpha1.sine < low.cosine / low.sine {
        low = alpha1
      }
      if iteration < 20, let slope = hybrid.slope(self), slope > 0 {
        let step = -v / slope
        let (s, c) = (sin(step), cos(step))
        let sine = alpha1.sine * c + alpha1.cosine * s
        if sine > 0, abs(step) < .pi {
          alpha1 = Direction(sine: sine, cosine: alpha1.cosine * c - alpha1.sine * s).normalized
          isLastNewton = abs(v) <= 16 * Self.ulp
          hybrid = Hybrid(self, alpha1: alpha1)
          continue
        }
      }
      alpha1 = Direction(sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2).normalized
      isLastNewton = false
      isBracketTight =
        abs(low.sine - alpha1.sine) + (low.cosine - alpha1.cosine) < Self.ulp
        || abs(alpha1.sine - high.sine) + (alpha1.cosine - high.cosine) < Self.ulp
      hybrid = Hybrid(self, alpha1: alpha1)
    }
    distance = hybrid.lengths(self).distance
    azimuth1 = alpha1
    azimuth2 = hybrid.alpha2
  }

  /// The hybrid problem: where the geodesic that starts at `alpha1` meets the second latitude.
  private struct Hybrid {
    /// How far the longitude there exceeds the one wanted, in radians.
    let lambda: Double
    let alpha2: Direction
    private let sigma1: Direction
    private let sigma2: Direction
    private let sigma12: Double
    private let epsilon: Double

    init(_ problem: GeodesicInverse, alpha1 given: Direction) {
      let (beta1, beta2) = (problem.beta1, problem.beta2)
      var alpha1 = given
      if beta1.sine == 0, alpha1.cosine == 0 { alpha1.cosine = -GeodesicInverse.tiny }
      let sine0 = alpha1.sine * beta1.cosine
      let cosine0 = hypot(alpha1.cosine, alpha1.sine * beta1.sine)
      let omega1 = Direction(sine: sine0 * beta1.sine, cosine: alpha1.cosine * beta1.cosine)
      sigma1 = Direction(sine: beta1.sine, cosine: omega1.cosine).normalized
      let sine2 = beta2.cosine != beta1.cosine ? sine0 / beta2.cosine : alpha1.sine
      let cosine2: Double
      if beta2.cosine != beta1.cosine || abs(beta2.sine) != -beta1.sine {
        // Clairaut's relation, written so that nearly equal latitudes lose no digits.
        let difference =
          beta1.cosine < -beta1.sine
          ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
          : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
        let squared = alpha1.cosine * beta1.cosine * (alpha1.cosine * beta1.cosine) + difference
        cosine2 = max(0, squared).squareRoot() / beta2.cosine
      } else {
        cosine2 = abs(alpha1.cosine)
      }
      alpha2 = Direction(sine: sine2, cosine: cosine2)
      let omega2 = Direction(sine: sine0 * beta2.sine, cosine: cosine2 * beta2.cosine)
      sigma2 = Direction(sine: beta2.sine, cosine: omega2.cosine).normalized
      sigma12 = GeodesicInverse.arc(from: sigma1, to: sigma2)
      let omega12 = Direction(
        sine: max(0, omega1.cosine * omega2.sine - omega1.sine * omega2.cosine),
        cosine: omega1.cosine * omega2.cosine + omega1.sine * omega2.sine)
      let wanted = problem.lambdaDirection
      let eta = atan2(
        omega12.sine * wanted.cosine - omega12.cosine * wanted.sine,
        omega12.cosine * wanted.cosine + omega12.sine * wanted.sine)
      epsilon = Ellipsoid.epsilon(kSquared: cosine0 * cosine0 * Ellipsoid.secondEccentricitySquared)
      let c3 = GeodesicSeries.c3(epsilon)
      let b3 =
        GeodesicSeries.sum(c3, sine: sigma2.sine, cosine: sigma2.cosine)
        - GeodesicSeries.sum(c3, sine: sigma1.sine, cosine: sigma1.cosine)
      lambda = eta - Ellipsoid.f * GeodesicSeries.a3(epsilon) * sine0 * (sigma12 + b3)
    }

    func lengths(_ problem: GeodesicInverse) -> Lengths {
      Lengths(problem, epsilon: epsilon, sigma12: sigma12, sigma1: sigma1, sigma2: sigma2)
    }

    /// The derivative of `lambda` by the azimuth (equation 46).
    func slope(_ problem: GeodesicInverse) -> Double? {
      if alpha2.cosine == 0 {
        return problem.beta1.sine == 0
          ? nil : -2 * (1 - Ellipsoid.f) * problem.stretch1 / problem.beta1.sine
      }
      let slope = lengths(problem).reduced * (1 - Ellipsoid.f) / (alpha2.cosine * problem.beta2.cosine)
      return slope.isFinite ? slope : nil
    }
  }

  // MARK: - The starting point (section 5)

  private struct Start {
    var alpha1: Direction
    /// The whole answer when the line is so short that the sphere of the mean latitude gives it.
    var shortLine: (distance: Double, alpha2: Direction)?
  }

  private func startingPoint() -> Start {
    let difference = Direction(
      sine: beta2.sine * beta1.cosine - beta2.cosine * beta1.sine,
      cosine: beta2.cosine * beta1.cosine + beta2.sine * beta1.sine)
    let sumSine = beta2.sine * beta1.cosine + beta2.cosine * beta1.sine
    let isShort = difference.cosine >= 0 && difference.sine < 0.5 && beta2.cosine * lambda < 0.5
    var omega = lambdaDirection
    var stretch = 1.0
    if isShort {
      let sines = (beta1.sine + beta2.sine) * (beta1.sine + beta2.sine)
      let cosines = (beta1.cosine + beta2.cosine) * (beta1.cosine + beta2.cosine)
      stretch = (1 + Ellipsoid.secondEccentricitySquared * sines / (sines + cosines)).squareRoot()
      let angle = lambda / ((1 - Ellipsoid.f) * stretch)
      omega = Direction(sine: sin(angle), cosine: cos(angle))
    }
    let squared = omega.sine * omega.sine
    var alpha1 = Direction(
      sine: beta2.cosine * omega.sine,
      cosine: omega.cosine >= 0
        ? difference.sine + beta2.cosine * beta1.sine * squared / (1 + omega.cosine)
        : sumSine - beta2.cosine * beta1.sine * squared / (1 - omega.cosine))
    let sigma = Direction(
      sine: hypot(alpha1.sine, alpha1.cosine),
      cosine: beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega.cosine)
    let shortest = 0.1 * Self.ulp.squareRoot() / (Ellipsoid.f * (1 - Ellipsoid.f / 2) / 2).squareRoot()
    if isShort, sigma.sine < shortest {
      let versed = omega.cosine >= 0 ? squared / (1 + omega.cosine) : 1 - omega.cosine
      let alpha2 = Direction(
        sine: beta1.cosine * omega.sine, cosine: difference.sine - beta1.cosine * beta2.sine * versed
      ).normalized
      let arc = atan2(sigma.sine, sigma.cosine)
      return Start(alpha1: alpha1.normalized, shortLine: (arc * Ellipsoid.b * stretch, alpha2))
    }
    let isFar = sigma.cosine < 0 && sigma.sine < 6 * Ellipsoid.n * .pi * beta1.cosine * beta1.cosine
    if isFar { alpha1 = nearlyOppositeStart(sumSine: sumSine) }
    return Start(
      alpha1: alpha1.sine > 0 ? alpha1.normalized : Direction(sine: 1, cosine: 0), shortLine: nil)
  }

  /// Near the antipode the geodesics envelop an astroid; its equation gives the azimuth (equations 53 to 56).
  private func nearlyOppositeStart(sumSine: Double) -> Direction {
    let lambdaRest = atan2(-lambdaDirection.sine, -lambdaDirection.cosine)
    let e = Ellipsoid.epsilon(kSquared: beta1.sine * beta1.sine * Ellipsoid.secondEccentricitySquared)
    let lambdaScale = Ellipsoid.f * beta1.cosine * GeodesicSeries.a3(e) * .pi
    let betaScale = lambdaScale * beta1.cosine
    let x = lambdaRest / lambdaScale
    let y = sumSine / betaScale
    if y > -200 * Self.ulp, x > -1 - 1000 * Self.ulp.squareRoot() {
      let sine = min(1, -x)
      return Direction(sine: sine, cosine: -(1 - sine * sine).squareRoot())
    }
    let k = Self.astroid(x, y)
    let omega = lambdaScale * (-x * k / (1 + k))
    let (s, c) = (sin(omega), -cos(omega))
    return Direction(
      sine: beta2.cosine * s, cosine: sumSine - beta2.cosine * beta1.sine * s * s / (1 - c))
  }

  /// The positive root of k^4 + 2k^3 - (x^2 + y^2 - 1) k^2 - 2y^2 k - y^2 = 0.
  private static func astroid(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    if q == 0, r <= 0 { return 0 }
    let s = p * q / 4
    let r3 = r * r * r
    let discriminant = s * (s + 2 * r3)
    var u = r
    if discriminant >= 0 {
      var cube = s + r3
      cube += cube < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
      let root = cbrt(cube)
      u += root + (root == 0 ? 0 : r * r / root)
    } else {
      let angle = atan2((-discriminant).squareRoot(), -(s + r3))
      u += 2 * r * cos(angle / 3)
    }
    let v = (u * u + q).squareRoot()
    let sum = u < 0 ? q / (v - u) : u + v
    let w = (sum - q) / (2 * v)
    return sum / ((sum + w * w).squareRoot() + w)
  }
}
