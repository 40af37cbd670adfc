internal import MusterValues

/// Turns the bytes of a Geobuf data message into shapes and features.
struct GeobufDecoder {
  typealias Malformed = ProtobufReader.Malformed

  private var scale = 1e6
  private var dimensions = 2
  private var keys: [String] = []
  private var content: (number: UInt64, bytes: ArraySlice<UInt8>)?

  /// The polygon or multipolygon of the one geometry, feature or collection of one.
  func shape(of bytes: ArraySlice<UInt8>) throws(Malformed) -> Shape {
    let message = try message(bytes)
    let features = try message.featureBytes()
    guard let features else { return try message.geometry(message.content?.bytes ?? []).shape(radius: nil) }
    guard features.count == 1 else {
      throw Malformed(fault: "holds \(features.count) features; a fence is exactly one")
    }
    return try message.geometry(message.geometryBytes(features[0])).shape(radius: nil)
  }

  /// Every feature; a bare geometry counts as one.
  func features(of bytes: ArraySlice<UInt8>, json: (String) -> JSONValue?) throws(Malformed) -> [GeoJSONFeature] {
    let message = try message(bytes)
    guard let features = try message.featureBytes() else {
      let shape = try message.geometry(message.content?.bytes ?? []).shape(radius: nil)
      return [GeoJSONFeature(shape: .success(shape))]
    }
    let isCollection = message.content?.number == 4
    return features.enumerated().map { index, bytes in
      let path = isCollection ? "features[\(index)]" : ""
      do throws(Malformed) {
        return try message.feature(bytes, path: path, json: json)
      } catch {
        return GeoJSONFeature(path: path, shape: .failure(error.shapeError(path: path.isEmpty ? "Geobuf" : path)))
      }
    }
  }

  private func message(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> GeobufDecoder {
    var settings = self
    var reader = ProtobufReader(bytes)
    while !reader.isAtEnd {
      switch try reader.field() {
      case (1, .bytes(let bytes)): settings.keys.append(try Self.text(bytes))
      case (2, .varint(let value)):
        guard (2...4).contains(value) else { throw Malformed(fault: "has a number of dimensions other than 2 to 4") }
        settings.dimensions = Int(value)
      case (3, .varint(let value)):
        guard value <= 15 else { throw Malformed(fault: "has a precision of more than 15 digits") }
        settings.scale = GeobufGeometry.power(of: Int(value))
      case (let number, .bytes(let bytes)) where (4...6).contains(number): settings.content = (number, bytes)
      default: break
      }
    }
    guard settings.content != nil else { throw Malformed(fault: "holds no geometry") }
    return settings
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(fault: "has a text that is not UTF-8")
    }
    return text
  }

  /// The messages of the features; nil when the data is a bare geometry.
  private func featureBytes() throws(Malformed) -> [ArraySlice<UInt8>]? {
    guard let content, content.number != 6 else { return nil }
    if content.number == 5 { return [content.bytes] }
    var reader = ProtobufReader(content.bytes)
    var features: [ArraySlice<UInt8>] = []
    while !reader.isAtEnd {
      if case (1, .bytes(let bytes)) = try reader.field() { features.append(bytes) }
    }
    return features
  }

  private func geometryBytes(_ feature: ArraySlice<UInt8>) throws(Malformed) -> ArraySlice<UInt8> {
    var reader = ProtobufReader(feature)
    var geometry: ArraySlice<UInt8>?
    while !reader.isAtEnd {
      if case (1, .bytes(let bytes)) = try reader.field() { geometry = bytes }
    }
    guard let geometry else { throw Malformed(fault: "holds a feature without geometry") }
    return geometry
  }

  private func feature(
    _ bytes: ArraySlice<UInt8>, path: String, json: (String) -> JSONValue?
  ) throws(Malformed) -> GeoJSONFeature {
    var identifier: Identifier?
    var values: [JSONValue] = []
    var pairs: [UInt64] = []
    var reader = ProtobufReader(bytes)
    while !reader.isAtEnd {
      switch try reader.field() {
      case (11, .bytes(let bytes)): identifier = Identifier(try Self.text(bytes))
      case (12, .varint(let value)): identifier = Identifier(String(ProtobufReader.zigzag(value)))
      case (13, .bytes(let bytes)): values.append(try Self.value(bytes, json))
      case (14, .bytes(let bytes)): pairs += try ProtobufReader.packed(bytes)
      case (14, .varint(let value)): pairs.append(value)
      default: break
      }
    }
    var properties: [JSONValue.Member] = []
    for start in stride(from: 0, to: pairs.count, by: 2) {
      guard start + 1 < pairs.count, pairs[start] < UInt64(keys.count), pairs[start + 1] < UInt64(values.count) else {
        throw Malformed(fault: "has a property whose name or value is missing")
      }
      properties.append(.init(keys[Int(pairs[start])], values[Int(pairs[start + 1])]))
    }
    let named = JSONValue.object(properties)
    let shape: Result<Shape, ShapeError>
    do throws(Malformed) {
      shape = .success(try geometry(geometryBytes(bytes)).shape(radius: named["radius"]?.double))
    } catch {
      shape = .failure(error.shapeError(path: path.isEmpty ? "Geobuf" : path))
    }
    return GeoJSONFeature(
      path: path, identifier: identifier ?? Identifier(featureID: named["id"]), properties: properties, shape: shape)
  }

  private static func value(
    _ bytes: ArraySlice<UInt8>, _ json: (String) -> JSONValue?
  ) throws(Malformed) -> JSONValue {
    var reader = ProtobufReader(bytes)
    var value = JSONValue.null
    while !reader.isAtEnd {
      switch try reader.field() {
      case (1, .bytes(let bytes)): value = .string(try text(bytes))
      case (2, .fixed64(let bits)): value = .number(Double(bitPattern: bits))
      case (3, .varint(let number)): value = Int64(exactly: number).map { .integer($0) } ?? .number(Double(number))
      case (4, .varint(let number)):
        value = Int64(exactly: number).map { .integer(-$0) } ?? .number(-Double(number))
      case (5, .varint(let flag)): value = .bool(flag != 0)
      case (6, .bytes(let bytes)):
        let text = try text(bytes)
        value = json(text) ?? .string(text)
      default: break
      }
    }
    return value
  }

  private func geometry(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> GeobufGeometryMessage {
    try GeobufGeometryMessage(bytes, dimensions: dimensions, scale: scale)
  }
}
