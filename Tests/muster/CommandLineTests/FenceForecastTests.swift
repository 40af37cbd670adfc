import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct FenceForecastTests {
  @Test func withoutAHeadingItIsAmazonsOperation() {
    let test = TestContext(
      transport: TestTransport { call in
        #expect(call.target == "/geofencing/v0/collections/C/forecast-geofence-events")
        #expect(call.text.contains(#""Position":[-1.5,2]"#) && call.text.contains(#""TimeHorizonMinutes":10"#))
        return call.text.contains("NextToken")
          ? .json(#"{"ForecastedEvents":[{"EventType":"IDLE","GeofenceId":"B","NearestDistance":2}]}"#)
          : .json(
            #"{"ForecastedEvents":[{"EventType":"ENTER","GeofenceId":"A","NearestDistance":0.0125,"#
              + #""ForecastedBreachTime":"2026-01-01T00:00:00.000Z"}],"NextToken":"n"}"#)
      })
    #expect(
      test.run("fence", "forecast", "-1.5", "2", "--speed", "5", "--horizon", "10", "--collection", "C") == .success)
    #expect(
      test.output == """
        EVENT  GEOFENCE  DISTANCE  AT                        UNTIL
        ENTER  A         0.013 km  2026-01-01T00:00:00.000Z  -
        IDLE   B         2.000 km  -                         -

        """, "\(test.output)\(test.error)")
  }

  @Test func withAHeadingItIsOurs() {
    let test = TestContext(
      transport: TestTransport { call in
        #expect(call.target == "/muster/v1/collections/C/forecast")
        #expect(call.text.contains(#""Heading":90"#) && call.text.contains(#""HeadingUncertainty":12.5"#))
        return .json(#"{"ForecastedEvents":[],"HeadingUsed":true}"#)
      })
    #expect(
      test.run(
        "fence", "forecast", "1", "2", "--heading", "90", "--heading-uncertainty", "12.5", "--collection", "C", "--json"
      )
        == .success)
    #expect(test.output == "{\"ForecastedEvents\":[]}\n")
  }

  @Test func anUncertaintyNeedsAHeading() {
    let test = TestContext()
    #expect(test.run("fence", "forecast", "1", "2", "--heading-uncertainty", "5", "--collection", "C") == .usage)
    #expect(test.error.contains("--heading-uncertainty needs --heading"))
  }
}
