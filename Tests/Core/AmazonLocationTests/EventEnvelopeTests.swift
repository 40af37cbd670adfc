import AmazonLocation
import Geodesy
import MusterJSON
import MusterValues
import Testing

@Suite struct EventEnvelopeTests {
  let partition = ResourcePartition(region: "eu-west-2", account: "636103698109")
  let update = PositionUpdate(
    device: "crew-7", sampleTime: Timestamp(milliseconds: 1_605_051_817_531),
    position: Coordinate(longitude: -123.12390073297821, latitude: 49.23433613216247))

  /// The ENTER event that the muster point article prints, its placeholders filled.
  @Test func matchesTheArticle() throws {
    let bytes = EventEnvelope.geofence(
      id: "aa11aa22-33a-4a4a-aaa5-example", time: Timestamp(milliseconds: 1_605_051_817_999), partition: partition,
      collection: "Points", tracker: "Crew", kind: .enter, geofence: "muster-1", update: update,
      geofenceProperties: PropertyMap(), reason: nil)
    let expected: JSONValue = [
      "version": "0",
      "id": "aa11aa22-33a-4a4a-aaa5-example",
      "detail-type": "Location Geofence Event",
      "source": "aws.geo",
      "account": "636103698109",
      "time": "2020-11-10T23:43:37Z",
      "region": "eu-west-2",
      "resources": [
        "arn:aws:geo:eu-west-2:636103698109:geofence-collection/Points",
        "arn:aws:geo:eu-west-2:636103698109:tracker/Crew",
      ],
      "detail": [
        "EventType": "ENTER", "GeofenceId": "muster-1", "DeviceId": "crew-7",
        "SampleTime": "2020-11-10T23:43:37.531Z",
        "Position": [-123.12390073297821, 49.23433613216247],
      ],
    ]
    #expect(bytes == expected.encoded, "member for member, in the article's order")
  }

  @Test func carriesWhatThereIs() throws {
    var update = update
    update.horizontalAccuracy = 4.5
    update.properties = PropertyMap([("vehicle", "a\"b\n")])
    let bytes = EventEnvelope.geofence(
      id: "i", time: Timestamp(milliseconds: 0), partition: partition, collection: "Points", tracker: nil, kind: .exit,
      geofence: "\u{C5}", update: update, geofenceProperties: PropertyMap([("kind", "muster")]),
      reason: "FENCE_DELETED")
    let event = try JSON.parse(bytes)
    #expect(event["resources"]?.elements?.count == 1)
    let detail: JSONValue = [
      "EventType": "EXIT", "GeofenceId": "\u{C5}", "DeviceId": "crew-7", "SampleTime": "2020-11-10T23:43:37.531Z",
      "Position": [-123.12390073297821, 49.23433613216247], "Accuracy": ["Horizontal": 4.5],
      "GeofenceProperties": ["kind": "muster"], "PositionProperties": ["vehicle": "a\"b\n"],
      "Reason": "FENCE_DELETED",
    ]
    #expect(event["detail"] == detail)
  }

  @Test func tellsOfPositions() throws {
    var update = update
    update.horizontalAccuracy = 10
    let bytes = EventEnvelope.devicePosition(
      id: "i", time: Timestamp(milliseconds: 1_605_051_818_100), partition: partition, tracker: "Crew", update: update,
      received: Timestamp(milliseconds: 1_605_051_818_000))
    let event = try JSON.parse(bytes)
    #expect(event["detail-type"] == "Location Device Position Event")
    #expect(event["resources"] == ["arn:aws:geo:eu-west-2:636103698109:tracker/Crew"])
    #expect(
      event["detail"] == [
        "EventType": "UPDATE", "TrackerName": "Crew", "DeviceId": "crew-7", "SampleTime": "2020-11-10T23:43:37.531Z",
        "ReceivedTime": "2020-11-10T23:43:38.000Z", "Position": [-123.12390073297821, 49.23433613216247],
        "Accuracy": ["Horizontal": 10],
      ])
  }
}
