internal import Geofencing
internal import MusterValues

/// Remembers for a while how fences stand, since looking into a time zone's rules for each sample would cost more than
/// deciding about it. For the ingest thread only, which alone makes it safe to hand on.
final class ActivityCache: @unchecked Sendable {
  private struct Stretch {
    let from: Timestamp
    let until: Timestamp
    let standing: FenceActivity.Standing
  }

  private var stretches: [FenceActivity: Stretch] = [:]
  private static let capacity = 4096

  func standing(_ activity: FenceActivity, at moment: Timestamp) -> FenceActivity.Standing {
    if let known = stretches[activity], known.from <= moment, moment < known.until { return known.standing }
    let standing = activity.standing(at: moment)
    if stretches.count >= Self.capacity { stretches = [:] }
    stretches[activity] = Stretch(
      from: moment, until: activity.nextChange(after: moment) ?? Timestamp(milliseconds: .max), standing: standing)
    return standing
  }
}
