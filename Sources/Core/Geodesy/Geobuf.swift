/// Reads and writes Mapbox Geobuf, a protocol buffers form of GeoJSON, for polygons and multipolygons.
///
/// Source: mapbox/geobuf, `geobuf.proto`. A data message holds a precision (decimal digits, 6 when absent), a number of
/// dimensions (2 when absent) and one geometry, feature or feature collection. Positions are differences to the one
/// before in their ring; the repeated last position is left out.
public enum Geobuf {
  /// Reads a geometry, a feature, or a collection of exactly one feature. The shape is not validated yet.
  public static func decode(_ bytes: [UInt8]) throws(ShapeError) -> Shape {
    do throws(ProtobufReader.Malformed) {
      return try GeobufDecoder().shape(of: bytes[...])
    } catch {
      throw ShapeError(error.isUnsupported ? .unsupported : .malformed, path: "Geobuf", error.fault)
    }
  }

  /// Writes a geometry, coordinates rounded to that many decimal digits (0 to 15). Returns nil for a circle, which
  /// Geobuf can't say, and for coordinates that are not finite.
  public static func encode(_ shape: Shape, precision: Int = 6) -> [UInt8]? {
    guard (0...15).contains(precision) else { return nil }
    let polygons: [Polygon]
    let type: UInt64
    switch shape {
    case .polygon(let polygon): (polygons, type) = ([polygon], GeobufGeometry.polygon)
    case .multiPolygon(let many): (polygons, type) = (many, GeobufGeometry.multiPolygon)
    case .circle: return nil
    }
    guard let coordinates = coordinates(of: polygons, scale: GeobufGeometry.power(of: precision)) else { return nil }
    var geometry = ProtobufWriter()
    geometry.field(1, varint: type)
    let lengths = lengths(of: polygons, isMultiple: type == GeobufGeometry.multiPolygon)
    if !lengths.isEmpty { geometry.field(2, bytes: lengths) }
    geometry.field(3, bytes: coordinates)
    var data = ProtobufWriter()
    data.field(2, varint: 2)
    data.field(3, varint: UInt64(precision))
    data.field(6, bytes: geometry.bytes)
    return data.bytes
  }

  /// Left out when there is but one ring.
  private static func lengths(of polygons: [Polygon], isMultiple: Bool) -> [UInt8] {
    if polygons.count == 1, polygons[0].rings.count == 1 { return [] }
    var writer = ProtobufWriter()
    if isMultiple { writer.varint(UInt64(polygons.count)) }
    for polygon in polygons {
      if isMultiple { writer.varint(UInt64(polygon.rings.count)) }
      for ring in polygon.rings { writer.varint(UInt64(max(0, ring.count - 1))) }
    }
    return writer.bytes
  }

  private static func coordinates(of polygons: [Polygon], scale: Double) -> [UInt8]? {
    var writer = ProtobufWriter()
    for ring in polygons.lazy.flatMap(\.rings) {
      var last: (Int64, Int64) = (0, 0)
      for place in ring.dropLast() {
        // Valid degrees times 10^15 stay far below the range of 64 bits.
        guard let x = Int64(exactly: (place.longitude * scale).rounded()),
          let y = Int64(exactly: (place.latitude * scale).rounded())
        else { return nil }
        writer.zigzag(x &- last.0)
        writer.zigzag(y &- last.1)
        last = (x, y)
      }
    }
    return writer.bytes
  }
}

/// Numbers of the Geobuf schema.
enum GeobufGeometry {
  static let polygon: UInt64 = 4
  static let multiPolygon: UInt64 = 5

  /// Powers of ten up to 10^22 are exact doubles.
  static func power(of precision: Int) -> Double { (0..<precision).reduce(1.0) { power, _ in power * 10 } }
}

extension ProtobufReader.Malformed {
  fileprivate var isUnsupported: Bool { fault.hasPrefix("holds") }
}
