import AmazonLocation
import Geodesy
import MusterJSON
import MusterValues
import Testing

@Suite struct ForecastShapeTests {
  private let decoder = RequestDecoder(rules: .amazon, geobufRules: .geobuf)

  private func read(
    _ body: String, _ definition: OperationDefinition = LocationOperation.forecastGeofenceEvents.definition
  ) throws -> (query: ForecastQuery, page: PageRequest) {
    let request = try decoder.decode(
      definition, RequestInput(pathParameters: [("CollectionName", "C")], body: try JSON.parse(body)))
    guard case .forecastGeofenceEvents("C", let query, let page) = request else { throw Unexpected() }
    return (query, page)
  }

  private struct Unexpected: Error {}

  @Test func unitsBecomeMetresAndSeconds() throws {
    let metric = try read(
      #"{"DeviceState":{"Position":[1,2],"Speed":36},"TimeHorizonMinutes":1.5,"MaxResults":7,"NextToken":"t"}"#)
    #expect(
      metric.query
        == ForecastQuery(position: Coordinate(longitude: 1, latitude: 2), speed: 10, horizon: 90, system: .metric))
    #expect(metric.page == PageRequest(limit: 7, token: "t"))
    let miles = try read(
      #"{"DeviceState":{"Position":[1,2],"Speed":3600},"DistanceUnit":"Miles","SpeedUnit":"MilesPerHour"}"#)
    #expect(miles.query.speed == 1609.344 && miles.query.horizon == nil && miles.query.system == .imperial)
    #expect(miles.page == PageRequest(limit: 20, token: nil))
    let still = try read(#"{"DeviceState":{"Position":[1,2],"Speed":null},"TimeHorizonMinutes":null}"#)
    #expect(still.query.speed == nil && still.query.horizon == nil && still.query.heading == nil)
  }

  @Test func headingsBelongToTheOtherForm() throws {
    let body = #"{"DeviceState":{"Position":[1,2],"Heading":360,"HeadingUncertainty":12.5}}"#
    let heading = try read(body, LocationOperation.extensions[0])
    #expect(heading.query.heading == 360 && heading.query.headingUncertainty == 12.5 && heading.query.mayHaveHeading)
    let amazon = try read(body)
    #expect(amazon.query.heading == nil && !amazon.query.mayHaveHeading)
  }

  @Test func eventsAreWrittenInTheUnitsAsked() throws {
    let now = Timestamp(milliseconds: 1_700_000_000_123)
    let event = ForecastedEvent(
      id: "u", geofence: "f", kind: .enter, isDeviceInGeofence: false, nearestDistance: 804.672, breach: now,
      entry: now, exit: now, properties: PropertyMap())
    var query = ForecastQuery(position: Coordinate(longitude: 0, latitude: 0), system: .imperial)
    #expect(
      try JSON.parse(ResponseWriter.forecast([event], of: query, nextToken: nil))
        == JSON.parse(
          """
          {"ForecastedEvents":[{"EventId":"u","GeofenceId":"f","IsDeviceInGeofence":false,"NearestDistance":0.5,
           "EventType":"ENTER","ForecastedBreachTime":"2023-11-14T22:13:20.123Z"}],"DistanceUnit":"Miles",
           "SpeedUnit":"MilesPerHour"}
          """))
    query.mayHaveHeading = true
    let json = try JSON.parse(ResponseWriter.forecast([event], of: query, nextToken: "n"))
    #expect(json["HeadingUsed"] == false && json["NextToken"] == "n")
    #expect(json["ForecastedEvents"]?.elements?[0]["ForecastedExitTime"] == "2023-11-14T22:13:20.123Z")
  }
}
