/// Builds the border of the union of polygons that may overlap, touch or lie inside each other, so that no place counts
/// twice.
///
/// Edges are cut where those of different polygons meet. A piece belongs to the border when the place just outside it is
/// in no other polygon and the place just inside it in no earlier one: the second keeps one of two borders that run
/// together the same way, the first drops two that run together opposite ways, as between districts. "Just" is a tenth
/// of a millimetre, far above all rounding; gaps and overlaps narrower than that are of no account to a chance.
struct PolygonUnion {
  /// Degrees.
  static let margin = 1e-9

  private struct Edge {
    let polygon: Int
    /// With the polygon's inside on the left.
    let from: PlanePoint
    let to: PlanePoint
    var cuts: [Double] = []
    var west: Double { min(from.x, to.x) }
    var east: Double { max(from.x, to.x) }
  }

  /// Nil when no two polygons come near each other.
  static func border(of polygons: [PreparedPolygon]) -> BoundaryPaths? {
    let neighbours = PolygonNeighbours(polygons.map(\.bounds))
    if neighbours.wrapped.isEmpty, neighbours.groups.allSatisfy({ $0.count == 1 }) { return nil }
    var parts: [BoundaryPaths.Part] = []
    var single: [PreparedPolygon] = []
    for group in neighbours.groups {
      if group.count == 1 {
        single.append(polygons[group[0].polygon])
      } else {
        parts.append(PolygonUnion(group, polygons).part())
      }
    }
    return BoundaryPaths(parts: parts, single: single, wrapped: neighbours.wrapped.map { polygons[$0] })
  }

  private let members: [PolygonNeighbours.Member]
  private let polygons: [PreparedPolygon]
  private var edges: [Edge] = []

  private init(_ members: [PolygonNeighbours.Member], _ polygons: [PreparedPolygon]) {
    self.members = members
    self.polygons = polygons
    for (number, member) in members.enumerated() {
      polygons[member.polygon].forEachInnerLeftEdge { from, to in
        let shift = 360 * Double(member.turns)
        edges.append(
          Edge(
            polygon: number, from: PlanePoint(x: from.x + shift, y: from.y), to: PlanePoint(x: to.x + shift, y: to.y)))
      }
    }
  }

  private func part() -> BoundaryPaths.Part {
    let edges = cutEdges()
    var (xs, ys): ([Double], [Double]) = ([], [])
    var paths: [BoundaryRuns.Path] = []
    var begin = 0
    func finish() {
      if xs.count - begin > 1 { paths.append(BoundaryRuns.Path(vertices: begin...(xs.count - 1), sign: 1)) }
      begin = xs.count
    }
    for edge in edges {
      let stops = [0] + edge.cuts.sorted() + [1]
      for (low, high) in zip(stops, stops.dropFirst()) where low < high {
        let (from, to) = (Self.place(low, on: edge), Self.place(high, on: edge))
        guard isOnBorder(from, to, of: edge.polygon) else { continue }
        if xs.last != from.x || ys.last != from.y || xs.count == begin {
          finish()
          xs.append(from.x)
          ys.append(from.y)
        }
        xs.append(to.x)
        ys.append(to.y)
      }
    }
    finish()
    let bounds = BoundingBox(
      west: xs.min() ?? 0, south: ys.min() ?? 0, east: xs.max() ?? 0, north: ys.max() ?? 0)
    return BoundaryPaths.Part(bounds: bounds, xs: xs, ys: ys, runs: BoundaryRuns(paths, xs, ys))
  }

  // MARK: - Cutting

  private func cutEdges() -> [Edge] {
    var edges = edges
    let order = edges.indices.sorted { edges[$0].west < edges[$1].west }
    for (position, first) in order.enumerated() {
      let east = edges[first].east + Self.margin
      for second in order[(position + 1)...].prefix(while: { edges[$0].west <= east })
      where edges[first].polygon != edges[second].polygon {
        let (a, b, c, d) = (edges[first].from, edges[first].to, edges[second].from, edges[second].to)
        if max(a.y, b.y) + Self.margin < min(c.y, d.y) || max(c.y, d.y) + Self.margin < min(a.y, b.y) { continue }
        Self.cut(&edges[first].cuts, a, b, at: c, d)
        Self.cut(&edges[second].cuts, c, d, at: a, b)
      }
    }
    return edges
  }

  /// Where the edge from `a` to `b` meets the one from `c` to `d`: at its ends, and where the two cross.
  private static func cut(_ cuts: inout [Double], _ a: PlanePoint, _ b: PlanePoint, at c: PlanePoint, _ d: PlanePoint) {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return }
    let reach = margin * squared.squareRoot()
    let (crossC, crossD) = (dx * (c.y - a.y) - dy * (c.x - a.x), dx * (d.y - a.y) - dy * (d.x - a.x))
    for (end, cross) in [(c, crossC), (d, crossD)] where abs(cross) <= reach {
      let share = (dx * (end.x - a.x) + dy * (end.y - a.y)) / squared
      if share > 0, share < 1 { cuts.append(share) }
    }
    if (crossC < 0) != (crossD < 0), crossC != crossD {
      let along = crossC / (crossC - crossD)
      let (x, y) = (c.x + along * (d.x - c.x), c.y + along * (d.y - c.y))
      let share = (dx * (x - a.x) + dy * (y - a.y)) / squared
      if share > 0, share < 1 { cuts.append(share) }
    }
  }

  private static func place(_ share: Double, on edge: Edge) -> (x: Double, y: Double) {
    if share == 0 { return (edge.from.x, edge.from.y) }
    if share == 1 { return (edge.to.x, edge.to.y) }
    return (edge.from.x + share * (edge.to.x - edge.from.x), edge.from.y + share * (edge.to.y - edge.from.y))
  }

  // MARK: - Choosing

  private func isOnBorder(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double), of number: Int) -> Bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return false }
    let (x, y) = ((from.x + to.x) / 2, (from.y + to.y) / 2)
    let (outX, outY) = (dy / length * Self.margin, -dx / length * Self.margin)
    let outside = Coordinate(longitude: x + outX, latitude: y + outY)
    let inside = Coordinate(longitude: x - outX, latitude: y - outY)
    for other in members.indices where other != number {
      if holds(other, outside) { return false }
      if other < number, holds(other, inside) { return false }
    }
    return true
  }

  private func holds(_ number: Int, _ place: Coordinate) -> Bool {
    let box = polygons[members[number].polygon].bounds
    let longitude = place.longitude - 360 * Double(members[number].turns)
    guard longitude >= box.west, longitude <= box.east, abs(place.latitude) <= 90 else { return false }
    // The polygon's plane begins at -180; a coordinate ends at 180.
    return polygons[members[number].polygon].contains(
      Coordinate(longitude: longitude > 180 ? longitude - 360 : longitude, latitude: place.latitude))
  }
}
