/// What an index of fences asks.
extension PreparedShape {
  /// Edges of all polygons; 0 for a circle.
  package var edgeCount: Int { storage.edgeEnds.last ?? 0 }

  /// Polygons; 0 for a circle.
  package var partCount: Int { storage.edgeEnds.count }

  /// The polygon that an edge belongs to.
  /// - Complexity: O(log parts).
  package func part(ofEdge index: Int) -> Int {
    var (low, high) = (0, storage.edgeEnds.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if index < storage.edgeEnds[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// An edge as the westernmost copy of its polygon has it: the longitude of either end may lie beyond 180 degrees, and
  /// may have rounded there.
  package func edge(_ index: Int) -> (from: Coordinate, to: Coordinate) {
    let edge: (from: PlanePoint, to: PlanePoint)
    switch storage.parts {
    case .circle: return (Coordinate(longitude: .nan, latitude: .nan), Coordinate(longitude: .nan, latitude: .nan))
    case .polygon(let polygon): edge = polygon.edge(index)
    case .polygons(let polygons):
      let part = part(ofEdge: index)
      edge = polygons[part].edge(index - (part == 0 ? 0 : storage.edgeEnds[part - 1]))
    }
    return (
      Coordinate(longitude: edge.from.x, latitude: edge.from.y), Coordinate(longitude: edge.to.x, latitude: edge.to.y)
    )
  }

  /// Whether one polygon of the shape holds the valid place.
  package func contains(_ place: Coordinate, part: Int) -> Bool {
    switch storage.parts {
    case .circle(let circle): circle.contains(place)
    case .polygon(let polygon): polygon.contains(place)
    case .polygons(let polygons): polygons[part].contains(place)
    }
  }

  /// Nil for polygons.
  package var circleThresholds: CircleThresholds? {
    if case .circle(let circle) = storage.parts { circle.thresholds } else { nil }
  }
}
