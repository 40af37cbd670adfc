extension PreparedShape {
  /// The chance that the true position is inside, when the fix's error is circular normal with a radius of 68 % of
  /// `cep68` metres: the error's mass inside the true shape, holes and overlaps respected, to within 1e-4.
  ///
  /// The error is taken in the plane of `ErrorFrame`; for a circle, by geodesic distances. On a straight border the chance
  /// is 1/2, in a right-angled corner 1/4. As the accuracy goes to 0 the answer becomes that of `contains`, except on the
  /// border itself. An accuracy of 0 asks for `contains`; one that means nothing (negative, NaN, infinite) gives 0.
  ///
  /// - Complexity: a microsecond when no border is within 6.5 sigmas; else linear in the edges that are, and in the
  ///   vertices / 64 of the others.
  public func probabilityInside(of fix: Coordinate, cep68: Double) -> Double {
    guard fix.isValid, cep68 >= 0, cep68 < .infinity else { return 0 }
    guard cep68 > 0 else { return contains(fix) ? 1 : 0 }
    let sigma = max(cep68 / ConfidenceLevel.percent68.sigmas, 1e-6)
    switch parts {
    case .circle(let circle): return circle.probabilityInside(of: fix, sigma: sigma)
    case .polygon(let polygon): return polygon.probabilityInside(of: fix, sigma: sigma)
    case .polygons(let polygons):
      if let union { return union.probabilityInside(of: fix, sigma: sigma) }
      return min(1, polygons.reduce(0) { $0 + $1.probabilityInside(of: fix, sigma: sigma) })
    }
  }

  /// A bound on the chance that any fix of that accuracy can have to be inside: for a circle the chance at its centre,
  /// `1 - exp(-1.139 (radius / cep68)^2)`; for polygons the chance at the centre of their box to be in the box.
  public func greatestProbabilityInside(cep68: Double) -> Double {
    guard cep68 > 0 else { return 1 }
    let sigma = max(cep68 / ConfidenceLevel.percent68.sigmas, 1e-6)
    if case .circle(let circle) = shape { return CircleProbability.mass(distance: 0, radius: circle.radius / sigma) }
    let latitude = bounds.south > 0 ? bounds.south : min(bounds.north, 0)
    let middle = Coordinate(longitude: 0, latitude: latitude)
    let frame = ErrorFrame(fix: middle, sigma: sigma, turns: 0)
    let half = frame.point((bounds.east - bounds.west) / 2, latitude + (bounds.north - bounds.south) / 2)
    let normal = NormalTable.shared
    return (2 * normal.distribution(half.x) - 1) * (2 * normal.distribution(half.y) - 1)
  }
}
