public import Geodesy
public import MusterValues

/// A recorded point of a track.
public struct TrackPoint: Hashable, Sendable {
  public let coordinate: Coordinate
  /// When it was recorded, if the file says so.
  public let time: Timestamp?

  public init(coordinate: Coordinate, time: Timestamp?) {
    self.coordinate = coordinate
    self.time = time
  }
}
