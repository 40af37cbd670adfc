/// Reads and writes polygons and multipolygons as Well-Known Text.
///
/// Source: OGC Simple Feature Access 1 (06-103r4), section 7; the prefix `SRID=4326;` is PostGIS's. Taken in any case and
/// spacing: `POLYGON` and `MULTIPOLYGON`, with `Z`, `M` or `ZM` set apart or not, whose further ordinates are dropped.
/// Longitude comes first. The text has no circle, id or property: GeoJSON says those (a Point with a property `radius`).
///
/// Errors name the character they are at, counted from 1. Time grows with the length of the text only.
public enum WKT {
  /// Reads a text that is one geometry. The shape is not validated yet.
  public static func read(_ text: [UInt8]) throws(ShapeError) -> Shape {
    var reader = WKTReader(text)
    let shape = try reader.geometry()
    reader.skipSpace()
    guard reader.isAtEnd else { throw reader.unexpected("the end of the text") }
    return shape
  }

  /// Reads geometries that follow one another, with white space or semicolons between them. After a fault it goes on with
  /// the next line that begins with a letter, so that a fault spoils no geometry but those on its own lines.
  public static func readAll(_ text: [UInt8]) -> [Result<Shape, ShapeError>] {
    var reader = WKTReader(text)
    var shapes: [Result<Shape, ShapeError>] = []
    while true {
      reader.skipSeparators()
      if reader.isAtEnd { return shapes }
      let start = reader
      do throws(ShapeError) {
        shapes.append(.success(try reader.geometry()))
      } catch {
        shapes.append(.failure(error))
        // No geometry has such a line but its first few, so nothing is read more than a few times.
        reader = start
        reader.skipToLetterOnNewLine()
      }
    }
  }

  /// Writes every double so that it reads back as itself. Nil for a circle, which the text can't say, for coordinates that
  /// are not finite, and where there is no ring or an empty one.
  public static func write(_ shape: Shape) -> String? {
    switch shape {
    case .circle: return nil
    case .polygon(let polygon): return rings(of: polygon).map { "POLYGON " + $0 }
    case .multiPolygon(let polygons):
      let texts = polygons.compactMap(rings)
      return texts.isEmpty || texts.count < polygons.count ? nil : "MULTIPOLYGON (\(texts.joined(separator: ", ")))"
    }
  }

  private static func rings(of polygon: Polygon) -> String? {
    guard !polygon.rings.isEmpty else { return nil }
    var text = "("
    for (index, ring) in polygon.rings.enumerated() {
      if ring.isEmpty { return nil }
      text += index == 0 ? "(" : ", ("
      for (vertex, place) in ring.enumerated() {
        guard place.longitude.isFinite, place.latitude.isFinite else { return nil }
        if vertex > 0 { text += ", " }
        text += number(place.longitude)
        text += " "
        text += number(place.latitude)
      }
      text += ")"
    }
    return text + ")"
  }

  private static func number(_ value: Double) -> String {
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text
  }
}
