public import MusterValues

/// When a fence is there: until it expires, and at its hours. Outside of that it is as if it were not there.
///
/// A pure function of rules and time. Hours open at the first moment at which the place's clocks show their start, and
/// close at the last at which they show their end: hours that the clocks show twice stay open throughout, a time that
/// they skip is the moment at which they skip it. Opening belongs to the hours, closing does not.
public struct FenceActivity: Sendable, Hashable {
  public enum Standing: Sendable, Equatable {
    case active
    /// Outside its hours.
    case inactive
    /// For good.
    case expired
  }

  /// From this moment on it is expired.
  public let expires: Timestamp?
  public let hours: WeeklyHours?
  public let zone: CivilTimeZone

  public init(expires: Timestamp? = nil, hours: WeeklyHours? = nil, zone: CivilTimeZone = .utc) {
    self.expires = expires
    self.hours = hours
    self.zone = zone
  }

  public func standing(at moment: Timestamp) -> Standing {
    if let expires, moment >= expires { return .expired }
    guard let hours else { return .active }
    let day = day(of: moment)
    return openings(of: hours, days: day - 2...day + 1).contains { $0.start <= moment && moment < $0.end }
      ? .active : .inactive
  }

  /// The next moment at which the standing changes; nil when it never does again.
  public func nextChange(after moment: Timestamp) -> Timestamp? {
    if let expires, moment >= expires { return nil }
    guard let change = nextChangeOfHours(after: moment) else { return expires }
    return expires.map { min($0, change) } ?? change
  }

  private func nextChangeOfHours(after moment: Timestamp) -> Timestamp? {
    guard let hours else { return nil }
    let day = day(of: moment)
    // A week tells, unless the only hours of a week fall into a change of the clocks.
    for horizon: Int64 in [9, 23] {
      var edge: Timestamp?
      var open: Timestamp?
      for opening in openings(of: hours, days: day - 2...day + horizon) {
        if let end = open, opening.start <= end {
          open = max(end, opening.end)
          continue
        }
        if let end = open, end > moment { break }
        if opening.start > moment {
          edge = opening.start
          open = nil
          break
        }
        open = opening.end
      }
      if let open, open > moment { edge = open }
      // What ends where the view ends may go on beyond it.
      if let edge, self.day(of: edge) < day + horizon - 1 { return edge }
    }
    return nil
  }

  /// The stretches of hours that begin on these days, in the order of their starts.
  private func openings(of hours: WeeklyHours, days: ClosedRange<Int64>) -> [(start: Timestamp, end: Timestamp)] {
    var found: [(start: Timestamp, end: Timestamp)] = []
    for day in days {
      let weekday = Int(((day + 3) % 7 + 7) % 7)
      for opening in hours.openings where opening.weekday == weekday {
        let midnight = day * 86_400_000
        let start = zone.first(reading: midnight + Int64(opening.start) * 60_000)
        let end = zone.last(reading: midnight + Int64(opening.end) * 60_000)
        if start < end { found.append((start, end)) }
      }
    }
    return found.sorted { $0.start < $1.start }
  }

  /// Days since 1970-01-01 on the calendar of the place.
  private func day(of moment: Timestamp) -> Int64 {
    // Bounded, so that sums with days stay in range.
    let reading = min(max(zone.reading(at: moment), -62_135_596_800_000), 253_402_300_800_000)
    return (reading - ((reading % 86_400_000) + 86_400_000) % 86_400_000) / 86_400_000
  }
}
