public import Geodesy
public import MusterValues

/// What the evaluator sees of a reported position.
public struct PositionSample: Sendable, Equatable {
  public let sampleTime: Timestamp
  /// When it came in. Never runs backwards from one sample to the next.
  public let arrival: Timestamp
  public let position: Coordinate
  /// Metres, as sent; nil when it was not.
  public let accuracy: Double?

  public init(sampleTime: Timestamp, arrival: Timestamp, position: Coordinate, accuracy: Double?) {
    self.sampleTime = sampleTime
    self.arrival = arrival
    self.position = position
    self.accuracy = accuracy
  }

  /// The sample's own time, but never later than its arrival.
  public var effectiveTime: Timestamp { mark.effectiveTime }

  public var mark: SampleMark { SampleMark(sampleTime: sampleTime, arrival: arrival, position: position) }

  public var filterReference: PositionFilter.Reference {
    PositionFilter.Reference(effectiveTime: effectiveTime, position: position, accuracy: accuracy ?? 0)
  }
}
