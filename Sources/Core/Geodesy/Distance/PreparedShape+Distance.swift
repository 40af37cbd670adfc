extension PreparedShape {
  /// The distance in metres from a place to the shape's border, along a geodesic on WGS84: positive outside, negative
  /// inside, 0 exactly on the border and nowhere else; `contains` is what it says about the side. NaN for a coordinate
  /// that is not valid.
  ///
  /// Edges are straight in longitude and latitude, and it is the distance along such an edge that is minimised. The
  /// amount is at most 1 micrometre too long; for edges of more than some 14 km, in the worst case (an edge that keeps
  /// its distance from the place all along) 1 mm at a length of 400 km, growing with the square of the length. More than
  /// 19,400 km away it is a sampled estimate. The border of a circle is `Geodesic`'s distance from the centre.
  ///
  /// The border of a multipolygon is that of its polygons' union; gaps between them of less than 0.1 mm are none.
  ///
  /// - Complexity: O(1) for a circle, O(edges) for polygons, of which few are looked at closely; inside a multipolygon
  ///   whose polygons overlap or share edges, O(edges log edges), quadratic in how many lie within each other.
  public func signedDistanceToBoundary(from place: Coordinate) -> Double {
    signedDistanceToBoundary(from: place, within: .infinity) ?? .nan
  }

  /// The same, or nil when the place is outside and more than `limit` metres from the shape, which is decided faster.
  public func signedDistanceToBoundary(from place: Coordinate, within limit: Double) -> Double? {
    guard place.isValid else { return nil }
    return measured(from: place, within: limit)?.distance
  }

  /// The place of the border that is nearest, its longitude within -180...180; nil for a coordinate that is not valid.
  /// Of several equally near, one. From the centre of a circle, the northernmost.
  public func nearestBoundaryPlace(to place: Coordinate) -> Coordinate? {
    guard place.isValid else { return nil }
    if case .circle(let circle) = storage.parts { return circle.nearestBoundaryPlace(to: place) }
    return measured(from: place, within: .infinity)?.nearest
  }

  /// Whether the place is outside and more than that many metres from the shape; true for a coordinate that is not
  /// valid. Often decided by the shape's bounds alone.
  public func isFarther(than metres: Double, from place: Coordinate) -> Bool {
    signedDistanceToBoundary(from: place, within: metres) == nil
  }

  private func measured(from place: Coordinate, within limit: Double) -> (distance: Double, nearest: Coordinate)? {
    // Beyond the limit by no more than the search's tolerance, the search must still find it.
    let sought = limit + 1e-5
    let window = ReachWindow(around: place, reach: max(0, sought))
    let start = (bounds.west - place.longitude).remainder(dividingBy: 360)
    let isNear = window.mayReach(
      start: start, width: bounds.east - bounds.west, south: bounds.south, north: bounds.north)
    switch storage.parts {
    case .circle(let circle):
      guard isNear else { return nil }
      let distance = circle.signedDistanceToBoundary(from: place)
      return distance <= max(limit, 0) ? (distance, place) : nil
    case .polygon(let polygon):
      guard isNear else { return nil }
      return Self.measured([polygon], from: place, isInside: polygon.contains(place), within: limit)
    case .polygons(let polygons):
      guard isNear else { return nil }
      guard let holder = polygons.firstIndex(where: { $0.contains(place) }) else {
        return Self.measured(polygons, from: place, isInside: false, within: limit)
      }
      let others = polygons.indices.filter { $0 != holder && polygons[$0].bounds.meets(polygons[holder].bounds) }
      if others.isEmpty { return Self.measured([polygons[holder]], from: place, isInside: true, within: limit) }
      return Self.measured(insideUnionOf: polygons, from: place)
    }
  }

  private static func measured(
    insideUnionOf polygons: [PreparedPolygon], from place: Coordinate
  ) -> (distance: Double, nearest: Coordinate)? {
    var search = NearestPlaceSearch(from: place)
    UnionBoundary(of: polygons).search(&search)
    guard let nearest = search.nearest else { return nil }
    if search.distance < 1e-6, polygons.contains(where: { $0.hasOnBoundary(place) }) { return (0, place) }
    return (-max(search.distance, .leastNormalMagnitude), nearest)
  }

  /// The nearest place of all borders; `isInside` is the sign.
  private static func measured(
    _ polygons: [PreparedPolygon], from place: Coordinate, isInside: Bool, within limit: Double
  ) -> (distance: Double, nearest: Coordinate)? {
    var search = NearestPlaceSearch(from: place, within: isInside ? .infinity : max(0, limit) + 1e-5)
    for polygon in polygons { polygon.search(&search) }
    guard let nearest = search.nearest else { return nil }
    var distance = search.distance
    if distance < 1e-6, isInside, polygons.contains(where: { $0.hasOnBoundary(place) }) { return (0, place) }
    // Off the border, though the distance may have rounded to 0.
    distance = max(distance, .leastNormalMagnitude)
    if isInside { return (-distance, nearest) }
    return distance <= limit ? (distance, nearest) : nil
  }
}

extension PreparedCircle {
  func signedDistanceToBoundary(from place: Coordinate) -> Double {
    circle.center.distance(to: place) - circle.radius
  }

  func nearestBoundaryPlace(to place: Coordinate) -> Coordinate {
    let path = Geodesic.inverse(from: circle.center, to: place)
    let azimuth = path.distance > 0 ? path.initialAzimuth : 0
    return Geodesic.direct(from: circle.center, azimuth: azimuth, distance: circle.radius).end
  }
}
