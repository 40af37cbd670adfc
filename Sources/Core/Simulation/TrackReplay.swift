public import Geodesy
public import MusterValues

/// A recorded track laid out in time, so that it can happen again.
///
/// Recorded times are kept as far as they make sense: the longest run of points whose times increase keeps its spacing,
/// whatever the year. Other points (no time, or one that goes back or stands still) are laid between their neighbours in
/// proportion to distance. Where the file gives no spacing, or one of more than a day, it comes from distance and
/// `assumedSpeed`, at least a second a point. A file whose times are all alike is thus replayed like one without times.
public struct TrackReplay: Sendable {
  public struct Sample: Hashable, Sendable {
    public let coordinate: Coordinate
    /// Milliseconds since the first point; strictly increasing.
    public let offset: Int64
    /// The file's own time, whether or not it was used.
    public let recorded: Timestamp?
  }

  /// In order; empty when the track has no valid point.
  public let samples: [Sample]
  /// Metres from the first point to the last along the track.
  public let length: Double

  /// The longest spacing that is believed, in milliseconds: a day.
  public static let longestGap: Int64 = 86_400_000
  /// Metres per second, for points that lie close together.
  public static let walkingSpeed = 1.4
  /// Metres per second, for points whose median spacing is over 25 m.
  public static let drivingSpeed = 13.9

  /// Milliseconds from the first point to the last.
  public var duration: Int64 { samples.last?.offset ?? 0 }

  /// Points whose coordinates are no place on Earth are left out.
  public init(_ points: [TrackPoint]) {
    let valid = points.filter(\.coordinate.isValid)
    let distances = zip(valid, valid.dropFirst()).map { $0.coordinate.distance(to: $1.coordinate) }
    let offsets = TrackTiming(times: valid.map(\.time), distances: distances).offsets
    samples = zip(valid, offsets).map { Sample(coordinate: $0.coordinate, offset: $1, recorded: $0.time) }
    length = distances.reduce(0, +)
  }

  /// The place that many metres along the track, on a recorded point: the first one at or after it.
  public func place(at distance: Double) -> Coordinate? {
    var sum = 0.0
    for (previous, next) in zip(samples, samples.dropFirst()) {
      if sum >= distance { return previous.coordinate }
      sum += previous.coordinate.distance(to: next.coordinate)
    }
    return samples.last?.coordinate
  }
}
