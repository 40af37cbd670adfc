/// Checks that the rings of one polygon neither cross nor touch themselves or each other, and finds which ring lies
/// directly inside which, in O(n log n) and in exact arithmetic.
///
/// Source: M. I. Shamos and D. Hoey, "Geometric intersection problems" (1976), with vertices as events in the order of
/// latitude, then longitude.
struct RingSweep {
  /// Two places that meet, each as ring and vertex; an edge is named by its first vertex.
  struct Meeting {
    let ring: Int
    let index: Int
    let otherRing: Int
    let otherIndex: Int
    /// Whether it is the vertex itself that lies on the other's edge or vertex.
    let isTouch: Bool
    /// Where they meet, in the unwrapped plane.
    let place: PlanePoint
  }

  private let rings: [UnwrappedRing]
  private let points: [PlanePoint]
  /// Index of the first point of each ring, and the number of points at the end.
  private let starts: [Int]
  private let ringOf: [Int32]

  /// Each ring has at least 3 distinct points and no spike.
  init(_ rings: [UnwrappedRing]) {
    self.rings = rings
    points = rings.flatMap(\.points)
    var starts = [0]
    var ringOf: [Int32] = []
    ringOf.reserveCapacity(points.count)
    for (index, ring) in rings.enumerated() {
      starts.append(starts[index] + ring.points.count)
      ringOf.append(contentsOf: repeatElement(Int32(index), count: ring.points.count))
    }
    self.starts = starts
    self.ringOf = ringOf
  }

  enum Outcome {
    case meeting(Meeting)
    /// For each ring the ring directly around it.
    case nesting([Int?])
  }

  func run() -> Outcome {
    let order = points.indices.sorted { points[$0] < points[$1] }
    for (first, second) in zip(order, order.dropFirst()) where points[first] == points[second] {
      return .meeting(meeting(first, second, isTouch: true, at: points[first]))
    }
    var status = SweepStatus(edges: points.count)
    var isCounterclockwise = [Bool?](repeating: nil, count: rings.count)
    var around = [Int?](repeating: nil, count: rings.count)
    for vertex in order {
      let before = previous(vertex)
      let beforeEnds = points[before] < points[vertex]
      let afterEnds = points[next(vertex)] < points[vertex]
      switch (beforeEnds, afterEnds) {
      case (true, false), (false, true):
        let (ending, starting) = beforeEnds ? (before, vertex) : (vertex, before)
        status.replace(ending, by: starting)
        if let found = firstMeeting(starting, in: status) { return .meeting(found) }
      case (true, true):
        for edge in [before, vertex] {
          let (west, east) = (status.neighbourWest(of: edge), status.neighbourEast(of: edge))
          status.remove(edge)
          if let west, let east, let found = meeting(ofEdges: west, east) { return .meeting(found) }
        }
      case (false, false):
        let (gap, touched) = status.gap { side(of: vertex, from: $0) }
        if let touched { return .meeting(meeting(vertex, touched, isTouch: true, at: points[vertex])) }
        let turn = Orientation.sign(points[before], points[vertex], points[next(vertex)])
        let ring = Int(ringOf[vertex])
        if isCounterclockwise[ring] == nil {
          // The first vertex of a ring is an extreme one, so its turn is the ring's.
          isCounterclockwise[ring] = turn > 0
          around[ring] = gap.west.flatMap { west in
            let other = Int(ringOf[west])
            let isUpward = points[west] < points[next(west)]
            return isUpward != (isCounterclockwise[other] ?? true) ? other : around[other]
          }
        }
        // At a start both edges go up; a left turn from `before` through the vertex puts the next edge east.
        let (west, east) = turn > 0 ? (before, vertex) : (vertex, before)
        status.insert(west: west, east: east, in: gap)
        if let found = firstMeeting(west, in: status) ?? firstMeeting(east, in: status) { return .meeting(found) }
      }
    }
    return .nesting(around)
  }

  private func next(_ index: Int) -> Int {
    let ring = Int(ringOf[index])
    return index + 1 == starts[ring + 1] ? starts[ring] : index + 1
  }

  private func previous(_ index: Int) -> Int {
    let ring = Int(ringOf[index])
    return index == starts[ring] ? starts[ring + 1] - 1 : index - 1
  }

  /// 1 when the vertex is west of the edge, which reaches from below it to above it.
  private func side(of vertex: Int, from edge: Int) -> Int {
    let (a, b) = (points[edge], points[next(edge)])
    return a < b ? Orientation.sign(a, b, points[vertex]) : Orientation.sign(b, a, points[vertex])
  }

  private func firstMeeting(_ edge: Int, in status: SweepStatus) -> Meeting? {
    if let west = status.neighbourWest(of: edge), let found = meeting(ofEdges: west, edge) { return found }
    if let east = status.neighbourEast(of: edge), let found = meeting(ofEdges: edge, east) { return found }
    return nil
  }

  private func meeting(ofEdges first: Int, _ second: Int) -> Meeting? {
    // Edges that share a vertex meet nowhere else, since there are no spikes.
    if next(first) == second || next(second) == first { return nil }
    let (a, b, c, d) = (points[first], points[next(first)], points[second], points[next(second)])
    let crossing = EdgeCrossing.between(a, b, c, d)
    if case .none = crossing { return nil }
    var isTouch = true
    if case .proper = crossing { isTouch = false }
    return meeting(first, second, isTouch: isTouch, at: EdgeCrossing.place(a, b, c, d))
  }

  private func meeting(_ first: Int, _ second: Int, isTouch: Bool, at meetingPoint: PlanePoint) -> Meeting {
    func place(_ point: Int) -> (ring: Int, index: Int) {
      let ring = Int(ringOf[point])
      return (ring, rings[ring].sources[point - starts[ring]])
    }
    let (a, b) = (place(first), place(second))
    let (low, high) = (a.ring, a.index) <= (b.ring, b.index) ? (a, b) : (b, a)
    return Meeting(
      ring: high.ring, index: high.index, otherRing: low.ring, otherIndex: low.index, isTouch: isTouch,
      place: meetingPoint)
  }
}
