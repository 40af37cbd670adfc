public import Geodesy
public import MusterValues

/// A request whose shape is checked: everything that depends on the present state is still to be decided.
public enum LocationRequest: Sendable {
  case createTracker(TrackerSettings)
  case describeTracker(Identifier)
  case updateTracker(Identifier, TrackerChanges)
  case deleteTracker(Identifier)
  case listTrackers(PageRequest)
  case associateTrackerConsumer(tracker: Identifier, consumer: String)
  case disassociateTrackerConsumer(tracker: Identifier, consumer: String)
  case listTrackerConsumers(tracker: Identifier, PageRequest)

  case batchUpdateDevicePosition(tracker: Identifier, [PositionUpdate])
  case getDevicePosition(tracker: Identifier, device: Identifier)
  case batchGetDevicePosition(tracker: Identifier, devices: [Identifier])
  /// nil: a day ago, and now.
  case getDevicePositionHistory(
    tracker: Identifier, device: Identifier, from: Timestamp?, to: Timestamp?, PageRequest)
  case listDevicePositions(tracker: Identifier, within: PreparedShape?, PageRequest)
  case batchDeleteDevicePositionHistory(tracker: Identifier, devices: [Identifier])

  case createGeofenceCollection(CollectionSettings)
  case describeGeofenceCollection(Identifier)
  case updateGeofenceCollection(Identifier, CollectionChanges)
  case deleteGeofenceCollection(Identifier)
  case listGeofenceCollections(PageRequest)

  case putGeofence(collection: Identifier, GeofencePut)
  case batchPutGeofence(collection: Identifier, [BatchPutEntry])
  case getGeofence(collection: Identifier, geofence: Identifier)
  case listGeofences(collection: Identifier, PageRequest)
  case batchDeleteGeofence(collection: Identifier, geofences: [Identifier])
  case batchEvaluateGeofences(collection: Identifier, [PositionUpdate])
  case forecastGeofenceEvents(collection: Identifier, ForecastQuery, PageRequest)

  case tagResource(arn: String, PropertyMap)
  case untagResource(arn: String, keys: [Identifier])
  case listTagsForResource(arn: String)
}

/// Which page of a list is asked for.
public struct PageRequest: Sendable, Equatable {
  /// 1...100, and 100 when not given; of forecasts 1...20, and 20.
  public var limit: Int
  /// As it was sent.
  public var token: String?

  public init(limit: Int = 100, token: String? = nil) {
    self.limit = limit
    self.token = token
  }
}

/// One entry of BatchPutGeofence: a wrong geometry is this entry's fault alone.
public struct BatchPutEntry: Sendable {
  public let id: Identifier
  public let outcome: Result<GeofencePut, BatchItemError>

  public init(id: Identifier, outcome: Result<GeofencePut, BatchItemError>) {
    self.id = id
    self.outcome = outcome
  }
}
