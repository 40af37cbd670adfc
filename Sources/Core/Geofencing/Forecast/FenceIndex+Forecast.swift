internal import Geodesy

extension FenceIndex {
  /// What may happen to a device that keeps its speed, whatever its heading: ENTER for a fence that it is outside of and
  /// may reach within the horizon, EXIT for one that it is inside of and whose border it may reach, IDLE for one that it
  /// is inside of and can't leave. Without a speed above 0 or a horizon, IDLE alone: a containment check.
  ///
  /// Ascending by distance to the border, equally near ones by number. At most `limit`, those after the cursor.
  ///
  /// Source: Amazon Location, ForecastGeofenceEvents; the order is left open there.
  ///
  /// - Complexity: one distance for each fence around the device and for each within the reach, or, when those are more
  ///   than the page takes, for those in a box some four times as wide as the page needs.
  public func forecast(
    of motion: ForecastMotion, after cursor: ForecastCursor? = nil, limit: Int
  ) -> [ForecastedFence] {
    guard motion.place.isValid, limit > 0 else { return [] }
    let reach = motion.reach
    var found = fences(containing: motion.place).compactMap { forecast(of: $0, motion: motion, reach: reach) }
    if reach > 0 { found += entries(motion, reach: reach, after: cursor, limit: limit) }
    return found.page(after: cursor, limit: limit)
  }

  private func forecast(of number: Int32, motion: ForecastMotion, reach: Double) -> ForecastedFence? {
    guard let shape = shape(of: number) else { return nil }
    let distance = abs(shape.signedDistanceToBoundary(from: motion.place))
    let leaves = reach > 0 && distance <= reach
    return ForecastedFence(
      number: number, kind: leaves ? .exit : .idle, isInside: true, distance: distance,
      breach: leaves ? motion.seconds(for: distance) : nil, order: distance)
  }

  /// Those nearest to the device after the cursor; further ones may be missing.
  private func entries(
    _ motion: ForecastMotion, reach: Double, after cursor: ForecastCursor?, limit: Int
  ) -> [ForecastedFence] {
    var search = ExpandingSearch(self, around: motion.place, within: reach, from: cursor?.order ?? 0)
    while true {
      let ring = search.next()
      let forecast = ring.fences.filter { $0.distance > 0 }.map {
        ForecastedFence(
          number: $0.number, kind: .enter, isInside: false, distance: $0.distance,
          breach: motion.seconds(for: $0.distance), order: $0.distance)
      }
      if ring.isLast || forecast.filter({ $0.isAfter(cursor) }).count >= limit { return forecast }
    }
  }
}

extension ForecastedFence {
  func isAfter(_ cursor: ForecastCursor?) -> Bool { cursor.map { self.cursor > $0 } ?? true }
}

extension [ForecastedFence] {
  func page(after cursor: ForecastCursor?, limit: Int) -> [ForecastedFence] {
    Array(filter { $0.isAfter(cursor) }.sorted { $0.cursor < $1.cursor }.prefix(limit))
  }
}
