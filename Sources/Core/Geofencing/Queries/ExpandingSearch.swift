internal import Geodesy

/// Looks for fences around a place, ring after ring, each four times as wide as the last, so that few near fences are
/// found without measuring the many far ones.
struct ExpandingSearch<Index: FenceIndex> {
  private let index: Index
  private let place: Coordinate
  private let radius: Double
  private var ring: Double
  /// Signed distances in metres, of every fence that was near enough to be measured.
  private var distances: [Int32: Double] = [:]

  private static var firstRing: Double { 100 }
  /// Metres; no geodesic is longer, so that nothing is found beyond.
  private static var halfGlobe: Double { 20_003_932 }
  /// Distances are that exact, and a little more, whatever limit they were sought with.
  private static var margin: Double { 1e-5 }

  /// - Parameters:
  ///   - radius: metres, at least 0.
  ///   - start: a ring that is surely needed, in metres.
  init(_ index: Index, around place: Coordinate, within radius: Double, from start: Double = 0) {
    self.index = index
    self.place = place
    self.radius = min(radius, Self.halfGlobe)
    ring = min(self.radius, max(Self.firstRing, start))
  }

  /// The fences at most `reach` metres away, and whether that is as far as the search goes. Unsorted.
  ///
  /// - Parameter limit: when so many are already known to be within some distance, farther ones are left out.
  mutating func next(limit: Int = .max) -> (fences: [NearbyFence], reach: Double, isLast: Bool) {
    var found: [NearbyFence] = []
    var bound = ring
    for number in index.fences(meeting: BoundingBox(around: place, radius: ring)) {
      guard let distance = distance(of: number, within: bound) else { continue }
      found.append(NearbyFence(number: number, distance: distance))
      // No need to sort at every find.
      if limit < .max / 4, found.count >= 2 * max(limit, 8) {
        found.sort(by: NearbyFence.isBefore)
        found.removeLast(found.count - max(limit, 8))
        bound = min(bound, max(0, found[found.count - 1].distance))
      }
    }
    let reach = ring
    let isLast = !(ring < radius)
    ring = min(radius, ring * 4)
    return (found, reach, isLast)
  }

  /// The distance as the shape alone gives it, so that it is the same in every search.
  private mutating func distance(of number: Int32, within bound: Double) -> Double? {
    if let known = distances[number] { return known <= bound ? known : nil }
    guard let shape = index.shape(of: number), !shape.isFarther(than: bound + Self.margin, from: place) else {
      return nil
    }
    let distance = shape.signedDistanceToBoundary(from: place)
    distances[number] = distance
    return distance <= bound ? distance : nil
  }
}
