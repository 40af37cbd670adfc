/// A checked polygon, unwrapped into one plane, that answers whether it holds a place: exactly, edges included.
struct PreparedPolygon: Sendable {
  let bounds: BoundingBox
  /// All rings one after another, each with its first point repeated.
  private let xs: [Double]
  private let ys: [Double]
  /// The tails of the abscissas, or empty when all are 0.
  private let tails: [Double]
  /// Index in `xs` of the first point of each edge; empty when there is one ring, where it is the edge's own number.
  private let starts: [Int32]
  private let slabs: LatitudeSlabs?
  let chunks: EdgeChunks
  private let border: BoundaryRuns

  /// Polygons of fewer edges are scanned; an index would cost more than it saves.
  private static let indexedEdges = 128

  init(_ polygon: Polygon, path: String, rules: ShapeRules) throws(ShapeError) {
    let rings = try PolygonCheck(polygon, path: path, rules: rules).rings()
    let exterior = rings[0]
    let pointCount = rings.reduce(0) { $0 + $1.points.count + 1 }
    var xs: [Double] = []
    var ys: [Double] = []
    var tails: [Double] = []
    var edges: [Int32] = []
    // These stay as long as the fence: no room to grow.
    xs.reserveCapacity(pointCount)
    ys.reserveCapacity(pointCount)
    edges.reserveCapacity(pointCount)
    var ringEnds: [Int] = []
    for ring in rings {
      for point in ring.points {
        edges.append(Int32(xs.count))
        xs.append(point.x)
        ys.append(point.y)
        tails.append(point.xTail)
      }
      xs.append(ring.points[0].x)
      ys.append(ring.points[0].y)
      tails.append(ring.points[0].xTail)
      ringEnds.append(xs.count)
    }
    bounds = BoundingBox(
      west: exterior.west.x, south: exterior.south,
      east: exterior.east.xTail > 0 ? exterior.east.x.nextUp : exterior.east.x, north: exterior.north)
    slabs =
      edges.count < Self.indexedEdges
      ? nil
      : LatitudeSlabs(south: exterior.south, north: exterior.north, edgeCount: edges.count) { edge in
        let i = Int(edges[edge])
        let a = PlanePoint(x: xs[i], xTail: tails[i], y: ys[i])
        let b = PlanePoint(x: xs[i + 1], xTail: tails[i + 1], y: ys[i + 1])
        return a.y <= b.y ? (a, b) : (b, a)
      }
    chunks = EdgeChunks(edgeCount: edges.count) { index in
      let i = Int(edges[index])
      return (
        PlanePoint(x: xs[i], xTail: tails[i], y: ys[i]), PlanePoint(x: xs[i + 1], xTail: tails[i + 1], y: ys[i + 1])
      )
    }
    border = BoundaryRuns(rings: ringEnds, xs, ys)
    self.xs = xs
    self.ys = ys
    starts = rings.count == 1 ? [] : edges
    self.tails = tails.contains { $0 != 0 } ? tails : []
  }

  /// Whether the valid place is inside or on an edge of any ring.
  func contains(_ place: Coordinate) -> Bool {
    guard place.latitude >= bounds.south, place.latitude <= bounds.north else { return false }
    if place.longitude >= bounds.west, place.longitude <= bounds.east, contains(PlanePoint(place, turns: 0)) {
      return true
    }
    let east = PlanePoint(place, turns: 1)
    if east.x <= bounds.east, east.x >= bounds.west, contains(east) { return true }
    let west = PlanePoint(place, turns: -1)
    return west.x >= bounds.west && west.x <= bounds.east && contains(west)
  }

  private func contains(_ probe: PlanePoint) -> Bool {
    var inside = false
    var onEdge = false
    if let slabs {
      slabs.visit(probe.y) { edge in
        test(start(edge), probe, inside: &inside, onEdge: &onEdge)
      } slab: { crossing in
        search(crossing, probe, inside: &inside, onEdge: &onEdge)
      }
    } else {
      for edge in 0..<edgeCount {
        test(start(edge), probe, inside: &inside, onEdge: &onEdge)
        if onEdge { break }
      }
    }
    return onEdge || inside
  }

