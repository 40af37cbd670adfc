/// Where a device is going.
public struct ForecastHeading: Hashable, Sendable {
  /// Degrees clockwise from north; finite.
  public let azimuth: Double
  /// Degrees by which the true heading may differ to either side, 0 to 180.
  public let uncertainty: Double

  public init(azimuth: Double, uncertainty: Double = 0) {
    self.azimuth = azimuth
    self.uncertainty = min(180, max(0, uncertainty))
  }

  func includes(_ azimuth: Double) -> Bool {
    abs((azimuth - self.azimuth).remainder(dividingBy: 360)) <= uncertainty
  }

  /// The middle of the cone and, when it has a width, its sides.
  var rays: [Double] {
    uncertainty > 0 ? [azimuth, azimuth - uncertainty, azimuth + uncertainty] : [azimuth]
  }
}
