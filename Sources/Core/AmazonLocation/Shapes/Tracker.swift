public import MusterValues

/// Which updates of a device a tracker keeps and evaluates. The raw value is the name on the wire.
public enum PositionFiltering: String, Sendable, CaseIterable {
  /// Every update is evaluated; one is stored when at least 30 s lie between it and the last stored one.
  case timeBased = "TimeBased"
  /// An update less than 30 m from the last stored one is neither stored nor evaluated.
  case distanceBased = "DistanceBased"
  /// An update that moved less than the sum of its and the last stored one's accuracy is neither stored nor evaluated.
  case accuracyBased = "AccuracyBased"
}

/// What a tracker is made of (CreateTracker).
public struct TrackerSettings: Sendable, Equatable {
  public var name: Identifier
  public var description = ""
  public var positionFiltering = PositionFiltering.timeBased
  /// Whether device position UPDATE events are published.
  public var isEventBridgeEnabled = false
  public var kmsKeyID: String?
  public var isKmsKeyGeospatialQueriesEnabled = false
  public var tags = PropertyMap()

  public init(name: Identifier) { self.name = name }
}

/// What UpdateTracker may change; nil leaves a member as it is.
public struct TrackerChanges: Sendable, Equatable {
  public var description: String?
  public var positionFiltering: PositionFiltering?
  public var isEventBridgeEnabled: Bool?
  public var isKmsKeyGeospatialQueriesEnabled: Bool?

  public init() {}
}

public struct TrackerDescription: Sendable, Equatable {
  public var settings: TrackerSettings
  public var created: Timestamp
  public var updated: Timestamp

  public init(settings: TrackerSettings, created: Timestamp, updated: Timestamp) {
    self.settings = settings
    self.created = created
    self.updated = updated
  }
}
