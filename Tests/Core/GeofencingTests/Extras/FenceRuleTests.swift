import Geofencing
import MusterValues
import Testing

/// What tags and properties may say.
@Suite struct FenceRuleTests {
  private let reader = FenceRuleReader(zones: systemZones)

  private func rules(_ pairs: [(String, String)], of bearer: FenceRuleKey.Bearer = .collection) throws -> FenceRuleSet {
    var set = FenceRuleSet()
    for (key, value) in pairs.sorted(by: { $0.0 < $1.0 }) { try reader.read(key, value, of: bearer, into: &set) }
    return set
  }

  private func fault(_ key: String, _ value: String, of bearer: FenceRuleKey.Bearer = .collection) -> String? {
    do {
      _ = try rules([(key, value)], of: bearer)
      return nil
    } catch let error as FenceRuleError {
      return error.description
    } catch { return "\(error)" }
  }

  @Test func durationsComeInTwoForms() throws {
    let texts = [
      ("10m", 600_000), ("90s", 90_000), ("1h30m", 5_400_000), ("1d", 86_400_000), ("PT10M", 600_000),
      ("P1DT2H", 93_600_000), ("pt1s", 1000), ("P30D", 2_592_000_000),
    ]
    for (text, milliseconds) in texts {
      #expect(try rules([("muster:dwell", text)]).dwell == .on(Int64(milliseconds)), "\(text)")
    }
    for text in [
      "", "10", "m", "0s", "999999999d", "31d", "PT", "P", "P1H", "10m5", "m10", "1m1h", "1m1m", "-5m", "1.5m", "PT1D",
      "10 m", "٣m", "P1DT",
    ] {
      #expect(fault("muster:dwell", text)?.hasPrefix("muster:dwell: must be a duration") == true, "\(text)")
    }
  }

  @Test func numbersAreBounded() {
    for (key, good, bad) in [
      (
        "muster:approach", ["1", "250", "12.5", "100000"],
        ["", "0.5", "100001", "-3", "1e3", "inf", "nan", "0x10", "5m"]
      ),
      ("muster:passing", ["1", "120", "2m", "86400"], ["", "0", "86401", "x", "-1", "999999999999"]),
      ("muster:occupancy", ["1", "1000000"], ["", "0", "1000001", "2.0", "two"]),
      (
        "muster:expires", ["2026-12-31T18:00:00Z", "2026-12-31T18:00:00.5+01:00"],
        ["2026-12-31", "2026-12-31T18:00:00", "soon"]
      ),
      ("muster:evaluation", ["confident", "point"], ["", "Confident", "on"]),
      ("muster:time-zone", ["Europe/Berlin", "UTC"], ["Europe/Berlim", "", "CEST+1"]),
    ] {
      for value in good { #expect(fault(key, value) == nil, "\(key) \(value)") }
      for value in bad { #expect(fault(key, value)?.hasPrefix(key + ": ") == true, "\(key) \(value)") }
    }
  }

  @Test func schedulesSayWhatIsWrong() throws {
    #expect(fault("muster:schedule", "Mon-Fri 08:00-18:00") == nil)
    for (text, part) in [
      ("", "days need hours"), ("Mon-Fri", "days need hours"), ("08:00-18:00", "need days before"),
      ("Mon 8:00-18:00", "no stretch of hours"), ("Mon 08:00-25:00", "no stretch of hours"),
      ("Mon 24:00-25:00", "no stretch of hours"), ("Mon 08:00", "no stretch of hours"),
      ("Mon 08:00-08:00", "end where they start"), ("Mon 08:00-24:01", "no stretch of hours"),
      ("Mo 08:00-18:00", "\"Mo\" is neither"), ("Mon-Fri-Sat 08:00-18:00", "is neither"),
      ("Mon 08:00-18:00 Mars/Olympus", "no time zone Mars/Olympus"), ("Mon 08:00-18:00 Tue", "days need hours"),
    ] {
      #expect(
        fault("muster:schedule", text)?.contains(part) == true, "\(text): \(fault("muster:schedule", text) ?? "")")
    }
    let (hours, zone) = try WeeklyHours.read("fri-mon 22:00-06:00;Wed,Thu 10:00-11:00 12:00-24:00 Europe/Berlin")
    #expect(zone == "Europe/Berlin")
    #expect(
      hours.openings.map { "\($0.weekday) \($0.start) \($0.end)" } == [
        "0 1320 1800", "2 600 660", "2 720 1440", "3 600 660", "3 720 1440", "4 1320 1800", "5 1320 1800",
        "6 1320 1800",
      ])
  }

  @Test func aMisspeltKeyIsRefusedWithTheKnownOnes() throws {
    let message = fault("muster:dwel", "10m") ?? ""
    #expect(message.hasPrefix("muster:dwel: is not known of a geofence collection; known are muster:dwell, "))
    #expect(fault("Muster:dwell", "10m") != nil)
    #expect(fault("MUSTER:", "10m") != nil)
    #expect(fault("muster:evaluation", "confident", of: .fence) != nil)
    #expect(fault("musterdwell", "10m") == nil)
    #expect(fault("team", "muster:dwell") == nil)
    #expect(throws: FenceRuleError.self) { try reader.readTracker("muster:dwell", "10m") }
    #expect(throws: FenceRuleError.self) { try reader.readTracker("muster:accuracy-level", "90") }
    #expect(try reader.readTracker("muster:accuracy-level", "95") == .cep95)
    #expect(try reader.readTracker("team", "95") == nil)
  }

  @Test func aFencesRulesGoOverItsCollections() throws {
    let collection = try rules([
      ("muster:dwell", "10m"), ("muster:approach", "100"), ("muster:schedule", "Mon-Fri 08:00-18:00"),
      ("muster:time-zone", "Europe/Berlin"),
    ])
    let fence = try rules([("muster:dwell", "off"), ("muster:approach", "50")], of: .fence)
    let both = fence.over(collection)
    #expect(both.dwell == nil)
    #expect(both.approach == 50)
    #expect(both.activity?.zone.name == "Europe/Berlin")
    let own = try rules([("muster:schedule", "Sat 08:00-18:00 America/New_York")], of: .fence)
    #expect(own.over(collection).activity?.zone.name == "America/New_York")
    #expect(own.over(FenceRuleSet()).activity?.zone.name == "America/New_York")
    let always = try rules([("muster:schedule", "off")], of: .fence)
    #expect(always.over(collection).activity == nil)
    #expect(FenceRuleSet().over(FenceRuleSet()) == FenceRules())
  }
}
