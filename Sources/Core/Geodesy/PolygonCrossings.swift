/// Counts where edges of different polygons of one multipolygon cross each other.
///
/// Polygons may overlap, but only so much: the limits are Amazon Location's. Counted are proper crossings; edges that
/// only touch or overlap along a line, as those of neighbouring districts do, are not.
struct PolygonCrossings {
  private struct Edge {
    let polygon: Int
    let index: Int
    let isShifted: Bool
    let a: PlanePoint
    let b: PlanePoint
    var west: Double { min(a.x, b.x) }
    var east: Double { max(a.x, b.x) }
  }

  /// Pairs of edges that may be compared; hostile geometry can make nearly all edges overlap in both axes.
  private static let comparisonLimit = 100_000_000

  private let polygons: [PreparedPolygon]
  private let rules: ShapeRules

  init(_ polygons: [PreparedPolygon], rules: ShapeRules) {
    self.polygons = polygons
    self.rules = rules
  }

  func check() throws(ShapeError) {
    let edges = candidates()
    var perEdge: [Int: Int] = [:]
    var total = 0
    var comparisons = 0
    for (position, edge) in edges.enumerated() {
      var other = position + 1
      while other < edges.count, edges[other].west <= edge.east {
        defer { other += 1 }
        comparisons += 1
        if comparisons > Self.comparisonLimit {
          throw ShapeError(.tooComplex, path: "MultiPolygon", "has too many edges side by side to check how they cross")
        }
        let second = edges[other]
        guard second.polygon != edge.polygon, !(second.isShifted && edge.isShifted),
          case .proper = EdgeCrossing.between(edge.a, edge.b, second.a, second.b)
        else { continue }
        total += 1
        for crossing in [edge, second] {
          let key = crossing.polygon << 32 | crossing.index
          let count = (perEdge[key] ?? 0) + 1
          perEdge[key] = count
          if count > rules.maximumCrossingsPerEdge {
            throw ShapeError(
              .tooManyIntersections, path: "MultiPolygon[\(crossing.polygon)]",
              "has an edge that crosses more than \(rules.maximumCrossingsPerEdge) edges of other polygons",
              at: EdgeCrossing.place(edge.a, edge.b, second.a, second.b).coordinate)
          }
        }
        if total > rules.maximumCrossings {
          throw ShapeError(
            .tooManyIntersections, path: "MultiPolygon",
            "has more than \(rules.maximumCrossings) crossings between edges of its polygons")
        }
      }
    }
  }

  /// The edges of polygons whose boxes meet another's, from west to east; those that reach beyond 180 degrees also one
  /// turn further west.
  private func candidates() -> [Edge] {
    var edges: [Edge] = []
    for (number, polygon) in polygons.enumerated() where meetsAnother(number) {
      for index in 0..<polygon.edgeCount {
        let (a, b) = polygon.edge(index)
        edges.append(Edge(polygon: number, index: index, isShifted: false, a: a, b: b))
        if polygon.bounds.east >= 180 {
          edges.append(
            Edge(polygon: number, index: index, isShifted: true, a: a.moved(turns: -1), b: b.moved(turns: -1)))
        }
      }
    }
    return edges.sorted { $0.west < $1.west }
  }

  private func meetsAnother(_ number: Int) -> Bool {
    let box = polygons[number].bounds
    return polygons.indices.contains { other in
      guard other != number else { return false }
      let second = polygons[other].bounds
      guard second.south <= box.north, second.north >= box.south else { return false }
      return [-360.0, 0, 360].contains { second.west + $0 <= box.east && second.east + $0 >= box.west }
    }
  }
}
