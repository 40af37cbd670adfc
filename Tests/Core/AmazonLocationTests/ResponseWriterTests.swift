import AmazonLocation
import Geodesy
import MusterJSON
import MusterValues
import Testing

@Suite struct ResponseWriterTests {
  let writer = ResponseWriter(partition: ResourcePartition())
  let created = Timestamp(milliseconds: 1_700_000_000_123)
  let updated = Timestamp(milliseconds: 1_700_000_100_000)

  private func object(_ json: String) throws -> JSONValue { try JSON.parse(json) }

  @Test func aTrackerIsDescribedInFull() throws {
    let tracker = TrackerDescription(settings: TrackerSettings(name: "T"), created: created, updated: updated)
    let expected = try object(
      """
      {"TrackerName":"T","TrackerArn":"arn:aws:geo:us-east-1:000000000000:tracker/T","Description":"",
       "PricingPlan":"RequestBasedUsage","CreateTime":"2023-11-14T22:13:20.123Z",
       "UpdateTime":"2023-11-14T22:15:00.000Z","Tags":{},"PositionFiltering":"TimeBased","EventBridgeEnabled":false}
      """)
    #expect(try JSON.parse(writer.described(tracker: tracker)) == expected)
    var settings = tracker.settings
    settings.kmsKeyID = "key"
    settings.isKmsKeyGeospatialQueriesEnabled = true
    settings.tags = PropertyMap([("k", "v")])
    let full = try JSON.parse(
      writer.described(tracker: TrackerDescription(settings: settings, created: created, updated: updated)))
    #expect(full["KmsKeyId"] == "key")
    #expect(full["KmsKeyEnableGeospatialQueries"] == true)
    #expect(full["Tags"] == ["k": "v"])
    #expect(try JSON.parse(writer.created(tracker: tracker))["CreateTime"] == "2023-11-14T22:13:20.123Z")
    #expect(try JSON.parse(writer.updated(tracker: tracker))["UpdateTime"] == "2023-11-14T22:15:00.000Z")
    let list = try JSON.parse(writer.listed(trackers: [tracker, tracker], nextToken: "n"))
    #expect(list["Entries"]?.elements?.count == 2)
    #expect(list["Entries"]?.elements?[0]["PricingPlan"] == "RequestBasedUsage")
    #expect(list["Entries"]?.elements?[0]["TrackerArn"] == nil)
    #expect(list["NextToken"] == "n")
  }

  @Test func aCollectionIsDescribedInFull() throws {
    let collection = CollectionDescription(
      settings: CollectionSettings(name: "C"), created: created, updated: updated, geofenceCount: 3)
    let expected = try object(
      """
      {"CollectionName":"C","CollectionArn":"arn:aws:geo:us-east-1:000000000000:geofence-collection/C",
       "Description":"","PricingPlan":"RequestBasedUsage","CreateTime":"2023-11-14T22:13:20.123Z",
       "UpdateTime":"2023-11-14T22:15:00.000Z","Tags":{},"GeofenceCount":3}
      """)
    #expect(try JSON.parse(writer.described(collection: collection)) == expected)
    let consumers = try JSON.parse(writer.listed(consumers: ["C"], nextToken: nil))
    #expect(consumers == ["ConsumerArns": ["arn:aws:geo:us-east-1:000000000000:geofence-collection/C"]])
  }

  @Test func geometryComesBackAsItWasPut() throws {
    let ring = [(0.0, 0.0), (1, 0), (0.1, 1e-7), (0, 0)].map { Coordinate(longitude: $0.0, latitude: $0.1) }
    let cases: [(GeofenceGeometry, String)] = [
      (.polygon([ring]), #"{"Polygon":[[[0,0],[1,0],[0.1,1e-07],[0,0]]]}"#),
      (
        .multiPolygon([[ring], [ring]]),
        #"{"MultiPolygon":[[[[0,0],[1,0],[0.1,1e-07],[0,0]]],[[[0,0],[1,0],[0.1,1e-07],[0,0]]]]}"#
      ),
      (.circle(center: ring[1], radius: 12.5), #"{"Circle":{"Center":[1,0],"Radius":12.5}}"#),
      (.geobuf([1, 2, 3, 255]), #"{"Geobuf":"AQID/w=="}"#),
    ]
    for (geometry, json) in cases {
      let bytes = ResponseWriter.geofence(
        GeofenceDescription(
          id: "g", geometry: geometry, properties: PropertyMap([("a", "b")]), created: created, updated: updated))
      let geofence = try JSON.parse(bytes)
      #expect(geofence["Geometry"]?.encodedText == json)
      #expect(geofence["Status"] == "ACTIVE")
      #expect(geofence["GeofenceProperties"] == ["a": "b"])
    }
  }

  @Test func errorsNameTheirItems() throws {
    let update = PositionUpdate(
      device: "d", sampleTime: created, position: Coordinate(longitude: 0, latitude: 91))
    #expect(ResponseWriter.errors(of: [update, update], [nil, nil]) == Array(#"{"Errors":[]}"#.utf8))
    let errors = try JSON.parse(
      ResponseWriter.errors(of: [update, update], [nil, BatchItemError(.validation, "latitude")]))
    #expect(
      errors == [
        "Errors": [
          [
            "DeviceId": "d", "SampleTime": "2023-11-14T22:13:20.123Z",
            "Error": ["Code": "ValidationError", "Message": "latitude"],
          ]
        ]
      ])
    #expect(
      try JSON.parse(ResponseWriter.errors(ofGeofences: ["g"], [BatchItemError(.resourceNotFound, "no")])) == [
        "Errors": [["GeofenceId": "g", "Error": ["Code": "ResourceNotFoundError", "Message": "no"]]]
      ])
  }

  @Test func positionsSayWhatTheOperationsModelSays() throws {
    let position = DevicePosition(
      device: "d", sampleTime: created, receivedTime: updated, position: Coordinate(longitude: -1.5, latitude: 2),
      horizontalAccuracy: 3, properties: PropertyMap([("k", "v")]))
    let json = try JSON.parse(ResponseWriter.position(position))
    #expect(
      json == [
        "DeviceId": "d", "SampleTime": "2023-11-14T22:13:20.123Z", "ReceivedTime": "2023-11-14T22:15:00.000Z",
        "Position": [-1.5, 2], "Accuracy": ["Horizontal": 3], "PositionProperties": ["k": "v"],
      ])
    let listed = try JSON.parse(ResponseWriter.listed(positions: [position], nextToken: nil))
    #expect(listed["Entries"]?.elements?[0]["ReceivedTime"] == nil)
    #expect(listed["NextToken"] == nil)
    let batch = try JSON.parse(ResponseWriter.positions([]))
    #expect(batch == ["Errors": [], "DevicePositions": []])
  }
}
