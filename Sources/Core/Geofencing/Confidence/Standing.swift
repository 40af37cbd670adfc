public import MusterValues

/// Whether a device is safe at a moment, as far as one fence or a set of fences goes. Doubt and silence are unknown.
public enum Standing: Hashable, Sendable {
  public enum Doubt: Hashable, Sendable {
    /// No usable fix yet.
    case neverLocated
    /// No usable fix for too long; the device may be heard from all the same.
    case stale
    /// The evidence is not clear.
    case uncertain
    /// Seen inside and on its way out: by now it may have left.
    case mayHaveLeft
  }

  case safe
  case notSafe
  case unknown(Doubt)
}

extension ConfidentMembership {
  /// Where the device stands with this fence.
  public func standing(at now: Timestamp, _ trace: DeviceTrace, _ rules: ConfidenceRules) -> Standing {
    guard let newest = trace.newest else { return .unknown(.neverLocated) }
    if isInside, !isUncertain, let holdsUntil, now <= holdsUntil { return .safe }
    if now.milliseconds(since: newest.time) > trace.freshness(rules) { return .unknown(.stale) }
    if isUncertain { return .unknown(.uncertain) }
    return isInside ? .unknown(.mayHaveLeft) : .notSafe
  }
}

extension ConfidentDevice {
  /// Where the device stands with all fences that were evaluated: safe inside any, not safe outside all for sure.
  public func standing(at now: Timestamp, _ rules: ConfidenceRules) -> Standing {
    var standing = ConfidentMembership.outside.standing(at: now, trace, rules)
    for membership in memberships.values {
      switch membership.standing(at: now, trace, rules) {
      case .safe: return .safe
      case .notSafe: break
      case .unknown(let doubt): standing = .unknown(doubt)
      }
    }
    return standing
  }
}
