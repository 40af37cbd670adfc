internal import AmazonLocation
internal import Geodesy
internal import MusterStorage
internal import MusterValues

extension FenceRecord {
  var row: CatalogRow {
    var writer = ByteWriter(reserving: 256)
    writer.byte(1)
    writer.unsigned(UInt64(collection))
    writer.text(id)
    writer.geometry(geometry)
    writer.properties(properties)
    writer.time(created)
    writer.time(updated)
    writer.flag(isReplaced)
    return CatalogRow(kind: CatalogKind.fence, key: Int64(number), body: writer.bytes)
  }

  /// Prepares the shape anew from the geometry as it was put.
  init(number: Int32, body: [UInt8]) throws {
    var reader = try ByteReader(form: body)
    let collection = try reader.number32()
    let id = try reader.identifier()
    let geometry = try reader.geometry()
    self.init(
      number: number, collection: collection, id: id, geometry: geometry, shape: try geometry.prepared(),
      properties: try reader.properties(), created: try reader.time(), updated: try reader.time(),
      isReplaced: try reader.flag())
  }
}

extension GeofenceGeometry {
  /// The shape that this geometry describes. It was checked when it was put, so only the widest limits apply here.
  func prepared() throws(ShapeError) -> PreparedShape {
    let shape: Shape
    switch self {
    case .polygon(let rings): shape = .polygon(Polygon(rings: rings))
    case .multiPolygon(let polygons): shape = .multiPolygon(polygons.map { Polygon(rings: $0) })
    case .circle(let center, let radius): shape = .circle(Circle(center: center, radius: radius))
    case .geobuf(let bytes): shape = try Geobuf.decode(bytes)
    }
    return try PreparedShape(validating: shape, rules: .geobuf)
  }
}

extension ByteWriter {
  private mutating func ring(_ ring: [Coordinate]) {
    unsigned(UInt64(ring.count))
    for place in ring {
      double(place.longitude)
      double(place.latitude)
    }
  }

  private mutating func rings(_ rings: [[Coordinate]]) {
    unsigned(UInt64(rings.count))
    for ring in rings { self.ring(ring) }
  }

  mutating func geometry(_ geometry: GeofenceGeometry) {
    switch geometry {
    case .polygon(let rings):
      byte(1)
      self.rings(rings)
    case .multiPolygon(let polygons):
      byte(2)
      unsigned(UInt64(polygons.count))
      for polygon in polygons { rings(polygon) }
    case .circle(let center, let radius):
      byte(3)
      double(center.longitude)
      double(center.latitude)
      double(radius)
    case .geobuf(let bytes):
      byte(4)
      blob(bytes)
    }
  }
}

extension ByteReader {
  private mutating func place() throws(Damage) -> Coordinate {
    Coordinate(longitude: try double(), latitude: try double())
  }

  private mutating func rings() throws(Damage) -> [[Coordinate]] {
    var rings: [[Coordinate]] = []
    for _ in 0..<(try count()) {
      var ring: [Coordinate] = []
      for _ in 0..<(try count(ofAtLeast: 16)) { ring.append(try place()) }
      rings.append(ring)
    }
    return rings
  }

  mutating func geometry() throws(Damage) -> GeofenceGeometry {
    switch try byte() {
    case 1: return .polygon(try rings())
    case 2:
      var polygons: [[[Coordinate]]] = []
      for _ in 0..<(try count()) { polygons.append(try rings()) }
      return .multiPolygon(polygons)
    case 3:
      let center = try place()
      return .circle(center: center, radius: try double())
    case 4: return .geobuf(try blob())
    default: throw Damage(offset: offset - 1)
    }
  }
}