  /// The same for edges that all cross the probe's latitude, sorted from west to east.
  @inline(__always)
  private func search(_ crossing: ArraySlice<Int32>, _ probe: PlanePoint, inside: inout Bool, onEdge: inout Bool) {
    var (low, high) = (crossing.startIndex, crossing.endIndex)
    while low < high {
      let middle = (low + high) / 2
      let (a, b) = edge(Int(crossing[middle]))
      let side = a.y <= b.y ? Orientation.sign(a, b, probe) : Orientation.sign(b, a, probe)
      if side == 0 { onEdge = true }
      if side >= 0 { high = middle } else { low = middle + 1 }
    }
    // All from `low` on are crossed by the ray to the east.
    if (crossing.endIndex - low) & 1 == 1 { inside.toggle() }
  }

  /// Counts whether the edge from point `i` crosses the ray from the probe to the east, or holds the probe.
  @inline(__always)
  private func test(_ i: Int, _ probe: PlanePoint, inside: inout Bool, onEdge: inout Bool) {
    let (aY, bY) = (ys[i], ys[i + 1])
    let isAbove = aY > probe.y
    let straddles = isAbove != (bY > probe.y)
    // Not straddling, an edge can hold the probe only with its upper end, or whole when it is level.
    if !straddles, aY != probe.y, bY != probe.y { return }
    let (aX, bX) = (xs[i], xs[i + 1])
    if aX < probe.x, bX < probe.x { return }
    if aX > probe.x, bX > probe.x {
      if straddles { inside.toggle() }
      return
    }
    let a = PlanePoint(x: aX, xTail: tails.isEmpty ? 0 : tails[i], y: aY)
    let b = PlanePoint(x: bX, xTail: tails.isEmpty ? 0 : tails[i + 1], y: bY)
    if straddles {
      let side = isAbove ? Orientation.sign(b, a, probe) : Orientation.sign(a, b, probe)
      if side == 0 { onEdge = true } else if side > 0 { inside.toggle() }
    } else if aY == bY {
      let (low, high) = a.isWest(of: b) ? (a, b) : (b, a)
      if !probe.isWest(of: low), !high.isWest(of: probe) { onEdge = true }
    } else if (aY == probe.y ? a : b).isAtLongitude(of: probe) {
      onEdge = true
    }
  }

  /// See `PreparedShape.probabilityInside`.
  func probabilityInside(of fix: Coordinate, sigma: Double) -> Double {
    // Copies one turn apart share no place, so their masses add up.
    let mass = (-1...1).reduce(0.0) { sum, turns in
      let frame = ErrorFrame(fix: fix, sigma: sigma, turns: turns)
      return frame.reaches(bounds) ? sum + border.mass(xs, ys, in: frame) : sum
    }
    return min(1, max(0, mass))
  }

  /// Calls `body` with every edge, directed so that the polygon's inside is on its left.
  func forEachInnerLeftEdge(_ body: (_ from: PlanePoint, _ to: PlanePoint) -> Void) {
    var begin = 0
    while begin < edgeCount {
      // A ring ends where the next edge does not begin where this one ends.
      var end = begin + 1
      while end < edgeCount, start(end) == start(end - 1) + 1 { end += 1 }
      let first = edge(begin).from
      var area = 0.0
      for index in begin..<end {
        let (a, b) = edge(index)
        area += (a.x - first.x) * (b.y - first.y) - (a.y - first.y) * (b.x - first.x)
      }
      let isForward = (area >= 0) == (begin == 0)
      for index in begin..<end {
        let (a, b) = edge(isForward ? index : end - 1 - (index - begin))
        body(isForward ? a : b, isForward ? b : a)
      }
      begin = end
    }
  }

  var edgeCount: Int { starts.isEmpty ? xs.count - 1 : starts.count }

  @inline(__always) private func start(_ edge: Int) -> Int { starts.isEmpty ? edge : Int(starts[edge]) }

  /// Edge `index` with unwrapped longitudes.
  func edge(_ index: Int) -> (from: PlanePoint, to: PlanePoint) {
    let i = start(index)
    return (
      PlanePoint(x: xs[i], xTail: tails.isEmpty ? 0 : tails[i], y: ys[i]),
      PlanePoint(x: xs[i + 1], xTail: tails.isEmpty ? 0 : tails[i + 1], y: ys[i + 1])
    )
  }

  /// The rings as these points say them: as they were put, unless vertices were repeated or longitudes moved.
  var rings: [[Coordinate]] {
    var rings: [[Coordinate]] = [[]]
    for index in 0..<edgeCount {
      let i = start(index)
      if index > 0, i != start(index - 1) + 1 { rings.append([]) }
      rings[rings.count - 1].append(Coordinate(longitude: xs[i], latitude: ys[i]))
    }
    return rings.map { $0 + $0.prefix(1) }
  }
}
