public import Geodesy
public import MusterValues

/// A position as a device reported it, for confident evaluation.
public struct PositionFix: Hashable, Sendable {
  /// The effective time: the sample's own, but never later than its arrival.
  public var time: Timestamp
  public var position: Coordinate
  public var accuracy: HorizontalAccuracy

  public init(time: Timestamp, position: Coordinate, accuracy: HorizontalAccuracy) {
    self.time = time
    self.position = position
    self.accuracy = accuracy
  }
}
