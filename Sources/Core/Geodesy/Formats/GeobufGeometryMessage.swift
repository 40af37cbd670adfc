/// One geometry message of Geobuf: its type, and numbers that are not yet positions.
struct GeobufGeometryMessage {
  private typealias Malformed = ProtobufReader.Malformed

  private var type: UInt64?
  private var lengths: [UInt64] = []
  private var coordinates: [UInt64] = []
  private let dimensions: Int
  private let scale: Double

  init(_ bytes: ArraySlice<UInt8>, dimensions: Int, scale: Double) throws(ProtobufReader.Malformed) {
    self.dimensions = dimensions
    self.scale = scale
    var reader = ProtobufReader(bytes)
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
  }

  /// The shape; a Point is one when a radius in metres is given.
  func shape(radius: Double?) throws(ProtobufReader.Malformed) -> Shape {
    var rings = GeobufRingReader(coordinates: coordinates, dimensions: dimensions, scale: scale)
    switch type {
    // The number of Point is 0, which some writers leave out.
    case nil, GeobufGeometry.point:
      guard let radius else {
        throw Malformed(fault: "holds a Point without a property \"radius\" in metres, which would make it a circle")
      }
      let center = try rings.singlePosition()
      try rings.finish()
      return .circle(Circle(center: center, radius: radius))
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
  private func polygons(
    _ lengths: [UInt64], _ rings: inout GeobufRingReader
  ) throws(ProtobufReader.Malformed) -> [Polygon] {
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
