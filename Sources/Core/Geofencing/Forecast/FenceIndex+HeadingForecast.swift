internal import Geodesy

extension FenceIndex {
  /// What will happen to a device that keeps its speed and its heading, on a geodesic: ENTER for fences that it will
  /// meet within the horizon, with the times of entry and exit; EXIT for fences that it will leave; IDLE for fences that
  /// it stays inside of. Without a speed above 0 or a horizon, IDLE alone.
  ///
  /// A heading that is uncertain is a cone. A fence is met as soon as any way straight ahead within the cone may meet it:
  /// towards its nearest place when that lies in the cone, else along the cone's sides and its middle. So a fence that
  /// bends round the cone's side may be met a little sooner than is said.
  ///
  /// Ascending by the metres travelled to the crossing, IDLE last; equals by number. At most `limit`, those after the
  /// cursor. Farther than half round the globe nothing is forecast.
  ///
  /// - Complexity: a distance for each fence in boxes along the way, and some distances more for each of those that are
  ///   not farther than the page's last.
  public func forecast(
    of motion: ForecastMotion, heading: ForecastHeading, after cursor: ForecastCursor? = nil, limit: Int
  ) -> [ForecastedFence] {
    guard motion.place.isValid, heading.azimuth.isFinite, limit > 0 else { return [] }
    let reach = min(motion.reach, 20_000_000)
    let around = fences(containing: motion.place)
    var found = around.compactMap { number in
      shape(of: number).map { stay(in: $0, number: number, motion, heading, reach) }
    }
    guard reach > 0 else { return found.page(after: cursor, limit: limit) }
    let ahead = fences(along: heading, from: motion.place, reach: reach).subtracting(around)
    let near = ahead.compactMap { number -> NearbyFence? in
      guard let shape = shape(of: number), !shape.isFarther(than: reach, from: motion.place) else { return nil }
      return NearbyFence(number: number, distance: shape.signedDistanceToBoundary(from: motion.place))
    }.sorted(by: NearbyFence.isBefore)
    for fence in near {
      // No fence is entered sooner than straight towards it.
      if found.count(where: { $0.order <= fence.distance && $0.isAfter(cursor) }) >= limit { break }
      guard let shape = shape(of: fence.number) else { continue }
      if let entry = entry(into: shape, fence, motion, heading, reach) { found.append(entry) }
    }
    return found.page(after: cursor, limit: limit)
  }

  /// Every fence that the cone may meet, and others.
  private func fences(along heading: ForecastHeading, from place: Coordinate, reach: Double) -> Set<Int32> {
    let spread = heading.uncertainty * (.pi / 180)
    if spread > 0.5 { return Set(fences(meeting: BoundingBox(around: place, radius: reach))) }
    let legs = 32
    let half = reach / Double(2 * legs)
    var found: Set<Int32> = []
    for leg in 0..<legs {
      let middle = Geodesic.direct(from: place, azimuth: heading.azimuth, distance: Double(2 * leg + 1) * half).end
      // Geodesics from one place spread no faster than on a plane.
      let radius = half + Double(2 * leg + 2) * half * spread
      found.formUnion(fences(meeting: BoundingBox(around: middle, radius: radius)))
    }
    return found
  }

  private func stay(
    in shape: PreparedShape, number: Int32, _ motion: ForecastMotion, _ heading: ForecastHeading, _ reach: Double
  ) -> ForecastedFence {
    let distance = abs(shape.signedDistanceToBoundary(from: motion.place))
    var exit: Double?
    if reach > 0 {
      exit =
        distance <= reach && isAhead(shape, motion.place, heading)
        ? distance
        : heading.rays.compactMap {
          HeadingPath(origin: motion.place, azimuth: $0, length: reach).exit(from: shape, after: 0)
        }.min()
    }
    let seconds = exit.map { motion.seconds(for: $0) }
    return ForecastedFence(
      number: number, kind: exit == nil ? .idle : .exit, isInside: true, distance: distance, breach: seconds,
      exit: seconds, order: exit ?? .infinity)
  }

  private func entry(
    into shape: PreparedShape, _ fence: NearbyFence, _ motion: ForecastMotion, _ heading: ForecastHeading,
    _ reach: Double
  ) -> ForecastedFence? {
    guard fence.distance > 0, fence.distance <= reach else { return nil }
    var best: (path: HeadingPath, entry: Double)?
    if let azimuth = azimuthOfNearest(shape, motion.place), heading.includes(azimuth) {
      best = (HeadingPath(origin: motion.place, azimuth: azimuth, length: reach), fence.distance)
    } else {
      for ray in heading.rays {
        let path = HeadingPath(origin: motion.place, azimuth: ray, length: reach)
        guard let entry = path.entry(into: shape, from: fence.distance) else { continue }
        if best.map({ entry < $0.entry }) ?? true { best = (path, entry) }
      }
    }
    guard let best else { return nil }
    let seconds = motion.seconds(for: best.entry)
    return ForecastedFence(
      number: fence.number, kind: .enter, isInside: false, distance: fence.distance, breach: seconds, entry: seconds,
      exit: best.path.exit(from: shape, after: best.entry + 0.01).map { motion.seconds(for: $0) }, order: best.entry)
  }

  private func isAhead(_ shape: PreparedShape, _ place: Coordinate, _ heading: ForecastHeading) -> Bool {
    azimuthOfNearest(shape, place).map { heading.includes($0) } ?? false
  }

  /// nil when the place is on the border.
  private func azimuthOfNearest(_ shape: PreparedShape, _ place: Coordinate) -> Double? {
    guard let nearest = shape.nearestBoundaryPlace(to: place) else { return nil }
    let path = Geodesic.inverse(from: place, to: nearest)
    return path.distance > 0 ? path.initialAzimuth : nil
  }
}
