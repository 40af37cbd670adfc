import Geodesy
import MovementSimulation
import MusterJSON
import MusterValues
import TestSupport
import Testing

@testable import MusterCommandLine

@Suite struct ReplayTests {
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  private static func track(_ seconds: [Int64]) -> TrackReplay {
    TrackReplay(
      seconds.enumerated().map { index, second in
        TrackPoint(
          coordinate: Coordinate(longitude: Double(index) / 1000, latitude: 50),
          time: Timestamp(milliseconds: second * 1000))
      })
  }

  private static func schedule(speed: Double, keepsTimes: Bool = false) -> ReplaySchedule {
    ReplaySchedule(
      tracks: [("a", track([0, 10, 20])), ("b", track([500, 505]))], start: start, speed: speed, keepsTimes: keepsTimes)
  }

  @Test func tracksStartTogetherAndKeepTheirSpacing() {
    var schedule = Self.schedule(speed: 1)
    #expect(schedule.total == 5)
    #expect(schedule.nextDue == Self.start)
    let all = schedule.take(by: Self.start.advanced(byMilliseconds: 20_000), limit: 100)
    #expect(all.map(\.device) == ["a", "b", "b", "a", "a"])
    #expect(all.map { $0.time.milliseconds(since: Self.start) } == [0, 0, 5000, 10_000, 20_000])
    #expect(schedule.isFinished)
    #expect(schedule.nextDue == nil)
  }

  @Test func speedShortensTheSpacing() {
    var schedule = Self.schedule(speed: 10)
    #expect(schedule.take(by: Self.start.advanced(byMilliseconds: -1), limit: 9).isEmpty)
    #expect(schedule.take(by: Self.start.advanced(byMilliseconds: 500), limit: 9).count == 3)
    #expect(schedule.nextDue == Self.start.advanced(byMilliseconds: 1000))
  }

  /// Reported moments never lie ahead of the clock, at any speed: a server refuses samples from the future.
  @Test func nothingIsReportedFromTheFuture() {
    for speed in [0.01, 0.5, 1, 7, 100_000, .nan, -1] {
      var schedule = Self.schedule(speed: speed)
      var now = Self.start
      while let due = schedule.nextDue {
        now = max(now, due)
        #expect(schedule.take(by: now, limit: 2).allSatisfy { $0.time <= now })
      }
    }
  }

  @Test func keepsTimesWhenAsked() {
    var schedule = Self.schedule(speed: 10, keepsTimes: true)
    let all = schedule.take(by: Self.start.advanced(byMilliseconds: 20_000), limit: 100)
    #expect(all.map(\.time.milliseconds) == [0, 500_000, 505_000, 10_000, 20_000])
  }

  @Test func devicesGetDistinctAcceptableNames() {
    var names = DeviceNames(prefix: "")
    #expect(names.name(for: "Morning ride (2)") == "Morning-ride-2")
    #expect(names.name(for: "Morning ride #2") == "Morning-ride-2-2")
    #expect(names.name(for: "") == "track")
    #expect(names.name(for: "👍") == "track-2")
    #expect(names.name(for: "Ålesund") == "Ålesund")
    var random = SeededRandom(seed: 9)
    let scalars = Array("aé東 /:👍\u{301}".unicodeScalars)
    var known: Set<Identifier> = []
    for _ in 0..<300 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...130, using: &random) { text.append(scalars.randomElement(using: &random) ?? "a") }
      let name = names.name(for: String(text))
      #expect(FenceImportPlan.isName(name.text))
      #expect(known.insert(name).inserted)
    }
  }

  @Test func musterPointsLieAtStartMiddleAndEnd() {
    let track = Self.track([0, 10, 20, 30, 40])
    let points = TrackMusterPoints.circles(of: track)
    #expect(points.map(\.suffix) == ["start", "middle", "end"])
    #expect(points.map(\.circle.center) == [0, 2, 4].map { track.samples[$0].coordinate })
    #expect(points.allSatisfy { $0.circle.radius > 30 && $0.circle.radius <= 60 })
    #expect(TrackMusterPoints.circles(of: Self.track([0])).map(\.suffix) == ["start"])
    #expect(TrackMusterPoints.circles(of: TrackReplay([])).isEmpty)
  }

  @Test func positionsGoOutTenAtATime() throws {
    let test = TestContext(
      transport: TestTransport { _ in .json(#"{"Errors":[{"DeviceId":"d","Error":{"Code":"ValidationError"}}]}"#) })
    let client = try test.context.client(ConnectionSettings(endpoint: "http://x", credentials: "c").withoutFile)
    let update = LocationOperation.update(device: "d", longitude: 1, latitude: 2, time: Self.start, accuracy: nil)
    let outcome = try PositionSender(client: client, tracker: "T").send([JSONValue](repeating: update, count: 23))
    #expect(outcome.accepted == 20)
    #expect(outcome.refusals.count == 3)
    #expect(try test.transport.calls.map { try JSON.parse($0.body)["Updates"]?.elements?.count } == [10, 10, 3])
  }
}

extension ConnectionSettings {
  /// The same, with credentials from the variables.
  var withoutFile: ConnectionSettings {
    var settings = self
    settings.chosenCredentials = nil
    return settings
  }
}
