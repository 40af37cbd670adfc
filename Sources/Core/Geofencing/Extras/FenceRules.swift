public import MusterValues

/// What is asked of a fence beyond ENTER and EXIT. Nothing is, unless a tag says so.
public struct FenceRules: Sendable, Equatable {
  /// Milliseconds of a stay after which it is told.
  public var dwell: Int64?
  /// Metres from the border within which a device outside is told to approach.
  public var approach: Double?
  /// Milliseconds between two samples at most, for a fence between them to count as passed through.
  public var passing: Int64?
  /// How many devices should be inside.
  public var occupancy: Int?
  /// nil: it is always there.
  public var activity: FenceActivity?

  public init() {}

  /// The same without what needs no look at every sample: whether dwell, approach or passing is asked for.
  public var watchesSamples: Bool { dwell != nil || approach != nil || passing != nil }
}

/// The rules that a collection's tags or a fence's properties spell out. A fence's go over its collection's.
public struct FenceRuleSet: Sendable, Equatable {
  /// What a set says about one rule.
  public enum Entry<Value: Sendable & Equatable>: Sendable, Equatable {
    /// Nothing: what it is laid over holds.
    case unset
    case off
    case on(Value)

    func over(_ other: Self) -> Value? {
      switch self {
      case .unset: if case .on(let value) = other { value } else { nil }
      case .off: nil
      case .on(let value): value
      }
    }
  }

  public var dwell = Entry<Int64>.unset
  public var approach = Entry<Double>.unset
  public var passing = Entry<Int64>.unset
  public var occupancy = Entry<Int>.unset
  public var expires = Entry<Timestamp>.unset
  public var hours = Entry<WeeklyHours>.unset
  public var zone: CivilTimeZone?
  /// Whether fixes are weighed by their accuracy. Of a collection as a whole.
  public var isConfident = false

  public init() {}

  public var isEmpty: Bool { self == FenceRuleSet() }

  /// Whether fences are there at the same times by both sets.
  public func opens(like other: FenceRuleSet) -> Bool {
    expires == other.expires && hours == other.hours && zone == other.zone
  }

  /// The rules of a fence with this set in a collection with that one.
  public func over(_ collection: FenceRuleSet) -> FenceRules {
    var rules = FenceRules()
    rules.dwell = dwell.over(collection.dwell)
    rules.approach = approach.over(collection.approach)
    rules.passing = passing.over(collection.passing)
    rules.occupancy = occupancy.over(collection.occupancy)
    let expires = expires.over(collection.expires)
    let hours = hours.over(collection.hours)
    if expires != nil || hours != nil {
      rules.activity = FenceActivity(expires: expires, hours: hours, zone: zone ?? collection.zone ?? .utc)
    }
    return rules
  }
}
