internal import Geodesy
internal import Geofencing

/// The index that all workloads measure.
typealias IndexUnderTest = TrieFenceIndex

extension FenceIndex {
  /// The number of pairs of point and fence, one call a point.
  func pairsOneByOne(_ points: ArraySlice<Coordinate>) -> Int {
    var pairs = 0
    for point in points { pairs += fences(containing: point).count }
    return pairs
  }

  /// The same by the batch call. An index without one is asked point by point.
  func pairsInBatches(_ points: ArraySlice<Coordinate>) -> Int { pairsOneByOne(points) }
}
