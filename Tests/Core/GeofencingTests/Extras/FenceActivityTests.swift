import Geofencing
import MusterValues
import TestSupport
import Testing

/// When fences are there, in time zones whose clocks change.
@Suite struct FenceActivityTests {
  private func activity(_ text: String, expires: String? = nil) throws -> FenceActivity {
    let (hours, zone) = try WeeklyHours.read(text)
    return FenceActivity(
      expires: expires.map(moment), hours: hours, zone: try #require(systemZones[zone ?? "UTC"]))
  }

  /// The changes of standing in a stretch of time.
  private func changes(_ activity: FenceActivity, _ from: String, _ to: String) -> [String] {
    var found: [String] = []
    var at = moment(from)
    while let next = activity.nextChange(after: at), next <= moment(to), found.count < 100 {
      found.append("\(next.iso8601Seconds) \(activity.standing(at: next))")
      #expect(activity.standing(at: next) != activity.standing(at: next.advanced(byMilliseconds: -1)))
      at = next
    }
    return found
  }

  @Test func hoursOpenWithTheirStartAndCloseBeforeTheirEnd() throws {
    let office = try activity("Mon-Fri 08:00-18:00")
    #expect(office.standing(at: moment("2026-12-01T07:59:59.999Z")) == .inactive)
    #expect(office.standing(at: moment("2026-12-01T08:00:00Z")) == .active)
    #expect(office.standing(at: moment("2026-12-01T17:59:59.999Z")) == .active)
    #expect(office.standing(at: moment("2026-12-01T18:00:00Z")) == .inactive)
    #expect(office.standing(at: moment("2026-12-05T12:00:00Z")) == .inactive)
    #expect(
      changes(office, "2026-12-04T09:00:00Z", "2026-12-07T09:00:00Z") == [
        "2026-12-04T18:00:00Z inactive", "2026-12-07T08:00:00Z active",
      ])
  }

