extension BoundingBox {
  /// A box that holds all of a fix's error but some billionths: 6.5 sigmas around the fix, never too small. All longitudes
  /// where it comes near a pole.
  ///
  /// - Parameter cep68: metres, the radius of 68 %.
  public init(around fix: Coordinate, cep68: Double) {
    let radius = max(cep68 / ConfidenceLevel.percent68.sigmas * NormalTable.reach, 1e-3)
    self.init(around: fix, radius: min(radius, 3e7))
  }
}
