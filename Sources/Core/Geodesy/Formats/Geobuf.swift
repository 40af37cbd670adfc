public import MusterValues

/// Reads and writes Mapbox Geobuf, a protocol buffers form of GeoJSON, for what a fence can be: Polygon, MultiPolygon, and
/// Point with a property `radius` in metres, which is a circle.
///
/// Source: mapbox/geobuf, `geobuf.proto`. A data message holds a precision (decimal digits, 6 when absent), a number of
/// dimensions (2 when absent), the names of properties, and one geometry, feature or feature collection. Positions are
/// differences to the one before in their ring; the repeated last position is left out.
public enum Geobuf {
  /// Reads a polygon or multipolygon: a geometry, a feature, or a collection of exactly one feature. The shape is not
  /// validated yet.
  public static func decode(_ bytes: [UInt8]) throws(ShapeError) -> Shape {
    do throws(ProtobufReader.Malformed) {
      return try GeobufDecoder().shape(of: bytes[...])
    } catch {
      throw error.shapeError(path: "Geobuf")
    }
  }

  /// Reads every feature, as `GeoJSON.read` does: a fault spoils only the feature it is in; bytes that are no Geobuf give
  /// one failed feature.
  ///
  /// - Parameter json: what a property stands for that is kept as JSON text (lists, objects and null); nil when it is none.
  ///   Without it, or when it answers nil, the property is that text.
  public static func read(
    _ bytes: [UInt8], json: (String) -> JSONValue? = { _ in nil }
  ) -> [GeoJSONFeature] {
    do throws(ProtobufReader.Malformed) {
      return try GeobufDecoder().features(of: bytes[...], json: json)
    } catch {
      return [GeoJSONFeature(shape: .failure(error.shapeError(path: "Geobuf")))]
    }
  }

  /// Writes a geometry, coordinates rounded to that many decimal digits (0 to 15). Returns nil for a circle, which a
  /// geometry of Geobuf can't say, for a ring that is not closed, and for coordinates that are not finite.
  public static func encode(_ shape: Shape, precision: Int = 6) -> [UInt8]? {
    if case .circle = shape { return nil }
    guard (0...15).contains(precision),
      let geometry = GeobufEncoder.geometry(shape, scale: GeobufGeometry.power(of: precision))
    else { return nil }
    return GeobufEncoder.data(precision: precision, keys: [], content: (6, geometry))
  }

  /// Writes a feature collection that `read` gives back, of the features that have a shape; circles as Points with a
  /// property `radius`.
  ///
  /// - Parameter precision: decimal digits (0 to 15) that coordinates are rounded to; nil for the fewest that give back
  ///   every coordinate as it was, or 15 (less than a unit in the last place of most doubles) when none do.
  /// - Returns: nil for a ring that is not closed or coordinates that are not finite, or another precision.
  public static func encode(features: [GeoJSONFeature], precision: Int? = nil) -> [UInt8]? {
    let precision = precision ?? GeobufEncoder.sufficientPrecision(for: features)
    guard (0...15).contains(precision) else { return nil }
    return GeobufEncoder.collection(features, precision: precision)
  }
}

/// Numbers of the Geobuf schema.
enum GeobufGeometry {
  static let point: UInt64 = 0
  static let polygon: UInt64 = 4
  static let multiPolygon: UInt64 = 5

  /// Powers of ten up to 10^22 are exact doubles.
  static func power(of precision: Int) -> Double { (0..<precision).reduce(1.0) { power, _ in power * 10 } }
}

extension ProtobufReader.Malformed {
  func shapeError(path: String) -> ShapeError {
    ShapeError(fault.hasPrefix("holds") ? .unsupported : .malformed, path: path, fault)
  }
}
