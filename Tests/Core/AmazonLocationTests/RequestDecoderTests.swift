import AmazonLocation
import Geodesy
import MusterJSON
import MusterValues
import Testing

@Suite struct RequestDecoderTests {
  let decoder = RequestDecoder(rules: .amazon, geobufRules: .geobuf)

  private func decode(
    _ operation: LocationOperation, _ body: String = "{}", path: [(String, String)] = [],
    query: [(String, String)] = []
  ) throws -> LocationRequest {
    try decoder.decode(
      operation,
      RequestInput(
        pathParameters: path.map { ($0.0, $0.1) }, queryItems: query.map { ($0.0, $0.1) }, body: try JSON.parse(body)))
  }

  private func refusal(
    _ operation: LocationOperation, _ body: String = "{}", path: [(String, String)] = []
  ) throws -> ServiceError {
    try #require(throws: ServiceError.self) { try decode(operation, body, path: path) }
  }

  /// Clients resolve such segments before they sign, so that a name would vanish from its own path.
  @Test(arguments: [".", ".."])
  func refusesNamesThatAPathDrops(_ name: String) throws {
    let body = #"{"TrackerName":"\#(name)","CollectionName":"\#(name)"}"#
    #expect(try refusal(.createTracker, body).fields.map(\.name) == ["TrackerName"])
    #expect(try refusal(.createGeofenceCollection, body).fields.map(\.name) == ["CollectionName"])
    #expect(try refusal(.deleteTracker, path: [("TrackerName", name)]).fields.map(\.name) == ["TrackerName"])
    let geofence = try refusal(.getGeofence, path: [("CollectionName", "C"), ("GeofenceId", name)])
    #expect(geofence.code == .validation && geofence.reason == .fieldValidationFailed)
    #expect(geofence.fields.map(\.name) == ["GeofenceId"])
    let update = #"{"Updates":[{"DeviceId":"\#(name)","SampleTime":"2024-01-01T00:00:00Z","Position":[1,2]}]}"#
    let device = try refusal(.batchUpdateDevicePosition, update, path: [("TrackerName", "T")])
    #expect(device.fields.map(\.name) == ["Updates[0].DeviceId"])
    for longer in [name + "a", "..."] {
      _ = try decode(.createTracker, #"{"TrackerName":"\#(longer)"}"#)
    }
  }

  @Test func readsATracker() throws {
    let request = try decode(
      .createTracker,
      """
      {"TrackerName":"T","Description":"d","PositionFiltering":"AccuracyBased","EventBridgeEnabled":true,
       "KmsKeyId":"k","KmsKeyEnableGeospatialQueries":true,"Tags":{"b":"2","a":"1"},"PricingPlan":"RequestBasedUsage",
       "PricingPlanDataSource":null,"Unknown":{"x":[1]}}
      """)
    guard case .createTracker(let settings) = request else { throw Unexpected() }
    var expected = TrackerSettings(name: "T")
    expected.description = "d"
    expected.positionFiltering = .accuracyBased
    expected.isEventBridgeEnabled = true
    expected.kmsKeyID = "k"
    expected.isKmsKeyGeospatialQueriesEnabled = true
    expected.tags = PropertyMap([("a", "1"), ("b", "2")])
    #expect(settings == expected)
  }

  @Test func defaultsOfATrackerAreAmazons() throws {
    guard case .createTracker(let settings) = try decode(.createTracker, #"{"TrackerName":"T"}"#) else {
      throw Unexpected()
    }
    #expect(settings == TrackerSettings(name: "T"))
    #expect(settings.positionFiltering == .timeBased)
  }

  @Test func absentChangesStayAbsent() throws {
    guard
      case .updateTracker("T", let changes) = try decode(
        .updateTracker, #"{"Description":"","EventBridgeEnabled":null}"#, path: [("TrackerName", "T")])
    else { throw Unexpected() }
    var expected = TrackerChanges()
    expected.description = ""
    #expect(changes == expected)
  }

  @Test func namesEveryFault() throws {
    let error = try refusal(
      .batchUpdateDevicePosition,
      """
      {"Updates":[
        {"DeviceId":"ok","SampleTime":"2024-01-01T00:00:00Z","Position":[1,2]},
        {"DeviceId":"not ok","SampleTime":"2024-01-01T00:00:00Z","Position":[1]},
        {"SampleTime":"2024-01-01T00:00:00Z","Position":[1,2],"Accuracy":{"Horizontal":-1}},
        {"DeviceId":"a","SampleTime":"2024-01-01T00:00:00Z","Position":[1,2],"PositionProperties":{"":"x"}}]}
      """, path: [("TrackerName", "bad name!")])
    #expect(error.code == .validation)
    #expect(error.reason == .fieldValidationFailed)
    #expect(
      error.fields.map(\.name) == [
        "TrackerName", "Updates[1].DeviceId", "Updates[1].Position", "Updates[2].DeviceId",
        "Updates[2].Accuracy.Horizontal", "Updates[3].PositionProperties[0]",
      ])
    #expect(error.message.hasPrefix("Input validation failed: TrackerName: "))
    #expect(error.message.hasSuffix("and 3 more"))
  }

  @Test(arguments: [
    (#"{"Updates":[{"DeviceId":"a","SampleTime":1704067200,"Position":[1,2]}]}"#, "Updates[0].SampleTime"),
    (#"{"Updates":[{"DeviceId":"a","SampleTime":"yesterday","Position":[1,2]}]}"#, "Updates[0].SampleTime"),
    (#"{"Updates":[{"DeviceId":7,"SampleTime":"2024-01-01T00:00:00Z","Position":[1,2]}]}"#, "Updates[0].DeviceId"),
    (
      #"{"Updates":[{"DeviceId":"a","SampleTime":"2024-01-01T00:00:00Z","Position":["1",2]}]}"#,
      "Updates[0].Position[0]"
    ),
    (#"{"Updates":{}}"#, "Updates"), ("[]", "body"), ("null", "body"), (#""x""#, "body"),
  ])
  func wrongKindsCannotBeParsed(_ body: String, _ field: String) throws {
    let error = try refusal(.batchUpdateDevicePosition, body, path: [("TrackerName", "T")])
    #expect(error.reason == .cannotParse)
    #expect(error.fields.map(\.name) == [field])
  }

  @Test func missingMembersAreMissing() throws {
    let error = try refusal(.putGeofence, "{}", path: [("CollectionName", "C"), ("GeofenceId", "G")])
    #expect(error.reason == .missing)
    #expect(error.fields.map(\.name) == ["Geometry"])
  }

  @Test func faultsAreBoundedAndTellNoPosition() throws {
    let positions = Array(repeating: #"["secret-place",12.3456789]"#, count: 5000).joined(separator: ",")
    let error = try refusal(
      .putGeofence, #"{"Geometry":{"Polygon":[[\#(positions)]]}}"#,
      path: [("CollectionName", "C"), ("GeofenceId", "G")])
    #expect(error.fields.count == 50)
    #expect(!"\(error.message) \(error.fields)".contains("12.3"))
    #expect(!"\(error.message) \(error.fields)".contains("secret-place"))
  }

  @Test func rangesOfPositionsAreTheItemsBusiness() throws {
    guard
      case .batchUpdateDevicePosition("T", let updates) = try decode(
        .batchUpdateDevicePosition,
        #"{"Updates":[{"DeviceId":"a","SampleTime":"2024-01-01T00:00:00.1239Z","Position":[1000,-91]}]}"#,
        path: [("TrackerName", "T")])
    else { throw Unexpected() }
    #expect(updates.first?.position == Coordinate(longitude: 1000, latitude: -91))
    #expect(updates.first?.sampleTime.iso8601 == "2024-01-01T00:00:00.123Z")
  }

  @Test func identifiersCountCodePoints() throws {
    let longest = String(repeating: "\u{20000}", count: 100)
    _ = try decode(.getDevicePosition, path: [("TrackerName", "T"), ("DeviceId", longest)])
    let error = try refusal(.getDevicePosition, path: [("TrackerName", "T"), ("DeviceId", longest + "a")])
    #expect(error.fields.map(\.name) == ["DeviceId"])
  }

  @Test func canonicallyEqualIdentifiersStayApart() throws {
    guard
      case .batchGetDevicePosition(_, let devices) = try decode(
        .batchGetDevicePosition, #"{"DeviceIds":["\u00c5","\u212b","\u00c5"]}"#, path: [("TrackerName", "T")])
    else { throw Unexpected() }
    #expect(devices.map(\.bytes) == [[0xC3, 0x85], [0xE2, 0x84, 0xAB]])
  }

  static let square = "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]"

  @Test(arguments: [
    ("{}", "Geometry"), (#"{"Polygon":\#(square),"Circle":{"Center":[0,0],"Radius":5}}"#, "Geometry"),
    (#"{"Circle":{"Center":[0,0],"Radius":0}}"#, "Circle.Radius"),
    (#"{"Circle":{"Center":[0,0],"Radius":100001}}"#, "Circle.Radius"),
    (#"{"Circle":{"Center":[0,91],"Radius":10}}"#, "Circle.Center"),
    (#"{"Circle":{"Radius":10}}"#, "Circle.Center"), (#"{"Polygon":[[[0,0],[1,0],[1,1],[0,1]]]}"#, "Polygon[0]"),
    (#"{"Polygon":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}"#, "Polygon[0]"), (#"{"Geobuf":"AAAA"}"#, "Geobuf"),
    (#"{"Geobuf":"***"}"#, "Geobuf"), (#"{"Polygon":[[[0,0],[1,0],[1,1]]]}"#, "Polygon[0]"),
    (#"{"MultiPolygon":[]}"#, "MultiPolygon"), (#""x""#, "Geometry"),
  ])
  func wrongGeometryIsRefused(_ geometry: String, _ place: String) throws {
    let error = try refusal(
      .putGeofence, #"{"Geometry":\#(geometry)}"#, path: [("CollectionName", "C"), ("GeofenceId", "G")])
    #expect(error.code == .validation)
    #expect(error.fields.first?.name.contains(place) == true, "\(error.fields)")
  }

  @Test func aBatchGoesOnPastWrongGeometry() throws {
    let entries = """
      {"Entries":[{"GeofenceId":"a","Geometry":{"Polygon":\(Self.square)}},
        {"GeofenceId":"b","Geometry":{"Polygon":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}},
        {"GeofenceId":"c","Geometry":{"Circle":{"Center":[5,5],"Radius":100}},"GeofenceProperties":{"k":"v"}}]}
      """
    guard
      case .batchPutGeofence("C", let batch) = try decode(.batchPutGeofence, entries, path: [("CollectionName", "C")])
    else { throw Unexpected() }
    #expect(batch.map(\.id) == ["a", "b", "c"])
    #expect(batch.map { (try? $0.outcome.get()) != nil } == [true, false, true])
    guard case .failure(let error) = batch[1].outcome else { throw Unexpected() }
    #expect(error.code == .validation)
    let circle = try batch[2].outcome.get()
    #expect(circle.geometry == .circle(center: Coordinate(longitude: 5, latitude: 5), radius: 100))
    #expect(circle.properties == PropertyMap([("k", "v")]))
  }

  @Test func oneGeofenceTwiceInABatchIsRefused() throws {
    let entry = #"{"GeofenceId":"a","Geometry":{"Polygon":\#(Self.square)}}"#
    let error = try refusal(
      .batchPutGeofence, #"{"Entries":[\#(entry),\#(entry)]}"#, path: [("CollectionName", "C")])
    #expect(error.fields.map(\.name) == ["Entries[1].GeofenceId"])
  }

  @Test func theAmazonProfileRefusesTheAntimeridian() throws {
    let body = #"{"Geometry":{"Polygon":[[[179,0],[-179,0],[-179,1],[179,1],[179,0]]]}}"#
    let path = [("CollectionName", "C"), ("GeofenceId", "G")]
    _ = try decode(.putGeofence, body, path: path)
    var rules = ShapeRules.amazon
    rules.allowsAntimeridian = false
    let strict = RequestDecoder(rules: rules, geobufRules: rules)
    #expect(throws: ServiceError.self) {
      try strict.decode(
        .putGeofence, RequestInput(pathParameters: path.map { ($0.0, $0.1) }, body: try JSON.parse(body)))
    }
  }

  @Test(arguments: [
    (#"{"FilterGeometry":{}}"#, "FilterGeometry.Polygon"),
    (#"{"FilterGeometry":{"Polygon":[[[0,0],[1,0],[1,1],[0,1]]]}}"#, "FilterGeometry.Polygon[0]"),
    (#"{"MaxResults":101}"#, "MaxResults"), (#"{"NextToken":""}"#, "NextToken"),
  ])
  func wrongFiltersAreRefused(_ body: String, _ field: String) throws {
    let error = try refusal(.listDevicePositions, body, path: [("TrackerName", "T")])
    #expect(error.fields.first?.name.hasPrefix(field) == true, "\(error.fields)")
  }

  @Test(arguments: [
    #"{"CollectionName":"C","PricingPlan":"MobileAssetTracking"}"#,
    #"{"CollectionName":"C","PricingPlanDataSource":"Esri"}"#, #"{"CollectionName":"C","Tags":{"aws:x":"1"}}"#,
    #"{"CollectionName":"C","Tags":{"AWS:x":"1"}}"#, #"{"CollectionName":"C","Tags":{"a!":"1"}}"#,
  ])
  func rulesBeyondTheModelHold(_ body: String) throws {
    let error = try refusal(.createGeofenceCollection, body)
    #expect(error.reason == .fieldValidationFailed)
    #expect(error.fields.count == 1)
  }

  @Test func tagKeysComeFromTheQuery() throws {
    let arn = "arn:aws:geo:us-east-1:000000000000:tracker/T"
    guard
      case .untagResource(arn, let keys) = try decode(
        .untagResource, path: [("ResourceArn", arn)],
        query: [("tagKeys", "a"), ("other", "x"), ("tagKeys", "b c"), ("tagKeys", "a")])
    else { throw Unexpected() }
    #expect(keys == ["a", "b c"])
  }
}

struct Unexpected: Error {}
