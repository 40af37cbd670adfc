public import AmazonLocation
public import Geofencing

/// What the ingest engine is told by the server's configuration.
public struct IngestConfiguration: Sendable {
  /// Region and account, for ARNs in events.
  public var partition: ResourcePartition
  public var profile: EvaluationProfile
  public var quotas: Quotas
  /// How long samples are kept, in milliseconds of sample time.
  public var retention: Int64
  /// How far ahead of its arrival a sample's time may lie, in milliseconds.
  public var futureTolerance: Int64 = 5 * 60_000
  /// Samples that one group commit takes at most.
  public var samplesPerCommit = 8192
  /// Devices that one group commit evaluates again at most, after a fence or link changed.
  public var reevaluationsPerCommit = 8192
  /// The numbers of confident evaluation.
  public var confidence = ConfidenceRules()
  /// Where the time zones of schedules come from.
  public var timeZones = TimeZoneSource.system
  /// How fences are found; the answer is the same.
  public var fenceIndex = FenceIndexKind.indexed
  /// Journal bytes that start a compaction into per-device chunks.
  public var compactionThreshold = 8 << 20

  public init(
    partition: ResourcePartition = ResourcePartition(), profile: EvaluationProfile = .muster, quotas: Quotas? = nil,
    retentionDays: Int = 30
  ) {
    self.partition = partition
    self.profile = profile
    self.quotas = quotas ?? (profile == .amazon ? .amazon : .none)
    self.retention = Int64(retentionDays) * 86_400_000
  }
}

extension IngestConfiguration {
  /// Reads the rules of fences; nil where Amazon's rules alone hold.
  public var ruleReader: FenceRuleReader? { profile.hasExtras ? FenceRuleReader(zones: timeZones) : nil }

  /// How a collection's fences are found.
  public enum FenceIndexKind: Sendable, Equatable {
    case indexed
    /// Every fence is looked at: the plain answer, for comparison.
    case linear
  }
}

/// Which rules hold where Amazon leaves a case open or decides it in a way that Muster improves on.
public struct EvaluationProfile: Sendable, Equatable {
  /// Whether deleting a fence, collection, link or tracker makes devices inside EXIT, with a reason.
  public var reportsRemovals: Bool
  /// Whether devices are evaluated at once when a fence is put or a collection is linked.
  public var reevaluatesChanges: Bool
  /// Whether samples older than the last evaluated one go to history.
  public var keepsLateSamples: Bool
  /// Whether tags and properties that begin with `muster:` mean anything.
  public var hasExtras: Bool

  public static let muster = EvaluationProfile(
    reportsRemovals: true, reevaluatesChanges: true, keepsLateSamples: true, hasExtras: true)
  public static let amazon = EvaluationProfile(
    reportsRemovals: false, reevaluatesChanges: false, keepsLateSamples: false, hasExtras: false)
}

/// Amazon's counts, each off when nil.
public struct Quotas: Sendable, Equatable {
  public var trackers: Int?
  public var collections: Int?
  public var geofencesPerCollection: Int?
  public var consumersPerTracker: Int?

  public static let none = Quotas()
  /// Source: Amazon Location quotas page.
  public static let amazon = Quotas(
    trackers: 500, collections: 1500, geofencesPerCollection: 50_000, consumersPerTracker: 5)
}
