extension PreparedShape {
  /// Whether a segment, straight in longitude and latitude and going the short way round the globe, has any place in
  /// common with the shape, border included. False for coordinates that are not valid. Ends exactly 180 degrees of
  /// longitude apart: eastwards from the first.
  ///
  /// Polygons: exact for the doubles given. Circles: whether some place of the segment is at most the radius from the
  /// centre, by `Geodesic`; a segment that comes within a micrometre of grazing the circle may be told either way, and
  /// one of hundreds of kilometres that keeps near its rim all along, within the tolerance of
  /// `signedDistanceToBoundary`.
  ///
  /// - Complexity: O(1) for a circle, O(edges) for polygons.
  public func isCrossed(bySegmentFrom start: Coordinate, to end: Coordinate) -> Bool {
    guard start.isValid, end.isValid, bounds.meets(BoundingBox(ofSegmentFrom: start, to: end)) else { return false }
    if contains(start) || contains(end) { return true }
    switch storage.parts {
    case .circle(let circle): return circle.isCrossed(bySegmentFrom: start, to: end)
    case .polygon(let polygon): return polygon.isBoundaryMet(bySegmentFrom: start, to: end)
    case .polygons(let polygons): return polygons.contains { $0.isBoundaryMet(bySegmentFrom: start, to: end) }
    }
  }
}

extension BoundingBox {
  /// The box of a segment that goes the short way round; both ends valid.
  public init(ofSegmentFrom start: Coordinate, to end: Coordinate) {
    let turns = PlanePoint.shortWay(from: start, to: end)
    let (from, to) = (PlanePoint(start, turns: 0), PlanePoint(end, turns: turns))
    let (first, last) = to.isWest(of: from) ? (to, from) : (from, to)
    let shift = first.x < -180 ? 360.0 : 0
    // Sums may have rounded, by half a unit in the last place of the greater.
    let rounds = shift != 0 || first.xTail != 0 || last.xTail != 0
    let west = first.x + shift
    let east = last.x + shift
    self.init(
      west: rounds ? max(-180, west.nextDown) : west, south: min(start.latitude, end.latitude),
      east: rounds ? east.nextUp : east, north: max(start.latitude, end.latitude))
  }
}

extension PlanePoint {
  /// By how many turns the end must move so that the difference of longitude is the short way, in -180 exclusive to 180.
  static func shortWay(from start: Coordinate, to end: Coordinate) -> Int {
    let (step, tail) = Exact.difference(end.longitude, start.longitude)
    if step > 180 || (step == 180 && tail > 0) { return -1 }
    if step < -180 || (step == -180 && tail <= 0) { return 1 }
    return 0
  }
}

extension PreparedPolygon {
  fileprivate func isBoundaryMet(bySegmentFrom start: Coordinate, to end: Coordinate) -> Bool {
    let turns = PlanePoint.shortWay(from: start, to: end)
    return (-1...2).contains { shift in
      meetsBoundary(PlanePoint(start, turns: shift), PlanePoint(end, turns: turns + shift))
    }
  }
}

extension PreparedCircle {
  fileprivate func isCrossed(bySegmentFrom start: Coordinate, to end: Coordinate) -> Bool {
    let turns = PlanePoint.shortWay(from: start, to: end)
    let segment = GeographicSegment(PlanePoint(start, turns: 0), PlanePoint(end, turns: turns))
    var search = NearestPlaceSearch(from: circle.center, within: circle.radius + 1e-6)
    search.visit(segment)
    return search.distance <= circle.radius
  }
}
