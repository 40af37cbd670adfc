public import MusterValues

/// What a geofence collection is made of (CreateGeofenceCollection).
public struct CollectionSettings: Sendable, Equatable {
  public var name: Identifier
  public var description = ""
  public var kmsKeyID: String?
  public var tags = PropertyMap()

  public init(name: Identifier) { self.name = name }
}

/// What UpdateGeofenceCollection may change; nil leaves a member as it is.
public struct CollectionChanges: Sendable, Equatable {
  public var description: String?

  public init() {}
}

public struct CollectionDescription: Sendable, Equatable {
  public var settings: CollectionSettings
  public var created: Timestamp
  public var updated: Timestamp
  public var geofenceCount: Int

  public init(settings: CollectionSettings, created: Timestamp, updated: Timestamp, geofenceCount: Int) {
    self.settings = settings
    self.created = created
    self.updated = updated
    self.geofenceCount = geofenceCount
  }
}
