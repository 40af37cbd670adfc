import MusterJSON
import MusterRuntime
import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct FenceImportTests {
  private static func square(_ id: String, _ properties: String = "{}") -> String {
    """
    {"type":"Feature","id":"\(id)","properties":\(properties),"geometry":{"type":"Polygon",
    "coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}
    """
  }

  private static func collection(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
  }

  private static let mixed = collection([
    square("A", #"{"kind":"yard","level":2,"text":"a much too long value for the property of a geofence"}"#),
    square("B b"), square("A"),
    #"{"type":"Feature","id":"Open","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}}"#,
    #"{"type":"Feature","properties":{"name":"Round","radius":25},"geometry":{"type":"Point","coordinates":[3,4]}}"#,
    #"{"type":"Feature","id":"Line","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#,
  ])

  @Test func aDryRunReportsEveryPlaceAndSendsNothing() throws {
    let test = TestContext(environment: [:], files: ["f": Self.mixed])
    #expect(test.run("fence", "import", "f", "--dry-run") == .failure)
    #expect(test.output == "2 of 7 features can be put.\n")
    let lines = test.error.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0] == "f: feature 2 'B b': the id must be 1 to 100 letters, digits, '-', '.' and '_'")
    #expect(lines[1] == "f: feature 3 'A': an earlier feature has the same id")
    #expect(lines[2].hasPrefix("f: feature 4 'Open': Polygon[0]"))
    #expect(lines[3].hasPrefix("f: feature 6 'Line': "))
    #expect(lines[4] == "f: feature 7: has no id and no name")
    #expect(test.transport.calls.isEmpty)
  }

  @Test func putsWhatCanBePut() throws {
    let test = TestContext(
      files: ["f": Self.mixed], transport: TestTransport { _ in .json(#"{"Errors":[],"Successes":[]}"#) })
    #expect(test.run("fence", "import", "f", "--collection", "C", "--json") == .failure)
    let report = try JSON.parse(test.output)
    #expect(report["Put"] == 2)
    #expect(report["Features"] == 7)
    #expect(report["Refused"]?.elements?.compactMap { $0["Feature"]?.integer } == [2, 3, 4, 6, 7])
    let call = try #require(test.transport.calls.first)
    #expect((test.transport.calls.count, call.target) == (1, "/geofencing/v0/collections/C/put-geofences"))
    let entries = try JSON.parse(call.body)["Entries"]
    #expect(
      entries == [
        [
          "GeofenceId": "A", "Geometry": ["Polygon": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]],
          "GeofenceProperties": ["kind": "yard", "level": "2"],
        ],
        ["GeofenceId": "Round", "Geometry": ["Circle": ["Center": [3, 4], "Radius": 25]]],
      ])
  }

  @Test func sendsTenAtATime() throws {
    let test = TestContext(
      files: ["f": Self.collection((0..<25).map { Self.square("f\($0)") })],
      transport: TestTransport { _ in .json(#"{"Errors":[]}"#) })
    #expect(test.run("fence", "import", "f", "--collection", "C") == .success)
    #expect(test.output == "Put 25 of 25 features.\n")
    let sizes = try test.transport.calls.map { try JSON.parse($0.body)["Entries"]?.elements?.count }
    #expect(sizes == [10, 10, 5])
  }

  @Test func anItemThatTheServerRefusesIsNamed() {
    let test = TestContext(
      files: ["f": Self.collection([Self.square("a"), Self.square("b")])],
      transport: TestTransport { _ in
        .json(#"{"Errors":[{"GeofenceId":"b","Error":{"Code":"ValidationError","Message":"no"}}]}"#)
      })
    #expect(test.run("fence", "import", "f", "--collection", "C") == .failure)
    #expect(test.output == "Put 1 of 2 features.\n")
    #expect(test.error == "f: feature 2 'b': no\n")
  }

  /// One entry breaks a constraint and so fails its whole request: the others are put one by one.
  @Test func aRequestThatFailsForOneItemIsTakenApart() {
    let test = TestContext(
      files: ["f": Self.collection(["a", "b", "c"].map { Self.square($0) })],
      transport: TestTransport { call in
        call.text.contains(#""b""#)
          ? .json(#"{"message":"bad"}"#, status: 400, type: "ValidationException") : .json("{}")
      })
    #expect(test.run("fence", "import", "f", "--collection", "C") == .failure)
    #expect(test.output == "Put 2 of 3 features.\n")
    #expect(test.error == "f: feature 2 'b': BatchPutGeofence: ValidationException: bad\n")
    #expect(test.transport.calls.count == 4)
  }

  @Test func otherFailuresEndIt() {
    let test = TestContext(
      files: ["f": Self.collection(["a", "b"].map { Self.square($0) })],
      transport: TestTransport { _ in .json("{}", status: 500) })
    #expect(test.run("fence", "import", "f", "--collection", "C") == .failure)
    #expect(test.transport.calls.count == 1)
    let missing = TestContext()
    #expect(missing.run("fence", "import", "f", "--collection", "C") == .failure)
    #expect(missing.error == "muster: can't read f\n")
    let broken = TestContext(files: ["f": "{"])
    #expect(broken.run("fence", "import", "f", "--collection", "C") == .failure)
  }

  @Test(arguments: [
    ("a", true), ("Ünï-2._", true), ("東京", true), ("", false), ("a b", false), ("a/b", false), ("a:b", false),
    ("👍", false),
  ])
  func knowsNames(_ text: String, _ isName: Bool) {
    #expect(FenceImportPlan.isName(text) == isName)
    #expect(FenceImportPlan.isName(String(repeating: "x", count: 100)))
    #expect(!FenceImportPlan.isName(String(repeating: "x", count: 101)))
  }
}

@Suite struct FencePutTests {
  @Test func putsACircleAndAPolygon() {
    let test = TestContext()
    #expect(
      test.run("fence", "put", "F", "--collection", "C", "--circle", "-1.5,2,30", "--property", "a=b") == .success)
    #expect(test.run("fence", "put", "F", "--collection", "C", "--polygon", "0,0 1,0 1,1") == .success)
    #expect(
      test.transport.calls.map(\.text) == [
        #"{"Geometry":{"Circle":{"Center":[-1.5,2],"Radius":30}},"GeofenceProperties":{"a":"b"}}"#,
        #"{"Geometry":{"Polygon":[[[0,0],[1,0],[1,1],[0,0]]]}}"#,
      ])
    #expect(test.transport.calls.allSatisfy { $0.method == "PUT" })
  }
}
