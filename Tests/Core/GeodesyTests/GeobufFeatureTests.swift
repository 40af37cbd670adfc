import Geodesy
import MusterValues
import TestSupport
import Testing

/// Byte fixtures were written by the Python package geobuf 2.0.1.
@Suite struct GeobufFeatureTests {
  private static let triangle = Shape.polygon(Polygon(rings: [GeobufTests.ring((0, 0), (1.5, 0), (0, 1.25), (0, 0))]))
  private static let circle = Shape.circle(Circle(center: Coordinate(longitude: 8.5, latitude: 47.25), radius: 0.1))

  @Test func readsIdsAndPropertiesOfEveryFeature() throws {
    let one = try #require(Geobuf.read(GeobufTests.bytes(GeobufTests.fixtures[5].0)).first)
    #expect(one.path.isEmpty && one.identifier == "a" && one.properties.map(\.name) == ["name", "n"])
    #expect(JSONValue.object(one.properties) == ["name": "x", "n": 3])
    let all = Geobuf.read(GeobufTests.bytes(GeobufTests.fixtures[6].0))
    #expect(all.map(\.path) == ["features[0]"])
    #expect(try all[0].shape.get() == .polygon(GeobufTests.single))
    // A bare geometry is a feature without a name.
    let bare = Geobuf.read(GeobufTests.bytes(GeobufTests.fixtures[0].0))
    #expect(bare.count == 1 && bare[0].identifier == nil && bare[0].properties.isEmpty)
  }

  @Test func writesWhatItReads() throws {
    let properties: [JSONValue.Member] = [
      .init("name", "Tor é"), .init("level", -7), .init("height", 2.5), .init("big", .integer(.max)),
      .init("least", .integer(.min)), .init("open", true), .init("tags", ["a", 1]), .init("none", .null),
      .init("", "empty name"), .init("name", "twice"),
    ]
    let features = [
      GeoJSONFeature(identifier: "Gate", properties: properties, shape: .success(Self.triangle)),
      GeoJSONFeature(shape: .failure(ShapeError(.malformed, path: "x", "is left out"))),
      GeoJSONFeature(identifier: "\u{212B}", shape: .success(Self.circle)),
      GeoJSONFeature(
        properties: [.init("radius", 5), .init("level", 3)], shape: .success(.multiPolygon([GeobufTests.holed]))),
    ]
    let bytes = try #require(Geobuf.encode(features: features))
    let texts: [String: JSONValue] = [#"["a",1]"#: ["a", 1], "null": .null]
    let read = Geobuf.read(bytes) { texts[$0] }
    #expect(read.map(\.identifier) == ["Gate", "\u{212B}", nil])
    #expect(read.map { try? $0.shape.get() } == [Self.triangle, Self.circle, .multiPolygon([GeobufTests.holed])])
    #expect(read.map(\.path) == ["features[0]", "features[1]", "features[2]"])
    #expect(JSONValue.object(read[0].properties) == .object(properties))
    #expect(JSONValue.object(read[1].properties) == ["radius": 0.1])
    #expect(JSONValue.object(read[2].properties) == ["radius": 5, "level": 3])
    // Without a reader of JSON its text stays.
    #expect(JSONValue.object(Geobuf.read(bytes)[0].properties)["tags"] == #"["a",1]"#)
  }

  @Test func oneFaultSpoilsOneFeature() throws {
    let features = [
      GeoJSONFeature(identifier: "a", shape: .success(Self.triangle)),
      GeoJSONFeature(identifier: "b", properties: [.init("radius", 7)], shape: .success(Self.circle)),
      GeoJSONFeature(identifier: "c", shape: .success(Self.triangle)),
    ]
    var bytes = try #require(Geobuf.encode(features: features))
    // The key "radius" renamed leaves the Point without one.
    let key = try #require(bytes.firstRange(of: Array("radius".utf8)))
    bytes.replaceSubrange(key, with: Array("Radius".utf8))
    let read = Geobuf.read(bytes)
    #expect(read.map(\.identifier) == ["a", "b", "c"])
    guard case .failure(let error) = read[1].shape else {
      return #expect(Bool(false), "a Point without radius was read")
    }
    #expect(error.code == .unsupported && error.path == "features[1]" && error.message.contains("radius"))
    #expect((try? read[0].shape.get()) != nil && (try? read[2].shape.get()) != nil)
    // A property that names no value spoils its feature: the last number is the value's place.
    let named = GeoJSONFeature(properties: [.init("n", 1)], shape: .success(Self.triangle))
    var short = try #require(Geobuf.encode(features: [named]))
    #expect((try? Geobuf.read(short)[0].shape.get()) != nil)
    short[short.count - 1] = 5
    #expect((try? Geobuf.read(short)[0].shape.get()) == nil)
  }

  @Test func asManyDigitsAsTheCoordinatesNeed() throws {
    for (number, digits) in [(0.0, 0), (1.5, 1), (-8.123, 3), (47.123456789, 9), (0.1 + 0.2, 15)] {
      let shape = Shape.circle(Circle(center: Coordinate(longitude: number, latitude: 3), radius: 1))
      let bytes = try #require(Geobuf.encode(features: [GeoJSONFeature(shape: .success(shape))]))
      // The precision is field 3, after the one key and field 2.
      #expect(Array(bytes.dropFirst(8).prefix(4)) == [0x10, 2, 0x18, UInt8(digits)])
      if digits < 15 { #expect(try Geobuf.read(bytes)[0].shape.get() == shape) }
    }
    let feature = GeoJSONFeature(shape: .success(Self.triangle))
    #expect(Geobuf.encode(features: [feature], precision: 16) == nil)
    #expect(Geobuf.encode(features: [feature], precision: -1) == nil)
    let rounded = try #require(Geobuf.encode(features: [feature], precision: 1))
    #expect(
      try Geobuf.read(rounded)[0].shape.get()
        == .polygon(Polygon(rings: [GeobufTests.ring((0, 0), (1.5, 0), (0, 1.3), (0, 0))])))
  }

  @Test func writesNothingThatCouldNotBeRead() {
    let rings: [[Coordinate]] = [
      GeobufTests.ring((0, 0), (1, 0), (1, 1)), GeobufTests.ring((0, 0), (.nan, 0), (0, 0)),
      GeobufTests.ring((0, 0), (1e300, 0), (0, 0)),
    ]
    for ring in rings {
      let shape = Shape.polygon(Polygon(rings: [ring]))
      #expect(Geobuf.encode(shape) == nil)
      #expect(Geobuf.encode(features: [GeoJSONFeature(shape: .success(shape))]) == nil)
    }
    #expect(Geobuf.encode(.polygon(Polygon(rings: [])), precision: -1) == nil)
    #expect(Geobuf.read(Geobuf.encode(features: []) ?? [0]).isEmpty)
  }

  @Test func damageNeverTraps() throws {
    var random = SeededRandom(seed: 12)
    let whole = try #require(
      Geobuf.encode(features: [
        GeoJSONFeature(
          identifier: "Gate", properties: [.init("n", 2.5), .init("t", "x")], shape: .success(Self.triangle)),
        GeoJSONFeature(identifier: "Well", shape: .success(Self.circle)),
      ]))
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for feature in Geobuf.read(bytes) {
        if (try? feature.shape.get()) == nil { refused += 1 } else { read += 1 }
      }
    }
    #expect(read > 1000 && refused > 1000)
  }
}
