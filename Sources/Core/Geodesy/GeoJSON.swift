public import MusterValues

/// One shape of a GeoJSON text, or why it is none.
public struct GeoJSONFeature: Sendable {
  /// Where it stands, such as `features[3]`; empty for a text that is one feature or geometry.
  public let path: String
  /// The feature's `id`, else its property `id`; a number becomes its decimal text.
  public let identifier: Identifier?
  /// The property `name`.
  public let name: String?
  /// The properties in order; empty when there are none.
  public let properties: [JSONValue.Member]
  public let shape: Result<Shape, ShapeError>
  /// Advice that is no error by itself, such as longitude and latitude that look swapped.
  public let hint: String?
}

/// Reads and writes fences as GeoJSON (RFC 7946).
///
/// Read are geometries, features and feature collections of Polygon and MultiPolygon, and of Point when a property
/// `radius` in metres makes it a circle. Shapes are not validated here beyond being readable: `PreparedShape` does that.
public enum GeoJSON {
  /// Reads every feature. A fault spoils only the feature it is in; a text that is no GeoJSON gives one failed feature.
  public static func read(_ value: JSONValue) -> [GeoJSONFeature] {
    guard value["type"]?.text == "FeatureCollection" else { return [feature(value, path: "")] }
    guard let features = value["features"]?.elements else {
      let error = ShapeError(.malformed, path: "features", "must be an array of features")
      return [GeoJSONFeature(path: "", identifier: nil, name: nil, properties: [], shape: .failure(error), hint: nil)]
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
      path: path, identifier: identifier(value["id"]) ?? identifier(named["id"]), name: named["name"]?.text,
      properties: properties, shape: shape, hint: (try? shape.get()).flatMap(hint))
  }

  private static func identifier(_ value: JSONValue?) -> Identifier? {
    switch value {
    case .string(let text): Identifier(text)
    case .integer(let number): Identifier(String(number))
    case .number(let number): Identifier(Int64(exactly: number).map { String($0) } ?? "\(number)")
    default: nil
    }
  }

  /// A latitude beyond 90 degrees that would be a longitude, while every longitude would be a latitude.
  private static func hint(_ shape: Shape) -> String? {
    let places: [Coordinate]
    switch shape {
    case .circle(let circle): places = [circle.center]
    case .polygon(let polygon): places = polygon.rings.flatMap { $0 }
    case .multiPolygon(let polygons): places = polygons.flatMap { $0.rings.flatMap { $0 } }
    }
    let isSwapped =
      places.contains { abs($0.latitude) > 90 }
      && places.allSatisfy { abs($0.latitude) <= 180 && abs($0.longitude) <= 90 }
    return isSwapped ? "longitude and latitude look swapped; GeoJSON puts longitude first" : nil
  }
}

/// Reads geometry members, naming the path of every fault.
private struct GeoJSONReader {
  let path: String

  private func error(_ code: ShapeError.Code, at place: String = "", _ fault: String) -> ShapeError {
    let full = place.isEmpty ? path : path.isEmpty ? place : "\(path).\(place)"
    return ShapeError(code, path: full.isEmpty ? "GeoJSON" : full, fault)
  }

  func shape(_ geometry: JSONValue, radius: Double?) throws(ShapeError) -> Shape {
    guard geometry.members != nil else { throw error(.malformed, "must be a geometry object, not \(geometry.kind)") }
    guard let type = geometry["type"]?.text else { throw error(.malformed, at: "type", "must name a geometry type") }
    guard let coordinates = geometry["coordinates"] else {
      if ["Polygon", "MultiPolygon", "Point"].contains(type) {
        throw error(.malformed, at: "coordinates", "is missing")
      }
      throw unsupported(type)
    }
    switch type {
    case "Polygon": return .polygon(try polygon(coordinates, "coordinates"))
    case "MultiPolygon":
      var polygons: [Polygon] = []
      for (index, element) in try array(coordinates, "coordinates", of: "polygons").enumerated() {
        polygons.append(try polygon(element, "coordinates[\(index)]"))
      }
      return .multiPolygon(polygons)
    case "Point":
      guard let radius else {
        throw error(.unsupported, "is a Point without a property \"radius\" in metres, which would make it a circle")
      }
      return .circle(Circle(center: try position(coordinates, "coordinates"), radius: radius))
    default: throw unsupported(type)
    }
  }

  private func unsupported(_ type: String) -> ShapeError {
    let known = ["MultiPoint", "LineString", "MultiLineString", "GeometryCollection", "Feature", "FeatureCollection"]
    return known.contains(type)
      ? error(.unsupported, "is a \(type); a fence is a Polygon, a MultiPolygon or a Point with a radius")
      : error(.malformed, at: "type", "is no GeoJSON geometry type")
  }

  private func polygon(_ value: JSONValue, _ place: String) throws(ShapeError) -> Polygon {
    var rings: [[Coordinate]] = []
    for (index, element) in try array(value, place, of: "rings").enumerated() {
      var ring: [Coordinate] = []
      let ringPlace = "\(place)[\(index)]"
      for (vertex, element) in try array(element, ringPlace, of: "positions").enumerated() {
        guard let position = Self.position(element) else {
          throw error(.malformed, at: "\(ringPlace)[\(vertex)]", "must be an array of longitude and latitude")
        }
        ring.append(position)
      }
      rings.append(ring)
    }
    return Polygon(rings: rings)
  }

  private func array(_ value: JSONValue, _ place: String, of what: String) throws(ShapeError) -> [JSONValue] {
    guard let elements = value.elements else {
      throw error(.malformed, at: place, "must be an array of \(what), not \(value.kind)")
    }
    return elements
  }

  private func position(_ value: JSONValue, _ place: String) throws(ShapeError) -> Coordinate {
    guard let position = Self.position(value) else {
      throw error(.malformed, at: place, "must be an array of longitude and latitude")
    }
    return position
  }

  /// Further elements, such as an altitude, are ignored as the RFC advises.
  private static func position(_ value: JSONValue) -> Coordinate? {
    guard let elements = value.elements, elements.count >= 2, let longitude = elements[0].double,
      let latitude = elements[1].double
    else { return nil }
    return Coordinate(longitude: longitude, latitude: latitude)
  }
}
