public import Geodesy
public import MusterValues

/// A tracker's rule for which updates are kept and evaluated.
///
/// Source: Amazon Location developer guide, "Start tracking", and its CreateTracker reference. A boundary that they
/// leave open (exactly 30 s, 30 m, or the sum of the accuracies) counts as moved.
public enum PositionFilter: Sendable, Equatable {
  case timeBased
  case distanceBased
  case accuracyBased

  /// Milliseconds between stored updates of a TimeBased tracker.
  public static let minimumInterval: Int64 = 30_000
  /// Metres between stored updates of a DistanceBased tracker.
  public static let minimumDistance = 30.0

  public struct Decision: Sendable, Equatable {
    public let stores: Bool
    public let evaluates: Bool

    public init(stores: Bool, evaluates: Bool) {
      self.stores = stores
      self.evaluates = evaluates
    }
  }

  /// The sample that the next one is compared with: the last one that this filter stored.
  public struct Reference: Sendable, Equatable {
    public let effectiveTime: Timestamp
    public let position: Coordinate
    /// Metres; a missing accuracy counts as 0.
    public let accuracy: Double

    public init(effectiveTime: Timestamp, position: Coordinate, accuracy: Double) {
      self.effectiveTime = effectiveTime
      self.position = position
      self.accuracy = accuracy
    }
  }

  /// Decides about a sample that is newer than every evaluated one.
  public func decide(_ sample: Reference, after stored: Reference?) -> Decision {
    guard let stored else { return Decision(stores: true, evaluates: true) }
    switch self {
    case .timeBased:
      let elapsed = sample.effectiveTime.milliseconds(since: stored.effectiveTime)
      return Decision(stores: elapsed >= Self.minimumInterval, evaluates: true)
    case .distanceBased:
      let moved = stored.position.distance(to: sample.position) >= Self.minimumDistance
      return Decision(stores: moved, evaluates: moved)
    case .accuracyBased:
      let doubt = stored.accuracy + sample.accuracy
      let moved = doubt <= 0 || stored.position.distance(to: sample.position) >= doubt
      return Decision(stores: moved, evaluates: moved)
    }
  }
}
