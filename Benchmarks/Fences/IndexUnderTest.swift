internal import Geodesy
internal import Geofencing

/// The index that all workloads measure.
typealias IndexUnderTest = TrieFenceIndex

extension TrieFenceIndex {
  /// The number of pairs of point and fence, one call a point, each with an array of its own.
  func pairsOneByOne(_ points: [Coordinate]) -> Int {
    var pairs = 0
    for point in points { pairs += fences(containing: point).count }
    return pairs
  }

  /// The same without making arrays.
  func pairsBorrowed(_ points: [Coordinate]) -> Int {
    var pairs = 0
    for point in points { pairs += withFences(containing: point) { $0.count } }
    return pairs
  }

  /// The same by the batch call, a batch at a time; the answers are kept until the next batch.
  func pairsInBatches(_ batches: ArraySlice<[Coordinate]>) -> Int {
    var pairs = 0
    var matches = FenceMatches()
    for batch in batches {
      fences(containing: batch, into: &matches)
      pairs += matches.totalCount
    }
    return pairs
  }
}
