internal import Geodesy
internal import MusterValues

/// A geometry as the service's requests and answers hold it.
enum GeometryBody {
  static func json(of shape: Shape) -> JSONValue {
    switch shape {
    case .circle(let circle): ["Circle": ["Center": json(of: circle.center), "Radius": .number(circle.radius)]]
    case .polygon(let polygon): ["Polygon": rings(polygon)]
    case .multiPolygon(let polygons): ["MultiPolygon": .array(polygons.map(rings))]
    }
  }

  private static func rings(_ polygon: Polygon) -> JSONValue {
    .array(polygon.rings.map { ring in .array(ring.map(json(of:))) })
  }

  private static func json(of place: Coordinate) -> JSONValue { [.number(place.longitude), .number(place.latitude)] }

  /// The kind and size of a geometry, for a table.
  static func summary(of geometry: JSONValue?) -> String {
    if let radius = geometry?["Circle"]?["Radius"]?.double {
      return "circle, \(NumberText.fixed(radius, decimals: radius < 10 ? 1 : 0)) m"
    }
    if let rings = geometry?["Polygon"]?.elements {
      return "polygon, \(rings.reduce(0) { $0 + ($1.elements?.count ?? 0) }) vertices"
    }
    if let polygons = geometry?["MultiPolygon"]?.elements { return "\(polygons.count) polygons" }
    return geometry?["Geobuf"] == nil ? "-" : "Geobuf"
  }
}
