internal import MusterValues

/// Turns shapes and features into the messages of Geobuf.
enum GeobufEncoder {
  /// A whole data message; `content` is its geometry (field 6), feature (5) or collection (4).
  static func data(precision: Int, keys: [String], content: (field: UInt64, bytes: [UInt8])) -> [UInt8] {
    var data = ProtobufWriter()
    for key in keys { data.field(1, bytes: Array(key.utf8)) }
    data.field(2, varint: 2)
    data.field(3, varint: UInt64(precision))
    data.field(content.field, bytes: content.bytes)
    return data.bytes
  }

  static func collection(_ features: [GeoJSONFeature], precision: Int) -> [UInt8]? {
    let scale = GeobufGeometry.power(of: precision)
    var keys = PropertyKeys()
    var collection = ProtobufWriter()
    for feature in features {
      guard case .success(let shape) = feature.shape else { continue }
      guard let bytes = self.feature(feature, shape, scale: scale, &keys) else { return nil }
      collection.field(1, bytes: bytes)
    }
    return data(precision: precision, keys: keys.names, content: (4, collection.bytes))
  }

  /// The property names of all features, each numbered once.
  private struct PropertyKeys {
    private(set) var names: [String] = []
    private var numbers: [Identifier: Int] = [:]

    mutating func number(of name: String) -> Int {
      if let known = numbers[Identifier(name)] { return known }
      numbers[Identifier(name)] = names.count
      names.append(name)
      return names.count - 1
    }
  }

  private static func feature(
    _ feature: GeoJSONFeature, _ shape: Shape, scale: Double, _ keys: inout PropertyKeys
  ) -> [UInt8]? {
    guard let geometry = geometry(shape, scale: scale) else { return nil }
    var properties = feature.properties
    if case .circle(let circle) = shape {
      properties.removeAll { $0.name == "radius" }
      properties.append(.init("radius", .number(circle.radius)))
    }
    var writer = ProtobufWriter()
    writer.field(1, bytes: geometry)
    if let identifier = feature.identifier { writer.field(11, bytes: identifier.bytes) }
    var pairs = ProtobufWriter()
    for (index, member) in properties.enumerated() {
      writer.field(13, bytes: value(member.value))
      pairs.varint(UInt64(keys.number(of: member.name)))
      pairs.varint(UInt64(index))
    }
    if !pairs.bytes.isEmpty { writer.field(14, bytes: pairs.bytes) }
    return writer.bytes
  }

  private static func value(_ value: JSONValue) -> [UInt8] {
    var writer = ProtobufWriter()
    switch value {
    case .string(let text): writer.field(1, bytes: Array(text.utf8))
    case .number(let number): writer.field(2, fixed64: number.bitPattern)
    case .integer(let number): writer.field(number < 0 ? 4 : 3, varint: number.magnitude)
    case .bool(let flag): writer.field(5, varint: flag ? 1 : 0)
    case .null, .array, .object: writer.field(6, bytes: value.encoded)
    }
    return writer.bytes
  }

  static func geometry(_ shape: Shape, scale: Double) -> [UInt8]? {
    let polygons: [Polygon]
    var geometry = ProtobufWriter()
    switch shape {
    case .polygon(let polygon):
      polygons = [polygon]
      geometry.field(1, varint: GeobufGeometry.polygon)
    case .multiPolygon(let many):
      polygons = many
      geometry.field(1, varint: GeobufGeometry.multiPolygon)
    case .circle(let circle):
      var coordinates = ProtobufWriter()
      guard let (x, y) = scaled(circle.center, scale) else { return nil }
      coordinates.zigzag(x)
      coordinates.zigzag(y)
      geometry.field(1, varint: GeobufGeometry.point)
      geometry.field(3, bytes: coordinates.bytes)
      return geometry.bytes
    }
    guard let coordinates = coordinates(of: polygons, scale: scale) else { return nil }
    let lengths = lengths(of: polygons, shape)
    if !lengths.isEmpty { geometry.field(2, bytes: lengths) }
    geometry.field(3, bytes: coordinates)
    return geometry.bytes
  }

  /// Left out when there is but one ring.
  private static func lengths(of polygons: [Polygon], _ shape: Shape) -> [UInt8] {
    if polygons.count == 1, polygons[0].rings.count == 1 { return [] }
    var isMultiple = false
    if case .multiPolygon = shape { isMultiple = true }
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
      // The repeated last place is left out, so a ring without one could not be read back.
      guard ring.first == ring.last else { return nil }
      var last: (Int64, Int64) = (0, 0)
      for place in ring.dropLast() {
        guard let (x, y) = scaled(place, scale) else { return nil }
        writer.zigzag(x - last.0)
        writer.zigzag(y - last.1)
        last = (x, y)
      }
    }
    return writer.bytes
  }

  /// Nil when a number is not finite or so large (2^62) that a difference could overflow.
  private static func scaled(_ place: Coordinate, _ scale: Double) -> (Int64, Int64)? {
    let (x, y) = ((place.longitude * scale).rounded(), (place.latitude * scale).rounded())
    guard abs(x) < 0x1p62, abs(y) < 0x1p62 else { return nil }
    return (Int64(x), Int64(y))
  }

  /// The fewest digits that give every coordinate back as it was, or 15.
  static func sufficientPrecision(for features: [GeoJSONFeature]) -> Int {
    var precision = 0
    var scale = 1.0
    func raise(for value: Double) {
      while precision < 15, (value * scale).rounded() / scale != value {
        precision += 1
        scale *= 10
      }
    }
    func raise(for place: Coordinate) {
      raise(for: place.longitude)
      raise(for: place.latitude)
    }
    for feature in features {
      switch feature.shape {
      case .failure: break
      case .success(.circle(let circle)): raise(for: circle.center)
      case .success(.polygon(let polygon)): for ring in polygon.rings { ring.forEach(raise) }
      case .success(.multiPolygon(let polygons)):
        for polygon in polygons { for ring in polygon.rings { ring.forEach(raise) } }
      }
    }
    return precision
  }
}
