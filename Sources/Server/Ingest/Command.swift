public import AmazonLocation
public import MusterValues

/// A change somebody asks for. Its shape is checked already; what depends on the present state is decided in order.
public enum Command: Sendable {
  case createTracker(TrackerSettings)
  case updateTracker(Identifier, TrackerChanges)
  case deleteTracker(Identifier)
  case createCollection(CollectionSettings)
  case updateCollection(Identifier, CollectionChanges)
  case deleteCollection(Identifier)
  case associate(tracker: Identifier, collection: Identifier)
  case disassociate(tracker: Identifier, collection: Identifier)
  case putGeofences(collection: Identifier, [GeofencePut])
  case deleteGeofences(collection: Identifier, [Identifier])
  case tag(ResourceName, PropertyMap)
  case untag(ResourceName, [Identifier])
  case updatePositions(tracker: Identifier, [PositionUpdate])
  case evaluateGeofences(collection: Identifier, [PositionUpdate])
  case deletePositionHistory(tracker: Identifier, devices: [Identifier])
}

/// What a committed command answers.
public enum CommandOutcome: Sendable {
  case tracker(TrackerDescription)
  case collection(CollectionDescription)
  /// One stamp for each geofence put, in the order given.
  case geofences([GeofenceStamp])
  /// For batches: one entry for each item, in the order given; nil where it was accepted.
  case items([BatchItemError?])
  case done
}

public struct GeofenceStamp: Sendable, Equatable {
  public let id: Identifier
  public let created: Timestamp
  public let updated: Timestamp

  public init(id: Identifier, created: Timestamp, updated: Timestamp) {
    self.id = id
    self.created = created
    self.updated = updated
  }
}
