/// A closed ring without its repeated last vertex and without repeated neighbours, unwrapped so that every edge goes
/// the short way round, in exact arithmetic.
struct UnwrappedRing {
  /// The distinct vertices in order.
  private(set) var points: [PlanePoint] = []
  /// For each point, the index of its vertex in the ring as it was put.
  private(set) var sources: [Int] = []
  /// Index in `points` of a vertex farthest west.
  private(set) var westmost = 0
  private(set) var eastmost = 0
  private(set) var south = Double.infinity
  private(set) var north = -Double.infinity

  var west: PlanePoint { points[westmost] }
  var east: PlanePoint { points[eastmost] }

  /// Unwraps `ring` with its westmost vertex at -180...180 as it was written.
  ///
  /// The ring is closed, has at least 4 vertices and valid coordinates. Refused: edges of exactly 180 degrees, rings
  /// round a pole, rings as wide as the globe, and any crossing of the antimeridian unless the rules allow it.
  init(_ ring: [Coordinate], path: String, rules: ShapeRules) throws(ShapeError) {
    var turns = [Int](repeating: 0, count: ring.count)
    var crosses = false
    for index in 1..<ring.count {
      let (step, tail) = Exact.difference(ring[index].longitude, ring[index - 1].longitude)
      var turn = turns[index - 1]
      if abs(step) >= 180 {
        // The exact step is `step + tail`.
        let excess = step > 0 ? tail : -tail
        if abs(step) == 180, excess == 0 {
          throw ShapeError(
            .ambiguousEdge, path: "\(path)[\(index)]",
            "is exactly 180 degrees of longitude from the vertex before it; put a vertex between them",
            at: ring[index])
        }
        if abs(step) > 180 || excess > 0 {
          turn += step > 0 ? -1 : 1
          crosses = true
        }
      }
      turns[index] = turn
    }
    if turns[ring.count - 1] != 0 {
      throw ShapeError(
        .surroundsPole, path: path, "goes all the way round the globe; a ring around a pole is not supported")
    }
    if crosses, !rules.allowsAntimeridian {
      throw ShapeError(
        .crossesAntimeridian, path: path,
        "has neighbours more than 180 degrees of longitude apart; rings across the antimeridian are not supported")
    }
    place(ring, turns: turns)
    let limit = west.movedFromOrigin(turns: 1)
    if !east.isWest(of: limit) {
      throw ShapeError(.tooWide, path: path, "spans 360 degrees of longitude or more")
    }
  }

  private mutating func place(_ ring: [Coordinate], turns: [Int]) {
    var least = PlanePoint(x: .infinity, y: 0)
    var base = 0
    for index in 0..<(ring.count - 1) {
      let point = PlanePoint(ring[index], turns: turns[index])
      if point.isWest(of: least) { (least, base) = (point, turns[index]) }
    }
    points.reserveCapacity(ring.count)
    sources.reserveCapacity(ring.count)
    for index in 0..<(ring.count - 1) {
      append(PlanePoint(ring[index], turns: turns[index] - base), source: index)
    }
    while points.count > 1, points[0] == points[points.count - 1] {
      points.removeLast()
      sources.removeLast()
      westmost = min(westmost, points.count - 1)
      eastmost = min(eastmost, points.count - 1)
    }
    measure()
  }

  private mutating func append(_ point: PlanePoint, source: Int) {
    if points.last == point { return }
    points.append(point)
    sources.append(source)
  }

  private mutating func measure() {
    (westmost, eastmost) = (0, 0)
    for (index, point) in points.enumerated() {
      if point.isWest(of: points[westmost]) { westmost = index }
      if points[eastmost].isWest(of: point) { eastmost = index }
      south = min(south, point.y)
      north = max(north, point.y)
    }
  }

  /// Moves the ring by whole turns so that its westmost vertex is the first not west of `point`.
  mutating func align(eastOf point: PlanePoint) {
    var turns = -1
    while turns < 2, west.movedFromOrigin(turns: turns).isWest(of: point) { turns += 1 }
    guard turns != 0 else { return }
    for index in points.indices { points[index] = points[index].moved(turns: turns) }
  }
}

extension PlanePoint {
  /// This point, whose tail is 0, moved east by whole turns.
  fileprivate func movedFromOrigin(turns: Int) -> PlanePoint {
    PlanePoint(Coordinate(longitude: x, latitude: y), turns: turns)
  }

  /// This point moved east by whole turns. Exact: both tails together are low bits of the one longitude written.
  func moved(turns: Int) -> PlanePoint {
    let (sum, tail) = Exact.sum(x, 360 * Double(turns))
    let (moved, movedTail) = Exact.sum(sum, tail + xTail)
    return PlanePoint(x: moved, xTail: movedTail, y: y)
  }
}
