internal import MusterValues

extension RequestDecoder {
  func tracker(_ operation: LocationOperation, _ values: CheckedInput) throws(ServiceError) -> LocationRequest {
    if operation == .listTrackers { return .listTrackers(values.page) }
    let name = try values.identifier("TrackerName")
    switch operation {
    case .createTracker:
      var settings = TrackerSettings(name: name)
      settings.description = values["Description"]?.text ?? ""
      settings.positionFiltering = values.positionFiltering ?? .timeBased
      settings.isEventBridgeEnabled = values["EventBridgeEnabled"]?.flag ?? false
      settings.kmsKeyID = values["KmsKeyId"]?.text
      settings.isKmsKeyGeospatialQueriesEnabled = values["KmsKeyEnableGeospatialQueries"]?.flag ?? false
      settings.tags = values.properties("Tags")
      return .createTracker(settings)
    case .updateTracker:
      var changes = TrackerChanges()
      changes.description = values["Description"]?.text
      changes.positionFiltering = values.positionFiltering
      changes.isEventBridgeEnabled = values["EventBridgeEnabled"]?.flag
      changes.isKmsKeyGeospatialQueriesEnabled = values["KmsKeyEnableGeospatialQueries"]?.flag
      return .updateTracker(name, changes)
    case .deleteTracker: return .deleteTracker(name)
    case .associateTrackerConsumer:
      return .associateTrackerConsumer(tracker: name, consumer: try values.text("ConsumerArn"))
    case .disassociateTrackerConsumer:
      return .disassociateTrackerConsumer(tracker: name, consumer: try values.text("ConsumerArn"))
    case .listTrackerConsumers: return .listTrackerConsumers(tracker: name, values.page)
    default: return .describeTracker(name)
    }
  }

  func collection(_ operation: LocationOperation, _ values: CheckedInput) throws(ServiceError) -> LocationRequest {
    if operation == .listGeofenceCollections { return .listGeofenceCollections(values.page) }
    let name = try values.identifier("CollectionName")
    switch operation {
    case .createGeofenceCollection:
      var settings = CollectionSettings(name: name)
      settings.description = values["Description"]?.text ?? ""
      settings.kmsKeyID = values["KmsKeyId"]?.text
      settings.tags = values.properties("Tags")
      return .createGeofenceCollection(settings)
    case .updateGeofenceCollection:
      var changes = CollectionChanges()
      changes.description = values["Description"]?.text
      return .updateGeofenceCollection(name, changes)
    case .deleteGeofenceCollection: return .deleteGeofenceCollection(name)
    default: return .describeGeofenceCollection(name)
    }
  }
}

extension CheckedInput {
  fileprivate var positionFiltering: PositionFiltering? {
    self["PositionFiltering"]?.text.flatMap { PositionFiltering(rawValue: $0) }
  }
}
