public import MusterValues

/// Reads and writes fences as GeoJSON (RFC 7946).
///
/// Read are geometries, features and feature collections of Polygon and MultiPolygon, and of Point when a property
/// `radius` in metres makes it a circle. Shapes are not validated here beyond being readable: `PreparedShape` does that.
///
/// Rings are written as they were put, in either winding. One that crosses the antimeridian stays one ring with
/// neighbours more than 180 degrees apart, which this reader takes; the RFC advises to cut such rings in two.
public enum GeoJSON {
  /// Reads every feature. A fault spoils only the feature it is in; a text that is no GeoJSON gives one failed feature.
  public static func read(_ value: JSONValue) -> [GeoJSONFeature] {
    guard value["type"]?.text == "FeatureCollection" else { return [feature(value, path: "")] }
    guard let features = value["features"]?.elements else {
      let error = ShapeError(.malformed, path: "features", "must be an array of features")
      return [GeoJSONFeature(shape: .failure(error))]
    }
    return features.enumerated().map { feature($0.element, path: "features[\($0.offset)]") }
  }

  /// Reads one Polygon or MultiPolygon geometry, or a Point with the radius given in metres.
  public static func shape(
    from geometry: JSONValue, radius: Double? = nil, path: String = "geometry"
  ) throws(ShapeError) -> Shape {
    try GeoJSONReader(path: path).shape(geometry, radius: radius)
  }

  /// The geometry of a shape. A circle becomes a Point; its radius belongs into the feature's property `radius`.
  public static func geometry(_ shape: Shape) -> JSONValue {
    switch shape {
    case .polygon(let polygon): ["type": "Polygon", "coordinates": rings(polygon)]
    case .multiPolygon(let polygons):
      .object([.init("type", "MultiPolygon"), .init("coordinates", .array(polygons.map(rings)))])
    case .circle(let circle): ["type": "Point", "coordinates": position(circle.center)]
    }
  }

  /// A feature that `read` gives back: id, then the properties, with the radius of a circle among them.
  public static func feature(
    _ shape: Shape, identifier: Identifier? = nil, properties: [JSONValue.Member] = []
  ) -> JSONValue {
    var members: [JSONValue.Member] = [.init("type", "Feature")]
    if let identifier { members.append(.init("id", .string(identifier.text))) }
    var properties = properties
    if case .circle(let circle) = shape {
      properties.removeAll { $0.name == "radius" }
      properties.append(.init("radius", .number(circle.radius)))
    }
    members.append(.init("properties", .object(properties)))
    members.append(.init("geometry", geometry(shape)))
    return .object(members)
  }

  /// A feature collection that `read` gives back, of the features that have a shape.
  public static func collection(_ features: [GeoJSONFeature]) -> JSONValue {
    let members = features.compactMap { feature in
      (try? feature.shape.get()).map {
        self.feature($0, identifier: feature.identifier, properties: feature.properties)
      }
    }
    return .object([.init("type", "FeatureCollection"), .init("features", .array(members))])
  }

  private static func rings(_ polygon: Polygon) -> JSONValue {
    .array(polygon.rings.map { .array($0.map(position)) })
  }

  private static func position(_ place: Coordinate) -> JSONValue {
    [.number(place.longitude), .number(place.latitude)]
  }

  private static func feature(_ value: JSONValue, path: String) -> GeoJSONFeature {
    let isFeature = value["type"]?.text == "Feature"
    let properties = isFeature ? value["properties"]?.members ?? [] : []
    let named = JSONValue.object(properties)
    let reader = GeoJSONReader(path: isFeature ? (path.isEmpty ? "geometry" : "\(path).geometry") : path)
    let shape: Result<Shape, ShapeError>
    do throws(ShapeError) {
      let geometry = isFeature ? value["geometry"] ?? .null : value
      shape = .success(try reader.shape(geometry, radius: named["radius"]?.double))
    } catch {
      shape = .failure(error)
    }
    return GeoJSONFeature(
      path: path, identifier: Identifier(featureID: value["id"]) ?? Identifier(featureID: named["id"]),
      properties: properties, shape: shape)
  }
}
