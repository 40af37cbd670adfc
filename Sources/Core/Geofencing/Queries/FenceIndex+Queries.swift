public import Geodesy

extension FenceIndex {
  /// The fences nearest to a place: at most `limit` of those whose border is at most `radius` metres away or around the
  /// place. Ascending by signed distance to the border, so that the one the place lies deepest in comes first; equally
  /// near ones by number. Empty for a coordinate that is not valid.
  ///
  /// Distances are those of `PreparedShape.signedDistanceToBoundary(from:)`. The radius may be half the globe and more;
  /// poles and the antimeridian are places like any other.
  ///
  /// - Complexity: O(log(radius)) questions to the index by box, and one distance for each fence that meets the last of
  ///   them: the least of a sequence of boxes, each four times as wide as the one before, that holds `limit` fences.
  public func nearestFences(to place: Coordinate, within radius: Double, limit: Int) -> [NearbyFence] {
    guard place.isValid, radius >= 0, limit > 0 else { return [] }
    var search = ExpandingSearch(self, around: place, within: radius)
    while true {
      let ring = search.next(limit: limit)
      if ring.fences.count >= limit || ring.isLast {
        return Array(ring.fences.sorted(by: NearbyFence.isBefore).prefix(limit))
      }
    }
  }

  /// The numbers of the fences that a segment has any place in common with, ascending. The segment is straight in
  /// longitude and latitude and goes the short way round, as in `PreparedShape.isCrossed`.
  ///
  /// - Complexity: one question to the index by the segment's box, and O(edges) for each fence that meets it.
  public func fences(crossedFrom start: Coordinate, to end: Coordinate) -> [Int32] {
    guard start.isValid, end.isValid else { return [] }
    return fences(meeting: BoundingBox(ofSegmentFrom: start, to: end)).filter {
      shape(of: $0)?.isCrossed(bySegmentFrom: start, to: end) ?? false
    }
  }
}
