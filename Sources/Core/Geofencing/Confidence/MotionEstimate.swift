internal import Geodesy

/// How fast a device moves and where to, from its fixes: a Kalman filter of constant velocity in the plane, the same
/// variances in both directions.
///
/// Source: Y. Bar-Shalom, X. R. Li and T. Kirubarajan, "Estimation with Applications to Tracking and Navigation" (2001),
/// section 6.3.
public struct MotionEstimate: Hashable, Sendable {
  /// Metres from the last fix to where the device is estimated to be.
  public var offsetEast: Double
  public var offsetNorth: Double
  /// Metres a second.
  public var velocityEast: Double
  public var velocityNorth: Double
  /// Variances in one direction: m^2, m^2/s and m^2/s^2.
  public var positionVariance: Double
  public var covariance: Double
  public var velocityVariance: Double

  public init(
    offsetEast: Double, offsetNorth: Double, velocityEast: Double, velocityNorth: Double, positionVariance: Double,
    covariance: Double, velocityVariance: Double
  ) {
    self.offsetEast = offsetEast
    self.offsetNorth = offsetNorth
    self.velocityEast = velocityEast
    self.velocityNorth = velocityNorth
    self.positionVariance = positionVariance
    self.covariance = covariance
    self.velocityVariance = velocityVariance
  }

  /// At the first fix nothing is known of the velocity but that devices seldom exceed 20 m/s.
  init(cep68: Double) {
    let sigma = cep68 / ConfidenceLevel.percent68.sigmas
    self.init(
      offsetEast: 0, offsetNorth: 0, velocityEast: 0, velocityNorth: 0, positionVariance: sigma * sigma, covariance: 0,
      velocityVariance: 100)
  }

  public var speed: Double { (velocityEast * velocityEast + velocityNorth * velocityNorth).squareRoot() }

  /// Takes in the next fix.
  /// - Parameters:
  ///   - east: metres from the fix before to this one.
  ///   - seconds: between the two, above 0.
  mutating func take(east: Double, north: Double, after seconds: Double, cep68: Double, accelerationDensity q: Double) {
    let sigma = cep68 / ConfidenceLevel.percent68.sigmas
    let noise = sigma * sigma
    // What the motion so far leads to expect of this fix, and by how much it is off.
    let missEast = east - offsetEast - velocityEast * seconds
    let missNorth = north - offsetNorth - velocityNorth * seconds
    var spread = velocityVariance + q * seconds
    var position =
      positionVariance + seconds * (2 * covariance + seconds * (velocityVariance + q * seconds / 3))
    var cross = covariance + seconds * (velocityVariance + q * seconds / 2)
    // A miss far beyond expectation is a start, a stop or a turn: the old velocity then says little.
    let miss = (missEast * missEast + missNorth * missNorth) / 2
    let excess = miss - 4 * (position + noise)
    if excess > 0 {
      spread += excess / (seconds * seconds)
      cross += excess / seconds
      position += excess
    }
    let gain = position / (position + noise)
    let velocityGain = cross / (position + noise)
    velocityEast += velocityGain * missEast
    velocityNorth += velocityGain * missNorth
    offsetEast = (gain - 1) * missEast
    offsetNorth = (gain - 1) * missNorth
    positionVariance = (1 - gain) * position
    covariance = (1 - gain) * cross
    velocityVariance = max(0, spread - velocityGain * cross)
  }
}
