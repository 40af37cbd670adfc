public import MusterValues

/// One feature of a GeoJSON or Geobuf text: its names, its properties, and its shape or why it has none.
public struct GeoJSONFeature: Sendable {
  /// Where it stands, such as `features[3]`; empty for a text that is one feature or geometry.
  public let path: String
  /// The feature's `id`, else its property `id`; a number becomes its decimal text.
  public let identifier: Identifier?
  /// The properties in order; empty when there are none.
  public let properties: [JSONValue.Member]
  public let shape: Result<Shape, ShapeError>

  public init(
    path: String = "", identifier: Identifier? = nil, properties: [JSONValue.Member] = [],
    shape: Result<Shape, ShapeError>
  ) {
    self.path = path
    self.identifier = identifier
    self.properties = properties
    self.shape = shape
  }

  /// The property `name`.
  public var name: String? { JSONValue.object(properties)["name"]?.text }

  /// Advice that is no error by itself: longitude and latitude that look swapped.
  ///
  /// Nothing but the ranges tells: a latitude beyond 90 degrees that would do as a longitude, while every longitude would
  /// do as a latitude. A swap of two numbers that are both within 90 degrees can't be seen, so it gets no hint.
  public var hint: String? {
    let places: [Coordinate]
    switch shape {
    case .failure: return nil
    case .success(.circle(let circle)): places = [circle.center]
    case .success(.polygon(let polygon)): places = polygon.rings.flatMap { $0 }
    case .success(.multiPolygon(let polygons)): places = polygons.flatMap { $0.rings.flatMap { $0 } }
    }
    let isSwapped =
      places.contains { abs($0.latitude) > 90 }
      && places.allSatisfy { abs($0.latitude) <= 180 && abs($0.longitude) <= 90 }
    return isSwapped ? "longitude and latitude look swapped; longitude comes first" : nil
  }
}

extension Identifier {
  /// A feature's id as GeoJSON may write it: a text, or a number, which becomes its decimal text.
  init?(featureID value: JSONValue?) {
    switch value {
    case .string(let text): self.init(text)
    case .integer(let number): self.init(String(number))
    case .number(let number): self.init(Int64(exactly: number).map { String($0) } ?? "\(number)")
    default: return nil
    }
  }
}
