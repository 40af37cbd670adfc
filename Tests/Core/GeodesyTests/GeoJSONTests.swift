import Geodesy
import MusterValues
import Testing

@Suite struct GeoJSONTests {
  private static let square: JSONValue = [[[0, 0], [1, 0], [1, 1], [0, 1.5], [0, 0]]]
  private static let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 1.5), (0, 0)].map {
    Coordinate(longitude: $0.0, latitude: $0.1)
  }
  private static let polygon = Shape.polygon(Polygon(rings: [ring]))

  @Test func oneFaultSpoilsOneFeature() throws {
    let features = GeoJSON.read([
      "type": "FeatureCollection",
      "features": [
        [
          "type": "Feature", "id": "a", "properties": ["name": "A"],
          "geometry": ["type": "Polygon", "coordinates": Self.square],
        ],
        ["type": "Feature", "id": 7, "properties": .null, "geometry": .null],
        [
          "type": "Feature", "properties": ["id": "c", "radius": 50],
          "geometry": ["type": "Point", "coordinates": [1, 2, 3]],
        ],
        ["type": "Feature", "geometry": ["type": "Polygon", "coordinates": [[[0, 0], ["x", 0]]]]],
        ["type": "Feature", "geometry": ["type": "MultiPolygon", "coordinates": .array([Self.square])]],
        ["type": "Feature", "geometry": ["type": "LineString", "coordinates": [[0, 0], [1, 1]]]],
        ["type": "Feature", "geometry": ["type": "GeometryCollection", "geometries": []]],
        ["type": "Feature", "geometry": ["type": "Point", "coordinates": [1, 2]]],
        5,
      ],
    ])
    #expect(features.map(\.identifier) == ["a", "7", "c", nil, nil, nil, nil, nil, nil])
    #expect(
      features.map { try? $0.shape.get() }.map { $0 != nil } == [
        true, false, true, false, true, false, false, false, false,
      ])
    #expect(features[0].name == "A")
    #expect(try features[0].shape.get() == Self.polygon)
    #expect(
      try features[2].shape.get() == .circle(Circle(center: Coordinate(longitude: 1, latitude: 2), radius: 50)))
    #expect(try features[4].shape.get() == .multiPolygon([Polygon(rings: [Self.ring])]))
    func failure(_ index: Int) -> ShapeError? {
      if case .failure(let error) = features[index].shape { error } else { nil }
    }
    #expect(failure(1)?.path == "features[1].geometry")
    #expect(failure(3)?.path == "features[3].geometry.coordinates[0][1]")
    #expect([5, 6, 7].allSatisfy { failure($0)?.code == .unsupported })
    #expect(failure(8)?.path == "features[8]")
  }

  @Test func readsABareGeometryAndRefusesOtherTexts() {
    #expect(GeoJSON.read(["type": "Polygon", "coordinates": Self.square]).count == 1)
    for text: JSONValue in [.null, [:], ["type": "Nonsense"], ["type": "FeatureCollection"], ["type": "Polygon"]] {
      let features = GeoJSON.read(text)
      #expect(features.count == 1)
      #expect(throws: ShapeError.self) { try features[0].shape.get() }
    }
  }

  @Test func hintsAtSwappedAxes() {
    let swapped: JSONValue = ["type": "Polygon", "coordinates": [[[40, -100], [41, -100], [41, -99], [40, -100]]]]
    #expect(GeoJSON.read(swapped)[0].hint?.contains("swapped") == true)
    #expect(GeoJSON.read(["type": "Polygon", "coordinates": Self.square])[0].hint == nil)
  }

  @Test func readsWhatItWrites() throws {
    let shapes: [Shape] = [
      Self.polygon, .multiPolygon([Polygon(rings: [Self.ring, Self.ring])]),
      .circle(Circle(center: Coordinate(longitude: -180, latitude: 0.1), radius: 12.5)),
    ]
    for shape in shapes {
      let feature = GeoJSON.feature(shape, identifier: "x", properties: [.init("name", "n"), .init("radius", 1)])
      let back = try #require(GeoJSON.read(feature).first)
      #expect(try back.shape.get() == shape)
      #expect(back.identifier == "x" && back.name == "n")
    }
  }
}
