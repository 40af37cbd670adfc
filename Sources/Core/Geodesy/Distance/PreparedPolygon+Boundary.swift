internal import Foundation

extension PreparedPolygon {
  /// Takes all edges of all rings into account.
  ///
  /// - Complexity: O(edges), a few nanoseconds each for those that can't be nearest.
  func search(_ search: inout NearestPlaceSearch) {
    let (start, width) = Self.offset(of: bounds.west, from: search.origin.longitude, to: bounds.east)
    guard search.window.mayHold(start: start, step: width, south: bounds.south, north: bounds.north) else { return }
    // A good first guess leaves little to look at.
    let guess = edgeCount > 4 ? nearbyEdge(search.origin) : nil
    if let guess { visit(guess, &search) }
    for index in 0..<edgeCount where index != guess {
      let (a, b) = edge(index)
      let (low, high) = a.y < b.y ? (a.y, b.y) : (b.y, a.y)
      guard high >= search.window.south, low <= search.window.north else { continue }
      let (start, step) = Self.offset(of: a.x, from: search.origin.longitude, to: b.x)
      guard search.window.mayHold(start: start, step: step, south: low, north: high) else { continue }
      visit(index, &search)
    }
  }

  /// Degrees from the origin east to the first longitude, -180...180, and from that to the second.
  @inline(__always)
  private static func offset(of first: Double, from origin: Double, to second: Double) -> (Double, Double) {
    ((first - origin).remainder(dividingBy: 360), second - first)
  }

  private func visit(_ index: Int, _ search: inout NearestPlaceSearch) {
    let (a, b) = edge(index)
    search.visit(GeographicSegment(a, b))
  }

  /// An edge whose first end is nearest on a plane; only a guess.
  private func nearbyEdge(_ place: Coordinate) -> Int {
    let scale = cos(place.latitude * (.pi / 180))
    var (best, least) = (0, Double.infinity)
    for index in 0..<edgeCount {
      let point = edge(index).from
      let y = point.y - place.latitude
      if y * y >= least { continue }
      let x = scale * (point.x - place.longitude).remainder(dividingBy: 360)
      let square = x * x + y * y
      if square < least { (best, least) = (index, square) }
    }
    return best
  }

  /// Whether the place lies on an edge or a vertex, exactly.
  func hasOnBoundary(_ place: Coordinate) -> Bool {
    for turns in -1...1 {
      let probe = PlanePoint(place, turns: turns)
      guard probe.x >= bounds.west, probe.x <= bounds.east else { continue }
      for index in 0..<edgeCount {
        let (a, b) = edge(index)
        guard min(a.y, b.y) <= probe.y, probe.y <= max(a.y, b.y), min(a.x, b.x) <= probe.x, probe.x <= max(a.x, b.x)
        else { continue }
        if Orientation.sign(a, b, probe) == 0, EdgeCrossing.between(a, b, probe, probe) != .none { return true }
      }
    }
    return false
  }

  /// Whether the segment, unwrapped like the polygon, meets an edge or a vertex, exactly.
  func meetsBoundary(_ start: PlanePoint, _ end: PlanePoint) -> Bool {
    let (west, east) = (min(start.x, end.x), max(start.x, end.x))
    let (south, north) = (min(start.y, end.y), max(start.y, end.y))
    guard west <= bounds.east, east >= bounds.west, south <= bounds.north, north >= bounds.south else { return false }
    for index in 0..<edgeCount {
      let (a, b) = edge(index)
      if a.y < south && b.y < south || a.y > north && b.y > north { continue }
      if a.x < west && b.x < west || a.x > east && b.x > east { continue }
      if EdgeCrossing.between(start, end, a, b) != .none { return true }
    }
    return false
  }
}
