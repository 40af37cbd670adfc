/// Sums up the differences of one ring after another.
struct GeobufRingReader {
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

  /// The one position of a point.
  mutating func singlePosition() throws(ProtobufReader.Malformed) -> Coordinate {
    let places = try ring(1)
    return places[0]
  }

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
