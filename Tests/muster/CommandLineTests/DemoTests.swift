import Geodesy
import MovementSimulation
import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct DemoTests {
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  private static func event(_ kind: String, _ device: String, _ fence: String) throws -> LocationEvent {
    try #require(
      LocationEvent(
        json: #"{"id":"x","detail":{"EventType":"\#(kind)","DeviceId":"\#(device)","GeofenceId":"\#(fence)"}}"#))
  }

  @Test func theSiteIsWhatItSays() throws {
    let shapes = try DemoSite.fences.map { try PreparedShape(validating: $0.shape, rules: .amazon) }
    #expect(DemoSite.movers.count >= 8)
    #expect(Set(DemoSite.movers.map(\.name)).count == DemoSite.movers.count)
    #expect(shapes[0].contains(DemoSite.visitor))
    guard case .polygon(let west) = DemoSite.fences[0].shape, case .polygon(let east) = DemoSite.fences[1].shape else {
      Issue.record("the first two are no polygons")
      return
    }
    #expect(Set(west.rings[0]).intersection(east.rings[0]).count == 2)
  }

  /// The first positions bring somebody into each fence, and crossings go on: with any seed, several every half minute.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func eventsComeSoonAndContinue(_ seed: UInt64) throws {
    let shapes = try DemoSite.fences.map { try PreparedShape(validating: $0.shape, rules: .amazon) }
    var simulator = MovementSimulator(movers: DemoSite.movers, start: Self.start, seed: seed)
    var inside: [Identifier: [Bool]] = [:]
    var crossings = [Int](repeating: 0, count: 10)
    var crossed: Set<Identifier> = []
    for fix in simulator.step(to: Self.start.advanced(byMilliseconds: 299_999)) {
      let now = shapes.map { $0.contains(fix.coordinate) }
      let before = inside[fix.name] ?? shapes.map { _ in false }
      let changes = zip(before, now).filter { $0 != $1 }.count
      crossings[Int(fix.time.milliseconds(since: Self.start) / 30_000)] += changes
      if changes > 0 { crossed.insert(fix.name) }
      inside[fix.name] = now
    }
    #expect(crossings.allSatisfy { $0 >= 3 }, "\(crossings)")
    #expect(crossed.count == DemoSite.movers.count)
  }

  @Test func positionsAreOfThePresent() {
    for speed in [1.0, 20] {
      var movement = DemoMovement.crew(
        MovementSimulator(movers: DemoSite.movers, start: Self.start, seed: 1), start: Self.start, speed: speed)
      let now = Self.start.advanced(byMilliseconds: 4000)
      let updates = movement.updates(by: now)
      #expect(updates.count >= Int(20 * speed))
      let times = updates.compactMap { $0["SampleTime"]?.text.flatMap { Timestamp(iso8601: $0) } }
      #expect(times.count == updates.count)
      #expect(times.allSatisfy { $0 >= Self.start && $0 <= now })
      #expect(!movement.isOver)
    }
  }

  @Test func countsWhoIsWhere() throws {
    var report = DemoReport(fences: ["West", "Gate"])
    for (kind, device, fence) in [
      ("ENTER", "ben", "West"), ("ENTER", "ada", "West"), ("EXIT", "ben", "West"), ("ENTER", "ben", "New"),
    ] { report.take(try Self.event(kind, device, fence)) }
    report.addSent(12, refused: 1)
    #expect(
      report.status(elapsed: 65_000, columns: 100)
        == "1:05  12 sent  1 refused  3 in  1 out | West: ada | Gate: - | New: ben")
    #expect(report.status(elapsed: 65_000, columns: 20) == "1:05  12 sent  1 re…")
    #expect(
      report.summary(elapsed: 65_040) == """
        12 positions sent, 1 refused in 65.0 s
        entered: 3, left: 1, devices that crossed a border: 2
        GEOFENCE  INSIDE AT THE END
        West      ada
        Gate      -
        New       ben

        """)
  }

  @Test func theInstructionsCanBePasted() {
    let text = DemoInstructions(
      endpoint: "http://127.0.0.1:1", credentials: "/tmp/a'b\"/credentials", region: "r", tracker: "T",
      collection: "C", place: Coordinate(longitude: 13.4, latitude: -52.5)
    ).text
    #expect(text.contains(#"os.environ["AWS_SHARED_CREDENTIALS_FILE"] = "/tmp/a'b\"/credentials""#))
    #expect(text.contains(#"AWS_SHARED_CREDENTIALS_FILE='/tmp/a'\''b"/credentials'"#))
    #expect(text.contains("\"Position\": [13.400000, -52.500000]"))
    #expect(text.contains("inject_host_prefix=False"))
  }
}
