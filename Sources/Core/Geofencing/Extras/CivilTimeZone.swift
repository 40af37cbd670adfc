public import MusterValues

/// A place's civil time: what its clocks show at a moment. The rules themselves come from outside.
public struct CivilTimeZone: Sendable {
  /// The IANA name, `Europe/Berlin`.
  public let name: String
  /// Milliseconds that clocks are ahead of UTC at a moment.
  private let offset: @Sendable (Timestamp) -> Int64

  public init(name: String, offset: @escaping @Sendable (Timestamp) -> Int64) {
    self.name = name
    self.offset = offset
  }

  public static let utc = CivilTimeZone(name: "UTC") { _ in 0 }

  /// Milliseconds since 1970-01-01T00:00 on the clock's face.
  public func reading(at moment: Timestamp) -> Int64 {
    moment.advanced(byMilliseconds: offset(moment)).milliseconds
  }

  /// The first moment at which clocks show the reading; where they skip it, the moment at which they do.
  func first(reading: Int64) -> Timestamp {
    guard let change = change(around: reading) else { return moment(reading, ahead: offset(around(reading, 0))) }
    let before = moment(reading, ahead: change.before)
    return before < change.moment ? before : max(change.moment, moment(reading, ahead: change.after))
  }

  /// The last moment at which clocks show the reading; where they skip it, the moment at which they do.
  func last(reading: Int64) -> Timestamp {
    guard let change = change(around: reading) else { return moment(reading, ahead: offset(around(reading, 0))) }
    let after = moment(reading, ahead: change.after)
    return after >= change.moment ? after : min(change.moment, moment(reading, ahead: change.before))
  }

  private func moment(_ reading: Int64, ahead offset: Int64) -> Timestamp {
    Timestamp(milliseconds: reading).advanced(byMilliseconds: -offset)
  }

  private func around(_ reading: Int64, _ hours: Int64) -> Timestamp {
    Timestamp(milliseconds: reading).advanced(byMilliseconds: hours * 3_600_000)
  }

  /// The change of the clocks within a day and a half of the reading; nil when they run through.
  private func change(around reading: Int64) -> (moment: Timestamp, before: Int64, after: Int64)? {
    var low = around(reading, -36)
    var high = around(reading, 36)
    let before = offset(low)
    let after = offset(high)
    guard before != after else { return nil }
    while high.milliseconds(since: low) > 1 {
      let middle = low.advanced(byMilliseconds: high.milliseconds(since: low) / 2)
      if offset(middle) == before { low = middle } else { high = middle }
    }
    return (high, before, after)
  }
}

extension CivilTimeZone: Hashable {
  public static func == (left: CivilTimeZone, right: CivilTimeZone) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Finds time zones by their IANA names.
public struct TimeZoneSource: Sendable {
  private let find: @Sendable (String) -> CivilTimeZone?

  public init(_ find: @escaping @Sendable (String) -> CivilTimeZone?) { self.find = find }

  public subscript(name: String) -> CivilTimeZone? { name == "UTC" ? .utc : find(name) }
}
