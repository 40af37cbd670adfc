internal import AmazonLocation
internal import MusterValues

/// What a policy is asked: may this be done to that?
public struct AccessQuestion: Sendable {
  /// `geo:PutGeofence`
  public var action: String
  /// An ARN, or `*` for a list of everything.
  public var resource: String
  /// Condition keys and their values.
  public var context: [(key: String, values: [String])]

  public init(action: String, resource: String, context: [(key: String, values: [String])] = []) {
    self.action = action
    self.resource = resource
    self.context = context
  }
}

extension AccessQuestion {
  /// The question for a request. Without a decoded request (its body is wrong) the names of the path must do.
  init(
    _ operation: LocationOperation, _ request: LocationRequest?, pathParameters: [(name: String, value: String)],
    partition: ResourcePartition
  ) {
    func parameter(_ name: String) -> Identifier? {
      pathParameters.first { $0.name == name }.map { Identifier($0.value) }
    }
    var resource = "*"
    if let arn = parameter("ResourceArn") {
      resource = arn.text
    } else if let tracker = parameter("TrackerName") {
      resource = ResourceName.tracker(tracker).arn(in: partition)
    } else if let collection = parameter("CollectionName") {
      resource = ResourceName.geofenceCollection(collection).arn(in: partition)
    }
    var context: [(key: String, values: [String])] = []
    switch request {
    case .createTracker(let settings): resource = ResourceName.tracker(settings.name).arn(in: partition)
    case .createGeofenceCollection(let settings):
      resource = ResourceName.geofenceCollection(settings.name).arn(in: partition)
    case .batchUpdateDevicePosition(_, let updates):
      context = [(Self.devices, updates.map(\.device.text))]
    case .batchGetDevicePosition(_, let devices), .batchDeleteDevicePositionHistory(_, let devices):
      context = [(Self.devices, devices.map(\.text))]
    case .batchPutGeofence(_, let entries): context = [(Self.geofences, entries.map(\.id.text))]
    case .batchDeleteGeofence(_, let geofences): context = [(Self.geofences, geofences.map(\.text))]
    default: break
    }
    if let device = parameter("DeviceId") { context = [(Self.devices, [device.text])] }
    if let geofence = parameter("GeofenceId") { context = [(Self.geofences, [geofence.text])] }
    self.init(action: operation.action, resource: resource, context: context)
  }

  private static let devices = "geo:DeviceIds"
  private static let geofences = "geo:GeofenceIds"
}
