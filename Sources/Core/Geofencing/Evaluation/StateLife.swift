public import MusterValues

/// How long membership outlives a device's last sample.
///
/// Source: Amazon Location developer guide, geofence overview: state is kept 30 days after the last update; a later one is
/// a first one again, assumed to have been outside everything.
public enum StateLife {
  /// Thirty days in milliseconds.
  public static let length: Int64 = 30 * 86_400_000

  public static func hasEnded(lastSample: Timestamp, at moment: Timestamp) -> Bool {
    moment.milliseconds(since: lastSample) > length
  }
}
