internal import Foundation

extension PreparedPolygon {
  /// Takes all edges of all rings into account.
  ///
  /// - Complexity: O(edges), but few nanoseconds for 32 neighbouring edges that are all too far.
  func search(_ search: inout NearestPlaceSearch) {
    let origin = search.origin.longitude
    func mayReach(_ box: EdgeChunks.Box) -> Bool {
      search.window.mayReach(
        start: Self.offset(of: box.west, from: origin), width: box.east - box.west, south: box.south, north: box.north)
    }
    let whole = EdgeChunks.Box(west: bounds.west, east: bounds.east, south: bounds.south, north: bounds.north)
    guard mayReach(whole) else { return }
    // A good first guess leaves little to look at.
    let guess = nearbyEdge(search.origin)
    visit(guess, &search)
    for chunk in 0..<chunks.count {
      if let box = chunks.box(chunk), !mayReach(box) { continue }
      for index in chunks.edges(chunk) where index != guess {
        let (a, b) = edge(index)
        guard search.mayReach(a, b) else { continue }
        visit(index, &search)
      }
    }
  }

  /// Degrees from the origin east to an unwrapped longitude, -180...180.
  @inline(__always) static func offset(of longitude: Double, from origin: Double) -> Double {
    var offset = longitude - origin
    if offset < -180 { offset += 360 }
    if offset > 180 { offset -= 360 }
    if offset > 180 { offset -= 360 }
    return offset
  }

  private func visit(_ index: Int, _ search: inout NearestPlaceSearch) {
    let (a, b) = edge(index)
    search.visit(GeographicSegment(a, b))
  }

  /// The edge whose first end is nearest on a plane, of those in the chunk whose box is; only a guess.
  private func nearbyEdge(_ place: Coordinate) -> Int {
    let scale = cos(place.latitude * (.pi / 180))
    var (chunk, least) = (0, Double.infinity)
    for index in 0..<chunks.count {
      guard let box = chunks.box(index) else { break }
      let y = max(0, box.south - place.latitude, place.latitude - box.north)
      if y * y >= least { continue }
      let start = Self.offset(of: box.west, from: place.longitude)
      let end = start + (box.east - box.west)
      let x = scale * max(0, min(max(start, -end), abs(end - 360)))
      let square = x * x + y * y
      if square < least { (chunk, least) = (index, square) }
    }
    var best = chunks.edges(chunk).lowerBound
    least = .infinity
    for index in chunks.edges(chunk) {
      let point = edge(index).from
      let x = scale * Self.offset(of: point.x, from: place.longitude)
      let y = point.y - place.latitude
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

extension NearestPlaceSearch {
  /// Whether an edge of a polygon may hold a place nearer than what was found.
  @inline(__always) func mayReach(_ a: PlanePoint, _ b: PlanePoint) -> Bool {
    window.mayReach(
      start: PreparedPolygon.offset(of: a.x, from: origin.longitude), step: b.x - a.x, from: a.y, to: b.y)
  }
}
