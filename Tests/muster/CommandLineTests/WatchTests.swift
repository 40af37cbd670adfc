import MusterRuntime
import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct WatchTests {
  private static func message(_ id: String, _ device: String = "ada", collection: String = "C") -> String {
    """
    id: \(id)
    data: {"id":"\(id)","resources":["arn:aws:geo:r:1:geofence-collection/\(collection)"],"detail":{"EventType":"ENTER","GeofenceId":"Gate","DeviceId":"\(device)","SampleTime":"2026-01-31T08:00:00.000Z"}}


    """
  }

  /// Answers the nth connection with the nth text, then asks for the end.
  private func test(_ bodies: [String]) -> TestContext {
    let rest = Locked(bodies)
    return TestContext(
      transport: TestTransport { _ in
        let body = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return body.map { .json($0) } ?? .json(#"{"message":"no more"}"#, status: 400, type: "ValidationException")
      })
  }

  @Test func goesOnAfterTheLastEventAndDropsRepeats() {
    let test = test([Self.message("1") + Self.message("2"), Self.message("2") + Self.message("3") + Self.message("4")])
    #expect(test.run("watch", "--from-start", "--count", "4", "--json") == .success)
    let ids = test.output.split(separator: "\n").compactMap { LocationEvent(json: String($0))?.id }
    #expect(ids == ["1", "2", "3", "4"])
    #expect(
      test.transport.calls.map(\.target) == ["/muster/v1/events?from=start", "/muster/v1/events?after=2"])
  }

  @Test func filtersDevicesAndCollections() {
    let test = test([
      Self.message("1", "ben") + Self.message("2") + Self.message("3", collection: "D") + Self.message("4")
    ])
    #expect(test.run("watch", "--device", "ada", "--collection", "C", "--count", "2") == .success)
    #expect(
      test.output == """
        09:00:00  ada             -> ENTER  Gate
        09:00:00  ada             -> ENTER  Gate

        """)
    #expect(test.transport.calls.map(\.target) == ["/muster/v1/events?from=now"])
  }

  @Test func aRefusalEndsIt() {
    let test = test([])
    #expect(test.run("watch", "--after", "x y") == .failure)
    #expect(test.transport.calls.map(\.target) == ["/muster/v1/events?after=x%20y"])
    #expect(test.error == "muster: events: ValidationException: no more\n")
  }

  @Test func anInterruptionEndsIt() {
    let test = TestContext(transport: TestTransport { _ in .json(": nothing\n\n") })
    test.interruption.raise()
    #expect(test.run("watch") == .success)
  }

  @Test func remembersTheLatestIdentifiers() {
    var recent = RecentIdentifiers(capacity: 2)
    #expect(["a", "b", "a", "c", "b", "a"].map { recent.insert($0) } == [true, true, false, true, false, true])
  }
}
