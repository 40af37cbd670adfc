internal import MusterValues

/// Reads geometry members, naming the path of every fault.
struct GeoJSONReader {
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
