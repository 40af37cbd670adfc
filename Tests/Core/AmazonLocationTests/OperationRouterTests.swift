import AmazonLocation
import MusterValues
import Testing

@Suite struct OperationRouterTests {
  let router = OperationRouter()

  @Test(arguments: LocationOperation.table.map(\.operation))
  func findsEveryOperation(_ operation: LocationOperation) throws {
    let path = operation.definition.path.split(separator: "/").map { $0.hasPrefix("{") ? "a%2Fb%3A" : String($0) }
    let match = try router.match(
      method: operation.definition.method, path: Array(("/" + path.joined(separator: "/")).utf8)[...])
    #expect(match?.operation == operation)
    #expect(match?.pathParameters.allSatisfy { $0.value == "a/b:" } == true)
  }

  @Test func findsWhatAmazonHasNot() throws {
    let match = try router.match(method: "POST", path: Array("/muster/v1/collections/C/forecast".utf8)[...])
    #expect(match?.definition.name == "ForecastAlongHeading" && match?.operation == .forecastGeofenceEvents)
    #expect(match?.operation.action == "geo:ForecastGeofenceEvents")
    #expect(try router.match(method: "GET", path: Array("/muster/v1/collections/C/forecast".utf8)[...]) == nil)
  }

  @Test(arguments: [
    ("GET", "/tracking/v0/trackers"), ("POST", "/tracking/v0/trackers/"), ("POST", "/tracking/v0/trackers/T"),
    ("post", "/tracking/v0/trackers"), ("POST", "/tracking/v1/trackers"), ("POST", "tracking/v0/trackers"),
    ("GET", "/tags/arn:aws:geo:us-east-1:000000000000:tracker/T"), ("POST", ""), ("POST", "/"),
    ("POST", "/tracking/v0/%74rackers"), ("POST", "//tracking/v0/trackers"),
  ])
  func findsNothingElse(_ method: String, _ path: String) throws {
    let match = try router.match(method: method, path: Array(path.utf8)[...])
    #expect(match?.operation == nil)
  }

  @Test(arguments: ["%", "%4", "%zz", "a%2", "%ff", "%C3", "%ED%A0%80", "%C0%80"])
  func refusesBrokenEscapes(_ name: String) {
    let error = #expect(throws: ServiceError.self) {
      try router.match(method: "GET", path: Array("/tracking/v0/trackers/\(name)".utf8)[...])
    }
    #expect(error?.code == .validation)
    #expect(error?.reason == .cannotParse)
    #expect(error?.fields.map(\.name) == ["TrackerName"])
  }

  @Test func decodesAfterSplitting() throws {
    let path = "/tracking/v0/trackers/T%2e1/consumers/arn%3Aaws%3Ageo%3A%3A%3Ageofence-collection%2FC+%C3%85"
    let match = try #require(try router.match(method: "DELETE", path: Array(path.utf8)[...]))
    #expect(match.operation == .disassociateTrackerConsumer)
    #expect(match.pathParameters.map(\.value) == ["T.1", "arn:aws:geo:::geofence-collection/C+\u{C5}"])
  }

  @Test func takesAPathOutOfTheMiddleOfATarget() throws {
    let target = Array("http://h/tracking/v0/trackers//positions?x".utf8)
    let match = try #require(try router.match(method: "POST", path: target[8..<40]))
    #expect(match.operation == .batchUpdateDevicePosition)
    #expect(match.pathParameters.map(\.value) == [""])
  }

  private static func items(_ query: String) -> [(name: String, value: String)]? {
    // Not at the start of its array, as in a request.
    PathAndQuery.queryItems(Array(("?" + query).utf8).dropFirst())
  }

  @Test func readsQueries() throws {
    let items = try #require(Self.items("tagKeys=a%20b&tagKeys=c%3D&x&=y&a%2Bb=1=2&"))
    #expect(items.map(\.name) == ["tagKeys", "tagKeys", "x", "", "a+b"])
    #expect(items.map(\.value) == ["a b", "c=", "", "y", "1=2"])
    #expect(Self.items("a=%2") == nil)
    #expect(Self.items("a=%") == nil)
  }

  /// botocore sends a space so, and signs it as `%20`.
  @Test func readsAPlusSignInAQueryAsASpace() throws {
    let items = try #require(Self.items("tagKeys=a+b&tag+Keys=c%2Bd+"))
    #expect(items.map(\.name) == ["tagKeys", "tag Keys"])
    #expect(items.map(\.value) == ["a b", "c+d "])
  }
}
