internal import MusterValues

/// Reads rules from tags and properties. Keys that are not `muster:` ones are somebody else's.
public struct FenceRuleReader: Sendable {
  /// What a tracker's tags say.
  public enum AccuracyLevel: Int, Sendable {
    case cep68 = 68
    case cep95 = 95
  }

  private let zones: TimeZoneSource

  public init(zones: TimeZoneSource) { self.zones = zones }

  /// Takes a key and its value into a set.
  ///
  /// - Throws: what is wrong with it; the set is as it was.
  public func read(
    _ key: String, _ value: String, of bearer: FenceRuleKey.Bearer, into set: inout FenceRuleSet
  ) throws(FenceRuleError) {
    guard FenceRuleKey.isClaimed(by: key) else { return }
    guard let rule = FenceRuleKey(rawValue: key), bearer.keys.contains(rule) else {
      let known = bearer.keys.map(\.rawValue).joined(separator: ", ")
      throw FenceRuleError(.unknownKey, key, "is not known of \(bearer.name); known are \(known)")
    }
    func refuse(_ message: String) -> FenceRuleError { FenceRuleError(.badValue, key, message) }
    func entry<Value: Sendable>(_ value: Value?, _ message: String) throws(FenceRuleError) -> FenceRuleSet.Entry<Value>
    {
      guard let value else { throw refuse(message) }
      return .on(value)
    }
    let isOff = value == "off"
    switch rule {
    case .dwell:
      set.dwell =
        isOff
        ? .off
        : try entry(
          RuleText.duration(value).flatMap { (1000...30 * 86_400_000).contains($0) ? $0 : nil },
          "must be a duration of 1 s to 30 days, such as 10m or PT10M")
    case .approach:
      set.approach =
        isOff
        ? .off
        : try entry(
          RuleText.decimal(value).flatMap { (1...100_000).contains($0) ? $0 : nil },
          "must be metres from 1 to 100000, such as 250")
    case .passing:
      set.passing =
        isOff
        ? .off
        : try entry(
          (RuleText.count(value).map { Int64($0) * 1000 } ?? RuleText.duration(value))
            .flatMap { (1000...86_400_000).contains($0) ? $0 : nil }, "must be seconds from 1 to 86400, such as 120")
    case .occupancy:
      set.occupancy =
        isOff
        ? .off
        : try entry(
          RuleText.count(value).flatMap { (1...1_000_000).contains($0) ? $0 : nil },
          "must be a number of devices from 1 to 1000000")
    case .expires:
      set.expires =
        isOff
        ? .off
        : try entry(
          Timestamp(iso8601: value),
          "must be a moment with its offset from UTC, such as 2026-12-31T18:00:00+01:00")
    case .schedule:
      if isOff {
        set.hours = .off
        return
      }
      do throws(WeeklyHours.Fault) {
        let (hours, name) = try WeeklyHours.read(value)
        let zone = try name.map { name throws(WeeklyHours.Fault) in
          guard let zone = zones[name] else {
            throw WeeklyHours.Fault(message: "there is no time zone \(name)")
          }
          return zone
        }
        set.hours = .on(hours)
        if let zone { set.zone = zone }
      } catch {
        throw refuse("must be days and hours, such as Mon-Fri 08:00-18:00: \(error.message)")
      }
    case .timeZone:
      guard let zone = zones[value] else { throw refuse("must be the IANA name of a time zone, such as Europe/Berlin") }
      // A schedule's own zone goes before.
      if set.zone == nil { set.zone = zone }
    case .evaluation:
      guard value == "confident" || value == "point" else { throw refuse("must be confident or point") }
      set.isConfident = value == "confident"
    case .accuracyLevel: throw refuse("belongs to trackers")
    }
  }

  /// Checks a tracker's tag.
  public func readTracker(_ key: String, _ value: String) throws(FenceRuleError) -> AccuracyLevel? {
    guard FenceRuleKey.isClaimed(by: key) else { return nil }
    guard FenceRuleKey(rawValue: key) == .accuracyLevel else {
      throw FenceRuleError(
        .unknownKey, key,
        "is not known of \(FenceRuleKey.Bearer.tracker.name); known are \(FenceRuleKey.accuracyLevel.rawValue)")
    }
    guard let level = RuleText.count(value).flatMap(AccuracyLevel.init(rawValue:)) else {
      throw FenceRuleError(.badValue, key, "must be 68 or 95: the percentage of fixes within the accuracy sent")
    }
    return level
  }
}
