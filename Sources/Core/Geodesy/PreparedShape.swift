/// A shape that was checked against all rules and answers whether it holds a place.
///
/// Immutable; a copy shares everything.
public struct PreparedShape: Sendable {
  let storage: Storage

  /// Checks everything that the rules and geometry demand, and builds what `contains` needs. The error names the first
  /// fault found and its place.
  public init(validating shape: Shape, rules: ShapeRules) throws(ShapeError) {
    storage = try Storage(shape, rules: rules)
  }

  /// The shape exactly as it was put.
  /// - Complexity: O(vertices).
  public var shape: Shape { storage.shape }

  /// A box that holds every place of the shape; tight for polygons, never too small for circles.
  public var bounds: BoundingBox { storage.bounds }

  var parts: ShapeParts { storage.parts }
  /// The border of all polygons together; nil when no two come near each other.
  var union: BoundaryPaths? { storage.union }

  /// Whether the place is inside or on the border. False for a coordinate that is not valid.
  ///
  /// Polygons: exact for the doubles given, edges straight in longitude and latitude; inside any polygon of a
  /// multipolygon is inside. Circles: `Geodesic` says at most the radius.
  public func contains(_ place: Coordinate) -> Bool {
    guard place.isValid else { return false }
    switch storage.parts {
    case .circle(let circle): return circle.contains(place)
    case .polygon(let polygon): return polygon.contains(place)
    case .polygons(let polygons):
      return storage.bounds.contains(place) && polygons.contains { $0.contains(place) }
    }
  }

  /// Calls `body` with every edge of every ring as the westernmost copy of its polygon, longitudes unwrapped: `to` may
  /// lie beyond 180 degrees, and may have rounded there. A circle has no edges.
  public func forEachEdge(_ body: (_ from: Coordinate, _ to: Coordinate) -> Void) {
    func visit(_ polygon: PreparedPolygon) {
      for index in 0..<polygon.edgeCount {
        let edge = polygon.edge(index)
        body(
          Coordinate(longitude: edge.from.x, latitude: edge.from.y),
          Coordinate(longitude: edge.to.x, latitude: edge.to.y))
      }
    }
    switch storage.parts {
    case .circle: break
    case .polygon(let polygon): visit(polygon)
    case .polygons(let polygons): polygons.forEach(visit)
    }
  }
}

enum ShapeParts: Sendable {
  case circle(PreparedCircle)
  case polygon(PreparedPolygon)
  case polygons([PreparedPolygon])

  var shape: Shape {
    switch self {
    case .circle(let circle): .circle(circle.circle)
    case .polygon(let polygon): .polygon(Polygon(rings: polygon.rings))
    case .polygons(let polygons): .multiPolygon(polygons.map { Polygon(rings: $0.rings) })
    }
  }
}

/// What a prepared shape's copies share.
final class Storage: Sendable {
  let bounds: BoundingBox
  /// The shape where `parts` can't say it as it was put.
  private let original: Shape?
  /// For each polygon, how many edges it and those before it have.
  let edgeEnds: [Int]
  let parts: ShapeParts
  let union: BoundaryPaths?

  init(_ shape: Shape, rules: ShapeRules) throws(ShapeError) {
    switch shape {
    case .circle(let circle):
      let prepared = try PreparedCircle(circle, rules: rules)
      parts = .circle(prepared)
      edgeEnds = []
      union = nil
      bounds = prepared.bounds
    case .polygon(let polygon):
      try Self.checkCount(shape, path: "Polygon", rules: rules)
      let prepared = try PreparedPolygon(polygon, path: "Polygon", rules: rules)
      parts = .polygon(prepared)
      edgeEnds = [prepared.edgeCount]
      union = nil
      bounds = prepared.bounds
    case .multiPolygon(let polygons):
      try Self.checkCount(shape, path: "MultiPolygon", rules: rules)
      if polygons.count > rules.maximumPolygons {
        throw ShapeError(
          .tooManyPolygons, path: "MultiPolygon",
          "has \(polygons.count) polygons; at most \(rules.maximumPolygons) are allowed")
      }
      var prepared: [PreparedPolygon] = []
      for (index, polygon) in polygons.enumerated() {
        prepared.append(try PreparedPolygon(polygon, path: "MultiPolygon[\(index)]", rules: rules))
      }
      guard let box = BoundingBox.union(prepared.map(\.bounds)) else {
        throw ShapeError(.noPolygons, path: "MultiPolygon", "has no polygon")
      }
      try PolygonCrossings(prepared, rules: rules).check()
      self.union = PolygonUnion.border(of: prepared)
      parts = .polygons(prepared)
      var edges = 0
      edgeEnds = prepared.map { polygon in
        edges += polygon.edgeCount
        return edges
      }
      bounds = box
    }
    original = Self.isSame(parts.shape, shape) ? nil : shape
  }

  /// As it was put.
  var shape: Shape { original ?? parts.shape }

  /// To the last bit: zeros of either sign are told apart.
  private static func isSame(_ one: Shape, _ other: Shape) -> Bool {
    guard one == other else { return false }
    func signs(_ shape: Shape) -> [Bool] {
      switch shape {
      case .circle: []
      case .polygon(let polygon):
        polygon.rings.joined().flatMap { [$0.longitude.sign == .minus, $0.latitude.sign == .minus] }
      case .multiPolygon(let polygons): polygons.flatMap { signs(.polygon($0)) }
      }
    }
    return signs(one) == signs(other)
  }

  private static func checkCount(_ shape: Shape, path: String, rules: ShapeRules) throws(ShapeError) {
    if shape.vertexCount > rules.maximumVertices {
      throw ShapeError(
        .tooManyVertices, path: path,
        "has \(shape.vertexCount) vertices; at most \(rules.maximumVertices) are allowed")
    }
  }
}
