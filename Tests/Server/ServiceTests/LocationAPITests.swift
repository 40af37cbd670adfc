import AmazonLocation
import Geofencing
import MusterIngest
import MusterRuntime
import MusterValues
import Testing

@testable import MusterService

@Suite struct LocationAPITests {
  let service = ServiceFixture()
  static let trackerARN = "arn%3Aaws%3Ageo%3Aus-east-1%3A000000000000%3Atracker%2FT"
  static let collectionARN = "arn:aws:geo:us-east-1:000000000000:geofence-collection/C"
  static let square = #"{"Polygon":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#

  private func prepare() async throws {
    #expect(try await service.call("POST", "/tracking/v0/trackers", #"{"TrackerName":"T"}"#).status == 200)
    #expect(
      try await service.call("POST", "/geofencing/v0/collections", #"{"CollectionName":"C"}"#).status == 200)
  }

  /// Every offered operation, in an order in which each can succeed.
  static let calls: [(LocationOperation, String, String)] = [
    (.createTracker, "/tracking/v0/trackers", #"{"TrackerName":"Other"}"#),
    (.describeTracker, "/tracking/v0/trackers/T", ""), (.updateTracker, "/tracking/v0/trackers/T", "{}"),
    (.listTrackers, "/tracking/v0/list-trackers", ""),
    (.associateTrackerConsumer, "/tracking/v0/trackers/T/consumers", #"{"ConsumerArn":"\#(collectionARN)"}"#),
    (.listTrackerConsumers, "/tracking/v0/trackers/T/list-consumers", "{}"),
    (
      .disassociateTrackerConsumer,
      "/tracking/v0/trackers/T/consumers/arn%3Aaws%3Ageo%3Aus-east-1%3A000000000000%3Ageofence-collection%2FC", ""
    ),
    (
      .batchUpdateDevicePosition, "/tracking/v0/trackers/T/positions",
      #"{"Updates":[{"DeviceId":"d","SampleTime":"2023-11-14T22:00:00Z","Position":[1,2]}]}"#
    ),
    (.getDevicePosition, "/tracking/v0/trackers/T/devices/d/positions/latest", ""),
    (.batchGetDevicePosition, "/tracking/v0/trackers/T/get-positions", #"{"DeviceIds":["d","nobody"]}"#),
    (.getDevicePositionHistory, "/tracking/v0/trackers/T/devices/d/list-positions", "{}"),
    (.listDevicePositions, "/tracking/v0/trackers/T/list-positions", "{}"),
    (.batchDeleteDevicePositionHistory, "/tracking/v0/trackers/T/delete-positions", #"{"DeviceIds":["d"]}"#),
    (.createGeofenceCollection, "/geofencing/v0/collections", #"{"CollectionName":"Other"}"#),
    (.describeGeofenceCollection, "/geofencing/v0/collections/C", ""),
    (.updateGeofenceCollection, "/geofencing/v0/collections/C", "{}"),
    (.listGeofenceCollections, "/geofencing/v0/list-collections", "{}"),
    (.putGeofence, "/geofencing/v0/collections/C/geofences/g", #"{"Geometry":\#(square)}"#),
    (
      .batchPutGeofence, "/geofencing/v0/collections/C/put-geofences",
      #"{"Entries":[{"GeofenceId":"g2","Geometry":\#(square)}]}"#
    ),
    (.getGeofence, "/geofencing/v0/collections/C/geofences/g", ""),
    (.listGeofences, "/geofencing/v0/collections/C/list-geofences", "{}"),
    (.batchDeleteGeofence, "/geofencing/v0/collections/C/delete-geofences", #"{"GeofenceIds":["x"]}"#),
    (
      .batchEvaluateGeofences, "/geofencing/v0/collections/C/positions",
      #"{"DevicePositionUpdates":[{"DeviceId":"d","SampleTime":"2023-11-14T22:00:00Z","Position":[1,2]}]}"#
    ),
    (
      .forecastGeofenceEvents, "/geofencing/v0/collections/C/forecast-geofence-events",
      #"{"DeviceState":{"Position":[1,2]}}"#
    ),
    (.tagResource, "/tags/\(trackerARN)", #"{"Tags":{"a":"b"}}"#),
    (.listTagsForResource, "/tags/\(trackerARN)", ""), (.untagResource, "/tags/\(trackerARN)?tagKeys=a", ""),
    (.deleteTracker, "/tracking/v0/trackers/T", ""), (.deleteGeofenceCollection, "/geofencing/v0/collections/C", ""),
  ]

  @Test func everyOperationReachesTheLedgerAndAsksTheGate() async throws {
    try await prepare()
    #expect(Set(Self.calls.map(\.0)) == Set(LocationOperation.allCases))
    for (operation, target, body) in Self.calls {
      service.gate.questions.withLock { $0 = [] }
      let answer = try await service.call(operation.definition.method, target, body)
      #expect(answer.status == 200, "\(operation): \(answer.text)")
      #expect(answer.header("Content-Type") == "application/json")
      #expect(try answer.json().members != nil)
      #expect(service.gate.questions.withLock { $0.map(\.action) } == [operation.action])
    }
  }

  @Test func theGateHearsWhatPoliciesNeed() async throws {
    try await prepare()
    service.gate.questions.withLock { $0 = [] }
    for (operation, target, body) in Self.calls {
      _ = try await service.call(operation.definition.method, target, body)
    }
    let questions = service.gate.questions.withLock { $0 }
    func question(_ operation: LocationOperation) throws -> AccessQuestion {
      try #require(questions.first { $0.action == operation.action })
    }
    let tracker = "arn:aws:geo:us-east-1:000000000000:tracker/T"
    #expect(try question(.batchUpdateDevicePosition).resource == tracker)
    #expect(try question(.batchUpdateDevicePosition).context.map(\.key) == ["geo:DeviceIds"])
    #expect(try question(.batchUpdateDevicePosition).context.first?.values == ["d"])
    #expect(try question(.batchGetDevicePosition).context.first?.values == ["d", "nobody"])
    #expect(try question(.getDevicePosition).context.first?.values == ["d"])
    #expect(try question(.batchPutGeofence).context.map(\.key) == ["geo:GeofenceIds"])
    #expect(try question(.batchPutGeofence).context.first?.values == ["g2"])
    #expect(try question(.putGeofence).resource == Self.collectionARN)
    #expect(try question(.listTrackers).resource == "*")
    #expect(try question(.createTracker).resource == "arn:aws:geo:us-east-1:000000000000:tracker/Other")
    #expect(try question(.tagResource).resource == tracker)
  }

  @Test func strangersAndTheForbiddenAreTurnedAway() async throws {
    let stranger = try await service.call("GET", "/tracking/v0/trackers/T", headers: [("Stranger", "1")])
    #expect(stranger.status == 403)
    #expect(stranger.errorType == "MissingAuthenticationTokenException")
    let strict = ServiceFixture(denied: "geo:CreateTracker")
    for body in [#"{"TrackerName":"T"}"#, "not json"] {
      let denied = try await strict.call("POST", "/tracking/v0/trackers", body)
      #expect(denied.status == 403)
      #expect(denied.errorType == "AccessDeniedException")
    }
    #expect(strict.ledger.state.withLock { $0.commands.isEmpty })
  }

  @Test(arguments: [
    ("GET", "/tracking/v0/trackers/Nobody", "", 404, "ResourceNotFoundException", "Tracker not found: Nobody."),
    (
      "GET", "/tracking/v0/trackers/T/devices/x/positions/latest", "", 404, "ResourceNotFoundException",
      "records not found for given deviceId"
    ),
    (
      "GET", "/tracking/v0/trackers/N/devices/x/positions/latest", "", 404, "ResourceNotFoundException",
      "Tracker not found: N."
    ),
    (
      "POST", "/tracking/v0/trackers", #"{"TrackerName":"T"}"#, 409, "ConflictException", "Tracker already exists: T."
    ),
    ("POST", "/tracking/v0/trackers/N/list-positions", "{}", 404, "ResourceNotFoundException", "Tracker not found: N."),
    (
      "GET", "/geofencing/v0/collections/C/geofences/x", "", 404, "ResourceNotFoundException", "Geofence not found: x."
    ),
    (
      "GET", "/tags/arn%3Aaws%3Ageo%3Aeu-west-1%3A000000000000%3Atracker%2FT", "", 404, "ResourceNotFoundException",
      "Resource not found: arn:aws:geo:eu-west-1:000000000000:tracker/T."
    ),
  ])
  func errorsAreTheServices(
    _ method: String, _ target: String, _ body: String, _ status: Int, _ type: String, _ message: String
  ) async throws {
    try await prepare()
    let answer = try await service.call(method, target, body)
    #expect(answer.status == status)
    #expect(answer.errorType == type)
    #expect(try answer.json() == ["message": .string(message)])
  }

  @Test func validationComesBeforeTheLookup() async throws {
    let answer = try await service.call("POST", "/tracking/v0/trackers/bad%20name!/positions", #"{"Updates":[]}"#)
    #expect(answer.status == 400)
    let json = try answer.json()
    #expect(json["reason"] == "FieldValidationFailed")
    #expect(json["fieldList"]?.elements?.map { $0["name"]?.text } == ["TrackerName", "Updates"])
  }

  @Test func textThatIsNoJSONCannotBeParsed() async throws {
    let answer = try await service.call("POST", "/tracking/v0/trackers", #"{"TrackerName":"#)
    #expect(answer.status == 400)
    #expect(try answer.json()["reason"] == "CannotParse")
    #expect(try answer.json()["fieldList"]?.elements?.first?["name"] == "body")
  }

  @Test func aConsumerMustBeACollectionOfThisServer() async throws {
    try await prepare()
    for arn in [
      "arn:aws:geo:us-east-1:000000000000:tracker/T", "arn:aws:geo:eu-west-1:000000000000:geofence-collection/C",
    ] {
      let answer = try await service.call("POST", "/tracking/v0/trackers/T/consumers", #"{"ConsumerArn":"\#(arn)"}"#)
      #expect(answer.status == 400)
      #expect(try answer.json()["fieldList"]?.elements?.first?["name"] == "ConsumerArn")
    }
  }

  @Test func oneWrongItemLeavesTheOthers() async throws {
    try await prepare()
    let body =
      #"{"Updates":[{"DeviceId":"a","SampleTime":"2023-11-14T22:00:00Z","Position":[1,2]},"#
      + #"{"DeviceId":"b","SampleTime":"2023-11-14T22:00:00.5Z","Position":[1,91]}]}"#
    let answer = try await service.call("POST", "/tracking/v0/trackers/T/positions", body)
    #expect(answer.status == 200)
    #expect(
      try answer.json() == [
        "Errors": [
          [
            "DeviceId": "b", "SampleTime": "2023-11-14T22:00:00.500Z",
            "Error": ["Code": "ValidationError", "Message": "latitude must be between -90 and 90 degrees"],
          ]
        ]
      ])
  }

  @Test func aBatchOfOnlyWrongFencesStillNeedsItsCollection() async throws {
    let body = #"{"Entries":[{"GeofenceId":"g","Geometry":{"Circle":{"Center":[0,0],"Radius":-1}}}]}"#
    let missing = try await service.call("POST", "/geofencing/v0/collections/C/put-geofences", body)
    #expect(missing.status == 404)
    try await prepare()
    let answer = try await service.call("POST", "/geofencing/v0/collections/C/put-geofences", body)
    #expect(answer.status == 200)
    let json = try answer.json()
    #expect(json["Successes"] == [])
    #expect(json["Errors"]?.elements?.first?["GeofenceId"] == "g")
    #expect(json["Errors"]?.elements?.first?["Error"]?["Code"] == "ValidationError")
  }

  @Test func aStoreThatCannotCommitIsUnavailable() async throws {
    service.ledger.state.withLock { $0.refusal = ServiceError(.unavailable, "The change could not be stored.") }
    let answer = try await service.call("POST", "/tracking/v0/trackers", #"{"TrackerName":"T"}"#)
    #expect(answer.status == 503)
    #expect(answer.errorType == "ServiceUnavailableException")
  }

  @Test func historyNeedsARisingPeriod() async throws {
    try await prepare()
    let body = #"{"StartTimeInclusive":"2023-11-14T22:00:00Z","EndTimeExclusive":"2023-11-14T22:00:00Z"}"#
    let answer = try await service.call("POST", "/tracking/v0/trackers/T/devices/d/list-positions", body)
    #expect(answer.status == 400)
    #expect(try answer.json()["fieldList"]?.elements?.first?["name"] == "StartTimeInclusive")
  }

  @Test func workersThatAreOverrunRefuse() async throws {
    let overrun = ServiceFixture(workerCapacity: 0)
    let answer = try await overrun.call("POST", "/tracking/v0/trackers/T/list-positions", "{}")
    #expect(answer.status == 503)
  }

  @Test func geofenceBodiesMayBeLarge() {
    func limit(_ path: String) -> Int { LocationAPI.bodyLimit(path: Array(path.utf8)[...]) }
    #expect(limit("/geofencing/v0/collections/C/put-geofences") == 16 << 20)
    #expect(limit("/geofencing/v0/collections/C/geofences/g") == 16 << 20)
    #expect(limit("/geofencing/v0/collections/geofences/positions") == 1 << 20)
    #expect(limit("/geofencing/v0/collections/C/positions") == 1 << 20)
    #expect(limit("/tracking/v0/trackers/T/positions") == 1 << 20)
  }

  @Test func theLogTellsWhoAndWhatButNoPosition() async throws {
    try await prepare()
    _ = try await service.call(
      "POST", "/tracking/v0/trackers/T/positions",
      #"{"Updates":[{"DeviceId":"d","SampleTime":"2023-11-14T22:00:00Z","Position":[12.3456789,45.678912]}]}"#)
    let line = try #require(service.log.withLock { $0.last })
    for part in [#""operation":"BatchUpdateDevicePosition""#, #""status":200"#, #""accessKey":"AKTEST""#, "request-1"] {
      #expect(line.contains(part), "\(line)")
    }
    #expect(!line.contains("12.34") && !line.contains("45.67"))
    let page = try await service.call("GET", "/metrics")
    #expect(page.text.contains(#"muster_requests_total{operation="BatchUpdateDevicePosition",status="200"} 1"#))
    #expect(page.text.contains("muster_positions_total 1\n"))
  }
}

/// Tags and properties that ask for more than Amazon offers are refused when they are wrong.
@Suite struct RuleRefusalTests {
  private func refusal(_ target: String, _ method: String, _ body: String, hasRules: Bool = true) async throws -> String
  {
    let service = ServiceFixture(rules: hasRules ? FenceRuleReader(zones: .system) : nil)
    _ = try await service.call("POST", "/tracking/v0/trackers", #"{"TrackerName":"T"}"#)
    _ = try await service.call("POST", "/geofencing/v0/collections", #"{"CollectionName":"C"}"#)
    let answer = try await service.call(method, target, body)
    return answer.status == 200 ? "" : "\(answer.status) \(answer.text)"
  }

  @Test func whereverTheyComeIn() async throws {
    let tags = #"{"Tags":{"muster:dwell":"soon","muster:x":"y"}}"#
    let calls = [
      ("POST", "/tags/arn%3Aaws%3Ageo%3Aus-east-1%3A000000000000%3Ageofence-collection%2FC", tags),
      ("POST", "/tags/\(LocationAPITests.trackerARN)", tags),
      ("POST", "/geofencing/v0/collections", #"{"CollectionName":"D","Tags":{"muster:dwell":"soon","muster:x":"y"}}"#),
      ("POST", "/tracking/v0/trackers", #"{"TrackerName":"U","Tags":{"muster:dwell":"soon","muster:x":"y"}}"#),
      (
        "PUT", "/geofencing/v0/collections/C/geofences/g",
        #"{"Geometry":\#(LocationAPITests.square),"GeofenceProperties":{"muster:dwell":"soon","muster:x":"y"}}"#
      ),
    ]
    for (method, target, body) in calls {
      let found = try await refusal(target, method, body)
      #expect(found.hasPrefix("400 ") && found.contains("muster:dwell") && found.contains("muster:x"), "\(target)")
      #expect(try await refusal(target, method, body, hasRules: false) == "")
      #expect(try await refusal(target, method, body.replacing("muster:", with: "team:")) == "")
    }
  }
}
