/// The operations this server offers. The raw value is the operation's name; `geo:` before it is the policy action.
public enum LocationOperation: String, Sendable, CaseIterable {
  case createTracker = "CreateTracker"
  case describeTracker = "DescribeTracker"
  case updateTracker = "UpdateTracker"
  case deleteTracker = "DeleteTracker"
  case listTrackers = "ListTrackers"
  case associateTrackerConsumer = "AssociateTrackerConsumer"
  case disassociateTrackerConsumer = "DisassociateTrackerConsumer"
  case listTrackerConsumers = "ListTrackerConsumers"

  case batchUpdateDevicePosition = "BatchUpdateDevicePosition"
  case getDevicePosition = "GetDevicePosition"
  case batchGetDevicePosition = "BatchGetDevicePosition"
  case getDevicePositionHistory = "GetDevicePositionHistory"
  case listDevicePositions = "ListDevicePositions"
  case batchDeleteDevicePositionHistory = "BatchDeleteDevicePositionHistory"

  case createGeofenceCollection = "CreateGeofenceCollection"
  case describeGeofenceCollection = "DescribeGeofenceCollection"
  case updateGeofenceCollection = "UpdateGeofenceCollection"
  case deleteGeofenceCollection = "DeleteGeofenceCollection"
  case listGeofenceCollections = "ListGeofenceCollections"

  case putGeofence = "PutGeofence"
  case batchPutGeofence = "BatchPutGeofence"
  case getGeofence = "GetGeofence"
  case listGeofences = "ListGeofences"
  case batchDeleteGeofence = "BatchDeleteGeofence"
  case batchEvaluateGeofences = "BatchEvaluateGeofences"
  case forecastGeofenceEvents = "ForecastGeofenceEvents"

  case tagResource = "TagResource"
  case untagResource = "UntagResource"
  case listTagsForResource = "ListTagsForResource"

  /// The action a policy allows or denies.
  public var action: String { "geo:" + rawValue }
}

/// One row of the table: how an operation is called and what its request may hold.
public struct OperationDefinition: Sendable {
  public let operation: LocationOperation
  /// The operation's name, but for a form of it that Amazon does not have.
  public let name: String
  public let method: String
  /// As the service model writes it: `/tags/{ResourceArn}`.
  public let path: String
  public let members: [InputMember]

  init(
    _ operation: LocationOperation, name: String? = nil, _ method: String, _ path: String, _ members: [InputMember]
  ) {
    self.operation = operation
    self.name = name ?? operation.rawValue
    self.method = method
    self.path = path
    self.members = members
  }

  /// Whether the request has a body; the body of any other is not read.
  public var hasBody: Bool { members.contains { $0.place == .body } }
}

extension LocationOperation {
  /// Every offered operation, once.
  public static let table: [OperationDefinition] =
    trackerTable + positionTable + collectionTable + geofenceTable + tagTable

  /// Further forms of offered operations that Amazon does not have: other paths, asked and answered like the operation
  /// and allowed by the same action.
  public static let extensions: [OperationDefinition] = [headingForecast]

  private static let definitions: [LocationOperation: OperationDefinition] =
    Dictionary(uniqueKeysWithValues: table.map { ($0.operation, $0) })

  /// This operation's row of the table.
  public var definition: OperationDefinition {
    Self.definitions[self] ?? OperationDefinition(self, "", "", [])
  }
}