  @Test func hoursMayCrossMidnightAndTheWeeksEnd() throws {
    let night = try activity("Sun 22:00-06:00")
    #expect(
      changes(night, "2026-12-05T00:00:00Z", "2026-12-08T00:00:00Z") == [
        "2026-12-06T22:00:00Z active", "2026-12-07T06:00:00Z inactive",
      ])
  }

  @Test func severalPartsThatTouchAreOne() throws {
    let parts = try activity("Mon 08:00-12:00 12:00-14:00, Mon 13:00-15:00; Tue,Wed 00:00-24:00")
    #expect(
      changes(parts, "2026-11-30T00:00:00Z", "2026-12-06T00:00:00Z") == [
        "2026-11-30T08:00:00Z active", "2026-11-30T15:00:00Z inactive", "2026-12-01T00:00:00Z active",
        "2026-12-03T00:00:00Z inactive",
      ])
  }

  @Test func alwaysOpenNeverChanges() throws {
    let always = try activity("Mon-Sun 00:00-24:00 Europe/Berlin")
    #expect(always.nextChange(after: moment("2026-12-01T00:00:00Z")) == nil)
    #expect(always.standing(at: moment("2026-03-29T01:00:00Z")) == .active)
  }

  @Test func expiryEndsItForGood() throws {
    let fence = try activity("Mon-Sun 08:00-18:00", expires: "2026-12-02T10:00:00+01:00")
    #expect(
      changes(fence, "2026-12-01T12:00:00Z", "2027-12-01T12:00:00Z") == [
        "2026-12-01T18:00:00Z inactive", "2026-12-02T08:00:00Z active", "2026-12-02T09:00:00Z expired",
      ])
    let plain = FenceActivity(expires: moment("2026-12-02T09:00:00Z"))
    #expect(plain.nextChange(after: moment("2026-12-02T08:59:59Z")) == moment("2026-12-02T09:00:00Z"))
    #expect(plain.nextChange(after: moment("2026-12-02T09:00:00Z")) == nil)
  }

  // Europe/Berlin: 2026-03-29 02:00 -> 03:00 at 01:00Z; 2026-10-25 03:00 -> 02:00 at 01:00Z.

  @Test func berlinHoursKeepToTheWallClockOverBothChanges() throws {
    let office = try activity("Mon-Sun 08:00-18:00 Europe/Berlin")
    #expect(
      changes(office, "2026-03-28T12:00:00Z", "2026-03-29T17:00:00Z") == [
        "2026-03-28T17:00:00Z inactive", "2026-03-29T06:00:00Z active", "2026-03-29T16:00:00Z inactive",
      ])
    #expect(
      changes(office, "2026-10-24T12:00:00Z", "2026-10-25T17:00:00Z") == [
        "2026-10-24T16:00:00Z inactive", "2026-10-25T07:00:00Z active", "2026-10-25T17:00:00Z inactive",
      ])
  }

  @Test func berlinATimeThatTheClocksSkipIsWhereTheySkipIt() throws {
    let early = try activity("Sun 02:30-04:00 Europe/Berlin")
    #expect(
      changes(early, "2026-03-28T12:00:00Z", "2026-03-29T17:00:00Z") == [
        "2026-03-29T01:00:00Z active", "2026-03-29T02:00:00Z inactive",
      ])
    // Wholly within the gap: not that day. The week after tells again.
    let gone = try activity("Sun 02:15-02:45 Europe/Berlin")
    #expect(
      changes(gone, "2026-03-28T12:00:00Z", "2026-04-05T17:00:00Z") == [
        "2026-04-05T00:15:00Z active", "2026-04-05T00:45:00Z inactive",
      ])
  }

  @Test func berlinHoursThatTheClocksShowTwiceStayOpenThroughout() throws {
    let night = try activity("Sat 22:00-02:30 Europe/Berlin")
    #expect(
      changes(night, "2026-10-24T12:00:00Z", "2026-10-25T17:00:00Z") == [
        "2026-10-24T20:00:00Z active", "2026-10-25T01:30:00Z inactive",
      ])
    let twice = try activity("Sun 02:15-02:45 Europe/Berlin")
    #expect(
      changes(twice, "2026-10-24T12:00:00Z", "2026-10-25T17:00:00Z") == [
        "2026-10-25T00:15:00Z active", "2026-10-25T01:45:00Z inactive",
      ])
  }

  // America/New_York: 2026-03-08 02:00 -> 03:00 at 07:00Z; 2026-11-01 02:00 -> 01:00 at 06:00Z.

  @Test func newYorkOverBothChanges() throws {
    let night = try activity("Sat 20:00-02:30 America/New_York")
    #expect(
      changes(night, "2026-03-07T12:00:00Z", "2026-03-08T17:00:00Z") == [
        "2026-03-08T01:00:00Z active", "2026-03-08T07:00:00Z inactive",
      ])
    #expect(
      changes(night, "2026-10-31T12:00:00Z", "2026-11-01T17:00:00Z") == [
        "2026-11-01T00:00:00Z active", "2026-11-01T07:30:00Z inactive",
      ])
  }

  // Australia/Lord_Howe: 2026-04-05 02:00 -> 01:30 (UTC+11 -> +10:30) at 2026-04-04T15:00Z; 2026-10-04 02:00 -> 02:30
  // at 2026-10-03T15:30Z.

  @Test func lordHoweWhoseClocksMoveByHalfAnHour() throws {
    let night = try activity("Sun 01:45-03:00 Australia/Lord_Howe")
    #expect(
      changes(night, "2026-04-04T00:00:00Z", "2026-04-05T00:00:00Z") == [
        "2026-04-04T14:45:00Z active", "2026-04-04T16:30:00Z inactive",
      ])
    #expect(
      changes(night, "2026-10-03T00:00:00Z", "2026-10-04T00:00:00Z") == [
        "2026-10-03T15:15:00Z active", "2026-10-03T16:00:00Z inactive",
      ])
  }

  /// Against a look at every minute of the years' nights around a change of the clocks: opened once the clocks have shown
  /// the start, closed once they have shown the end for the last time.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
  func everyMinuteIsAsTheClocksSay(_ name: String) throws {
    let zone = try #require(systemZones[name])
    var random = SeededRandom(seed: 7)
    for start in [
      "2026-03-07T00:00:00Z", "2026-03-28T00:00:00Z", "2026-04-03T12:00:00Z", "2026-10-03T00:00:00Z",
      "2026-10-24T00:00:00Z", "2026-10-31T00:00:00Z",
    ] {
      for _ in 0..<1 {
        let opening = Int64.random(in: 0..<96, using: &random) * 15
        let length = Int64.random(in: 1..<96, using: &random) * 15
        func face(_ minutes: Int64) -> String {
          let (hour, minute) = (minutes / 60, minutes % 60)
          return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }
        let fence = try activity("Mon-Sun \(face(opening))-\(face((opening + length) % 1440)) \(name)")
        var next = fence.nextChange(after: moment(start))
        var standing = fence.standing(at: moment(start))
        for minute in 1..<Int64(2 * 1440) {
          let now = moment(start).advanced(byMilliseconds: minute * 60_000)
          if now == next {
            standing = standing == .active ? .inactive : .active
            next = fence.nextChange(after: now)
          }
          #expect(fence.standing(at: now) == standing, "\(name) \(now) \(fence)")
          // Where the clocks run through, the wall clock alone decides.
          let reading = zone.reading(at: now)
          let isPlain = [-36, 36].allSatisfy { hours in
            zone.reading(at: now.advanced(byMilliseconds: hours * 3_600_000)) == reading + hours * 3_600_000
          }
          let ofDay = (reading / 60_000) % 1440
          let isOpen = (ofDay - opening + 1440) % 1440 < length
          if isPlain { #expect((standing == .active) == isOpen, "\(name) \(now)") }
        }
      }
    }
  }
}
