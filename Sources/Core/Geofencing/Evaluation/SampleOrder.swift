public import Geodesy
public import MusterValues

/// Where a sample stands in its device's order.
///
/// Order is by effective time: the sample's own time, but never later than its arrival, so that a clock that once ran
/// ahead doesn't block what follows. Equal effective times are ordered by sample time.
public enum SampleOrder: Sendable, Equatable {
  /// Newer than every evaluated sample: goes through the filter.
  case newer
  /// The same time and position as the newest: a heartbeat. 'Last heard' moves, nothing else.
  case heartbeat
  /// The same time as the newest, another position: the first wins; this one is kept, unevaluated.
  case conflicting
  /// Older than the newest: kept past the filter, unevaluated.
  case late

  public static func of(_ mark: SampleMark, after newest: SampleMark?) -> SampleOrder {
    guard let newest else { return .newer }
    if mark.sampleTime == newest.sampleTime {
      return mark.position == newest.position ? .heartbeat : .conflicting
    }
    if mark.effectiveTime != newest.effectiveTime {
      return mark.effectiveTime > newest.effectiveTime ? .newer : .late
    }
    return mark.sampleTime > newest.sampleTime ? .newer : .late
  }
}

/// What orders and identifies a sample within its source and device.
public struct SampleMark: Sendable, Equatable {
  public let sampleTime: Timestamp
  /// `min(sampleTime, arrival)`.
  public let effectiveTime: Timestamp
  public let position: Coordinate

  public init(sampleTime: Timestamp, arrival: Timestamp, position: Coordinate) {
    self.sampleTime = sampleTime
    self.effectiveTime = min(sampleTime, arrival)
    self.position = position
  }
}
