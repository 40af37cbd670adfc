/// The error of a satellite fix: a part that is new each time and a part that wanders slowly.
///
/// The slow part is a first-order Gauss-Markov process, the usual model of what multipath and the atmosphere leave.
public struct PositionNoise: Hashable, Sendable {
  /// Metres, one sigma in each direction, drawn anew for each fix.
  public let white: Double
  /// Metres, one sigma in each direction, of the part that wanders.
  public let correlated: Double
  /// Seconds in which the wandering part forgets all but 1/e.
  public let correlationTime: Double

  public init(white: Double, correlated: Double, correlationTime: Double) {
    self.white = white.isFinite ? min(max(white, 0), 10_000) : 0
    self.correlated = correlated.isFinite ? min(max(correlated, 0), 10_000) : 0
    self.correlationTime = correlationTime.isFinite ? max(correlationTime, 0.001) : 60
  }

  public static let none = PositionNoise(white: 0, correlated: 0, correlationTime: 60)
  /// A phone under open sky.
  public static let phone = PositionNoise(white: 0.8, correlated: 1.5, correlationTime: 40)

  /// The radius that holds 68 % of the errors, in metres: 1.5096 sigma of a circular normal error.
  public var accuracy: Double { 1.5096 * (white * white + correlated * correlated).squareRoot() }
}
