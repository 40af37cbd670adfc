import AmazonLocation
import MusterRuntime
import MusterValues
import Testing

@testable import MusterService

@Suite struct ForecastAPITests {
  static let amazon = "/geofencing/v0/collections/C/forecast-geofence-events"
  static let muster = "/muster/v1/collections/C/forecast"

  /// Circles of 100 m on the equator, so many thousandths of a degree to the east.
  private func service(_ places: [Int], denied: String? = nil) async throws -> ServiceFixture {
    let service = ServiceFixture(denied: denied)
    _ = try await service.call("POST", "/geofencing/v0/collections", #"{"CollectionName":"C"}"#)
    for place in places {
      let body = #"{"Geometry":{"Circle":{"Center":[\#(Double(place) / 1000),0],"Radius":100}}}"#
      let put = try await service.call("PUT", "/geofencing/v0/collections/C/geofences/at\(place)", body)
      #expect(put.status == 200, "\(put.text)")
    }
    return service
  }

  private func body(_ speed: Double?, _ minutes: Double?, _ more: String = "", state: String = "") -> String {
    let speed = speed.map { #","Speed":\#($0)"# } ?? ""
    let minutes = minutes.map { #","TimeHorizonMinutes":\#($0)"# } ?? ""
    return #"{"DeviceState":{"Position":[0,0]\#(speed)\#(state)}\#(minutes)\#(more)}"#
  }

  private func names(_ answer: Answer) throws -> [String] {
    (try answer.json()["ForecastedEvents"]?.elements ?? []).compactMap { $0["GeofenceId"]?.text }
  }

  @Test func answersAsTheModelSays() async throws {
    let service = try await service([0, 5, -20])
    // 36 km/h are 10 m/s: 600 m in a minute.
    let answer = try await service.call("POST", Self.amazon, body(36, 1))
    #expect(answer.status == 200, "\(answer.text)")
    let json = try answer.json()
    #expect(json["DistanceUnit"] == "Kilometers" && json["SpeedUnit"] == "KilometersPerHour")
    #expect(json["NextToken"] == nil && json["HeadingUsed"] == nil)
    let events = try #require(json["ForecastedEvents"]?.elements)
    #expect(events.map { $0["GeofenceId"]?.text } == ["at0", "at5"])
    #expect(events.map { $0["EventType"]?.text } == ["EXIT", "ENTER"])
    #expect(events.map { $0["IsDeviceInGeofence"] } == [true, false])
    #expect(abs((events[0]["NearestDistance"]?.double ?? 0) - 0.1) < 1e-9)
    #expect(events[0]["ForecastedBreachTime"] == "2023-11-14T22:13:30.000Z")
    #expect(events[0]["ForecastedExitTime"] == nil)
    #expect(events[0]["GeofenceProperties"] == ["floor": "3"])
    #expect(events[0]["EventId"]?.text?.utf8.count == 36)
    let question = try #require(service.gate.questions.withLock { $0.last })
    #expect(question.action == "geo:ForecastGeofenceEvents")
    #expect(question.resource == "arn:aws:geo:us-east-1:000000000000:geofence-collection/C")
  }

  @Test func containmentAloneWithoutSpeedOrHorizon() async throws {
    let service = try await service([0, 1, 5])
    for body in [body(nil, 5), body(50, nil), body(nil, nil), body(0, 5), body(5, 0)] {
      let events = try #require(
        try await service.call("POST", Self.amazon, body).json()["ForecastedEvents"]?.elements)
      #expect(events.map { $0["EventType"]?.text } == ["IDLE"])
      #expect(events.map { $0["ForecastedBreachTime"] } == [nil])
    }
  }

  @Test func milesAndTheirHours() async throws {
    let service = try await service([5])
    let answer = try await service.call(
      "POST", Self.amazon, body(36, 1, #","DistanceUnit":"Miles","SpeedUnit":"MilesPerHour""#))
    let json = try answer.json()
    #expect(json["DistanceUnit"] == "Miles" && json["SpeedUnit"] == "MilesPerHour")
    let distance = try #require(json["ForecastedEvents"]?.elements?.first?["NearestDistance"]?.double)
    #expect(abs(distance * 1609.344 - (6_378_137 * Double.pi / 180 * 0.005 - 100)) < 1e-6)
    for (units, field) in [
      (#","DistanceUnit":"Miles""#, "SpeedUnit"), (#","SpeedUnit":"MilesPerHour""#, "DistanceUnit"),
      (#","DistanceUnit":"Miles","SpeedUnit":"KilometersPerHour""#, "SpeedUnit"),
      (#","DistanceUnit":"Kilometers","SpeedUnit":"MilesPerHour""#, "SpeedUnit"),
    ] {
      let refused = try await service.call("POST", Self.amazon, body(36, 1, units))
      #expect(refused.status == 400 && refused.errorType == "ValidationException", "\(units)")
      #expect(try refused.json()["fieldList"]?.elements?.compactMap { $0["name"]?.text } == [field])
    }
  }

  @Test func pagesJoinAndTokensHoldForTheirQuestion() async throws {
    let service = try await service([1, -2, 3, -4, 5, -6, 7, 2])
    for path in [Self.amazon, Self.muster] {
      let whole = try names(try await service.call("POST", path, body(36, 2)))
      #expect(whole == ["at1", "at-2", "at2", "at3", "at-4", "at5", "at-6", "at7"])
      var found: [String] = []
      var token: String?
      repeat {
        let more = #","MaxResults":3"# + (token.map { #","NextToken":"\#($0)""# } ?? "")
        let page = try await service.call("POST", path, body(36, 2, more))
        #expect(page.status == 200, "\(page.text)")
        found += try names(page)
        token = try page.json()["NextToken"]?.text
      } while token != nil
      #expect(found == whole)
      let first = try await service.call("POST", path, body(36, 2, #","MaxResults":1"#))
      let given = try #require(try first.json()["NextToken"]?.text)
      #expect(given.utf8.count < 2000)
      let other = path == Self.amazon ? Self.muster : Self.amazon
      let next = #","NextToken":"\#(given)""#
      #expect(try await service.call("POST", path, body(36, 2, next)).status == 200)
      for (path, body) in [
        (path, body(36.5, 2, next)), (path, body(36, 3, next)), (path, body(nil, 2, next)), (other, body(36, 2, next)),
        (path, body(36, 2, #","NextToken":"AAAA""#)),
      ] {
        let refused = try await service.call("POST", path, body)
        #expect(refused.status == 400)
        #expect(try refused.json()["fieldList"]?.elements?.compactMap { $0["name"]?.text } == ["NextToken"])
      }
    }
  }

  @Test func alongAHeading() async throws {
    let service = try await service([0, 5, -5])
    let east = try await service.call("POST", Self.muster, body(36, 2, state: #","Heading":90"#))
    #expect(east.status == 200, "\(east.text)")
    #expect(try names(east) == ["at0", "at5"])
    let json = try east.json()
    #expect(json["HeadingUsed"] == true)
    let events = try #require(json["ForecastedEvents"]?.elements)
    #expect(events[0]["ForecastedExitTime"] == events[0]["ForecastedBreachTime"])
    #expect(events[0]["ForecastedEntryTime"] == nil)
    #expect(events[1]["ForecastedEntryTime"] == events[1]["ForecastedBreachTime"])
    #expect(events[1]["ForecastedEntryTime"]?.text?.hasPrefix("2023-11-14T22:14:05") == true)
    #expect(events[1]["ForecastedExitTime"]?.text?.hasPrefix("2023-11-14T22:14:25") == true)
    let wide = try await service.call(
      "POST", Self.muster, body(36, 2, state: #","Heading":0,"HeadingUncertainty":180"#))
    let around = Set(try names(wide))
    #expect(around == ["at0", "at5", "at-5"])
    // No heading: any.
    let any = try await service.call("POST", Self.muster, body(36, 2))
    #expect(try any.json()["HeadingUsed"] == false)
    let everywhere = Set(try names(any))
    #expect(everywhere == ["at0", "at5", "at-5"])
    // Amazon's operation knows no heading: such a member is ignored like any other that it does not know.
    let ignored = try await service.call("POST", Self.amazon, body(36, 2, state: #","Heading":90"#))
    let unheeded = Set(try names(ignored))
    #expect(unheeded == ["at0", "at5", "at-5"])
    #expect(try ignored.json()["HeadingUsed"] == nil)
  }

  @Test(arguments: [
    (#","Heading":-1"#, "DeviceState.Heading"), (#","Heading":360.5"#, "DeviceState.Heading"),
    (#","Heading":"north""#, "DeviceState.Heading"),
    (#","Heading":1,"HeadingUncertainty":181"#, "DeviceState.HeadingUncertainty"),
    (#","HeadingUncertainty":5"#, "DeviceState.HeadingUncertainty"),
  ])
  func wrongHeadings(_ state: String, _ field: String) async throws {
    let service = try await service([])
    let refused = try await service.call("POST", Self.muster, body(1, 1, state: state))
    #expect(refused.status == 400 && refused.errorType == "ValidationException")
    #expect(try refused.json()["fieldList"]?.elements?.compactMap { $0["name"]?.text } == [field])
  }

  @Test func refusals() async throws {
    let service = try await service([0])
    for path in [Self.amazon, Self.muster] {
      for position in ["[181,0]", "[0,90.5]", "[-180.1,0]"] {
        let refused = try await service.call("POST", path, #"{"DeviceState":{"Position":\#(position)}}"#)
        #expect(refused.status == 400)
        #expect(
          try refused.json()["fieldList"]?.elements?.compactMap { $0["name"]?.text } == ["DeviceState.Position"])
      }
      let missing = path.replacing("/C/", with: "/D/")
      #expect(try await service.call("POST", missing, body(1, 1)).errorType == "ResourceNotFoundException")
      #expect(try await service.call("POST", path, body(1, 1), headers: [("Stranger", "1")]).status == 403)
      #expect(try await service.call("GET", path).errorType == "ValidationException")
      let guarded = try await self.service([], denied: "geo:ForecastGeofenceEvents")
      #expect(try await guarded.call("POST", path, body(1, 1)).errorType == "AccessDeniedException")
    }
    // Numbers at the end of what doubles can say.
    let far = try await service.call("POST", Self.amazon, body(1e308, 1e308))
    #expect(try names(far) == ["at0"])
    let slow = try await service.call("POST", Self.amazon, body(1e-300, 1e308))
    #expect(try slow.json()["ForecastedEvents"]?.elements?.map { $0["ForecastedBreachTime"] } == [nil])
  }

  @Test func bothAreCountedByName() async throws {
    let service = try await service([0])
    _ = try await service.call("POST", Self.amazon, body(1, 1))
    _ = try await service.call("POST", Self.muster, body(1, 1))
    let metrics = try await service.call("GET", "/metrics").text
    for name in ["ForecastGeofenceEvents", "ForecastAlongHeading"] {
      #expect(metrics.contains(name), "\(name)")
    }
  }
}
