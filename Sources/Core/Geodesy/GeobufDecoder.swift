/// Turns the bytes of a Geobuf data message into a shape.
struct GeobufDecoder {
  private typealias Malformed = ProtobufReader.Malformed

  private var scale = 1e6
  private var dimensions = 2

  func shape(of bytes: ArraySlice<UInt8>) throws(ProtobufReader.Malformed) -> Shape {
    var settings = self
    var content: (number: UInt64, bytes: ArraySlice<UInt8>)?
    var reader = ProtobufReader(bytes)
    while !reader.isAtEnd {
      switch try reader.field() {
      case (2, .varint(let value)):
        guard (2...4).contains(value) else { throw Malformed(fault: "has a number of dimensions other than 2 to 4") }
        settings.dimensions = Int(value)
      case (3, .varint(let value)):
        guard value <= 15 else { throw Malformed(fault: "has a precision of more than 15 digits") }
        settings.scale = GeobufGeometry.power(of: Int(value))
      case (let number, .bytes(let bytes)) where (4...6).contains(number): content = (number, bytes)
      default: break
      }
    }
    guard let content else { throw Malformed(fault: "holds no geometry") }
    switch content.number {
    case 4: return try settings.collection(content.bytes)
    case 5: return try settings.feature(content.bytes)
    default: return try settings.geometry(content.bytes)
    }
  }

  private func collection(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Shape {
    var reader = ProtobufReader(bytes)
    var features: [ArraySlice<UInt8>] = []
    while !reader.isAtEnd {
      if case (1, .bytes(let bytes)) = try reader.field() { features.append(bytes) }
    }
    guard features.count == 1 else {
      throw Malformed(fault: "holds \(features.count) features; a fence is exactly one")
    }
    return try feature(features[0])
  }

  private func feature(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Shape {
    var reader = ProtobufReader(bytes)
    var geometry: ArraySlice<UInt8>?
    while !reader.isAtEnd {
      if case (1, .bytes(let bytes)) = try reader.field() { geometry = bytes }
    }
    guard let geometry else { throw Malformed(fault: "holds a feature without geometry") }
    return try self.geometry(geometry)
  }

  private func geometry(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Shape {
    var reader = ProtobufReader(bytes)
    var type: UInt64?
    var lengths: [UInt64] = []
    var coordinates: [UInt64] = []
    while !reader.isAtEnd {
      switch try reader.field() {
      case (1, .varint(let value)): type = value
      case (2, .bytes(let bytes)): lengths += try ProtobufReader.packed(bytes)
      case (2, .varint(let value)): lengths.append(value)
      case (3, .bytes(let bytes)): coordinates += try ProtobufReader.packed(bytes)
      case (3, .varint(let value)): coordinates.append(value)
      default: break
      }
    }
    var rings = RingReader(coordinates: coordinates, dimensions: dimensions, scale: scale)
    switch type {
    case GeobufGeometry.polygon:
      let polygon = try rings.polygon(lengths.isEmpty ? [rings.remaining] : lengths[...])
      try rings.finish()
      return .polygon(polygon)
    case GeobufGeometry.multiPolygon:
      if lengths.isEmpty {
        let polygon = try rings.polygon([rings.remaining])
        try rings.finish()
        return .multiPolygon([polygon])
      }
      return .multiPolygon(try polygons(lengths, &rings))
    default: throw Malformed(fault: "holds a geometry that is neither a Polygon nor a MultiPolygon")
    }
  }

  /// The lengths of a multipolygon: how many polygons; for each, how many rings and the length of each.
  private func polygons(_ lengths: [UInt64], _ rings: inout RingReader) throws(Malformed) -> [Polygon] {
    var rest = lengths.dropFirst()
    var polygons: [Polygon] = []
    for _ in 0..<lengths[0] {
      guard let count = rest.popFirst(), count <= UInt64(rest.count) else {
        throw Malformed(fault: "has fewer ring lengths than it says")
      }
      polygons.append(try rings.polygon(rest.prefix(Int(count))))
      rest = rest.dropFirst(Int(count))
    }
    if !rest.isEmpty { throw Malformed(fault: "has more ring lengths than it says") }
    try rings.finish()
    return polygons
  }
}

/// Sums up the differences of one ring after another.
private struct RingReader {
  private let coordinates: [UInt64]
  private let dimensions: Int
  private let scale: Double
  private var position = 0

  init(coordinates: [UInt64], dimensions: Int, scale: Double) {
    self.coordinates = coordinates
    self.dimensions = dimensions
    self.scale = scale
  }

  /// Whole positions not read yet.
  var remaining: UInt64 { UInt64((coordinates.count - position) / dimensions) }

  mutating func polygon(_ lengths: ArraySlice<UInt64>) throws(ProtobufReader.Malformed) -> Polygon {
    var rings: [[Coordinate]] = []
    for length in lengths { rings.append(try ring(length)) }
    return Polygon(rings: rings)
  }

  private mutating func ring(_ length: UInt64) throws(ProtobufReader.Malformed) -> [Coordinate] {
    guard length <= remaining else {
      throw ProtobufReader.Malformed(fault: "has fewer coordinates than its lengths say")
    }
    var ring: [Coordinate] = []
    ring.reserveCapacity(Int(length) + 1)
    var x: Int64 = 0
    var y: Int64 = 0
    for _ in 0..<length {
      let (nextX, overflowX) = x.addingReportingOverflow(ProtobufReader.zigzag(coordinates[position]))
      let (nextY, overflowY) = y.addingReportingOverflow(ProtobufReader.zigzag(coordinates[position + 1]))
      if overflowX || overflowY { throw ProtobufReader.Malformed(fault: "has a coordinate of more than 64 bits") }
      (x, y) = (nextX, nextY)
      ring.append(Coordinate(longitude: Double(x) / scale, latitude: Double(y) / scale))
      position += dimensions
    }
    if let first = ring.first { ring.append(first) }
    return ring
  }

  func finish() throws(ProtobufReader.Malformed) {
    if position != coordinates.count {
      throw ProtobufReader.Malformed(fault: "has more coordinates than its lengths say")
    }
  }
}
