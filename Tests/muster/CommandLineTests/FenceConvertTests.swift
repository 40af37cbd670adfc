import Geodesy
import MusterJSON
import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct FenceConvertTests {
  private static let mixed = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"Yard","properties":{"kind":"yard","level":2},"geometry":{"type":"Polygon",
    "coordinates":[[[0,0],[1.25,0],[1,1],[0,0]]]}},
    {"type":"Feature","id":"Well","properties":{"radius":40},"geometry":{"type":"Point","coordinates":[3,4]}},
    {"type":"Feature","id":"Bow","properties":{},"geometry":{"type":"Polygon",
    "coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}}]}
    """

  @Test func writesWhatTheFormatHoldsAndReportsTheRest() throws {
    let test = TestContext(environment: [:], files: ["f.geojson": Self.mixed])
    #expect(test.run("fence", "convert", "f.geojson", "--to", "wkt") == .failure)
    #expect(test.output == "POLYGON ((0 0, 1.25 0, 1 1, 0 0))\n")
    let lines = test.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "f.geojson: feature 2 'Well': is a circle, which WKT can't say; GeoJSON and Geobuf can")
    #expect(lines[1].contains("feature 3 'Bow': Polygon[0][2]") && lines[1].contains("longitude 1, latitude 1"))
    #expect(lines[2] == "Wrote 1 of 3 features.")
    #expect(test.transport.calls.isEmpty)
  }

  @Test func keepsNamesPropertiesAndCirclesInGeobuf() throws {
    let test = TestContext(environment: [:], files: ["f.json": Self.mixed])
    #expect(test.run("fence", "convert", "f.json", "out.pbf", "--json") == .failure)
    let report = try JSON.parse(test.output)
    #expect(report["Features"] == 3 && report["Written"] == 2)
    #expect(report["Refused"]?.elements?.map { $0["GeofenceId"] } == ["Bow"])
    let features = try FeatureFormat.geobuf.read(try #require(test.written("out.pbf")))
    #expect(features.map(\.identifier) == ["Yard", "Well"])
    #expect(JSONValue.object(features[0].properties) == ["kind": "yard", "level": 2])
    #expect(
      try features[1].shape.get() == .circle(Circle(center: Coordinate(longitude: 3, latitude: 4), radius: 40)))
  }

  @Test func readsWellKnownTextLineByLine() {
    let text = "POLYGON ((0 0, 1 0, 0 1, 0 0))\nPOINT (1 2)\nMULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)))\n"
    let test = TestContext(environment: [:], files: ["f.wkt": text])
    #expect(test.run("fence", "convert", "f.wkt", "out.geojson") == .failure)
    #expect(test.output == "Wrote 2 of 3 features.\n")
    #expect(test.error.hasPrefix("f.wkt: feature 2: WKT character 32 begins a POINT"))
    let written = test.written("out.geojson").flatMap { try? JSON.parse($0) }
    #expect(
      written?["features"]?.elements?.compactMap { $0["geometry"]?["type"]?.text } == ["Polygon", "MultiPolygon"])
  }

  @Test func aFormatThatNothingTellsIsAUsageError() {
    let test = TestContext(environment: [:], files: ["f": Self.mixed])
    #expect(test.run("fence", "convert", "f", "--to", "wkt") == .usage)
    #expect(test.error.contains("--from"))
    #expect(TestContext(files: ["f.json": Self.mixed]).run("fence", "convert", "f.json") == .usage)
    #expect(TestContext(files: ["f.json": Self.mixed]).run("fence", "convert", "f.json", "out.txt") == .usage)
    #expect(
      TestContext(files: ["f": Self.mixed]).run("fence", "convert", "f", "--from", "geojson", "o.pbf") == .failure)
  }

  @Test func aTextThatIsNoneWritesNothing() {
    let test = TestContext(environment: [:], files: ["f.json": "{"])
    #expect(test.run("fence", "convert", "f.json", "out.wkt") == .failure)
    #expect(test.output.isEmpty && test.written("out.wkt") == nil)
    #expect(test.error.hasPrefix("muster: f.json: "))
  }
}
