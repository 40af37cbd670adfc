public import Geodesy
internal import MusterValues

/// Turns the parts of a request into a typed request, or says everything that is wrong with it.
///
/// Unknown members of a body are ignored, as the service does. A null member counts as absent.
public struct RequestDecoder: Sendable {
  /// What the geometry of geofences and filters may be.
  public let rules: ShapeRules
  /// The same for geometry sent as Geobuf, whose limits are wider.
  public let geobufRules: ShapeRules

  public init(rules: ShapeRules, geobufRules: ShapeRules) {
    self.rules = rules
    self.geobufRules = geobufRules
  }

  public func decode(_ operation: LocationOperation, _ input: RequestInput) throws(ServiceError) -> LocationRequest {
    try decode(operation.definition, input)
  }

  public func decode(_ definition: OperationDefinition, _ input: RequestInput) throws(ServiceError) -> LocationRequest {
    let operation = definition.operation
    let members = definition.members
    var validator = InputValidator()
    validator.check(input, against: members)
    checkBeyondModel(members, input, &validator)
    guard validator.violations.isEmpty else { throw .invalid(validator.violations) }
    let values = CheckedInput(input: input, members: members)
    switch operation {
    case .createTracker, .describeTracker, .updateTracker, .deleteTracker, .listTrackers,
      .associateTrackerConsumer, .disassociateTrackerConsumer, .listTrackerConsumers:
      return try tracker(operation, values)
    case .batchUpdateDevicePosition, .getDevicePosition, .batchGetDevicePosition, .getDevicePositionHistory,
      .listDevicePositions, .batchDeleteDevicePositionHistory, .batchEvaluateGeofences:
      return try positions(operation, values)
    case .createGeofenceCollection, .describeGeofenceCollection, .updateGeofenceCollection,
      .deleteGeofenceCollection, .listGeofenceCollections:
      return try collection(operation, values)
    case .putGeofence, .batchPutGeofence, .getGeofence, .listGeofences, .batchDeleteGeofence:
      return try geofence(operation, values)
    case .forecastGeofenceEvents:
      return try forecast(values, mayHaveHeading: definition.name != operation.rawValue)
    case .tagResource:
      return .tagResource(arn: try values.text("ResourceArn"), values.properties("Tags"))
    case .untagResource:
      return .untagResource(arn: try values.text("ResourceArn"), keys: try values.distinctIdentifiers("TagKeys"))
    case .listTagsForResource:
      return .listTagsForResource(arn: try values.text("ResourceArn"))
    }
  }

  /// What the documentation asks for and the model does not say.
  private func checkBeyondModel(
    _ members: [InputMember], _ input: RequestInput, _ validator: inout InputValidator
  ) {
    for member in members {
      guard let value = input[member] else { continue }
      switch member.name {
      case "PricingPlan":
        if let text = value.text, text == "MobileAssetTracking" || text == "MobileAssetManagement" {
          validator.refuse("PricingPlan", "must be RequestBasedUsage", .fieldValidationFailed)
        }
      case "PricingPlanDataSource":
        validator.refuse("PricingPlanDataSource", "is no longer allowed", .fieldValidationFailed)
      case "Tags":
        for (index, entry) in (value.members ?? []).prefix(50).enumerated()
        where entry.name.utf8.prefix(4).map({ $0 | 0x20 }).elementsEqual("aws:".utf8.map { $0 | 0x20 }) {
          validator.refuse("Tags[\(index)]", "the prefix aws: is reserved", .fieldValidationFailed)
        }
      case "Entries": checkDistinct(value, &validator)
      default: break
      }
    }
  }

  /// Two entries for one geofence would leave its geometry to chance, so the request is refused.
  private func checkDistinct(_ entries: JSONValue, _ validator: inout InputValidator) {
    var seen: Set<Identifier> = []
    for (index, entry) in (entries.elements ?? []).prefix(10).enumerated() {
      guard let text = entry["GeofenceId"]?.text else { continue }
      if !seen.insert(Identifier(text)).inserted {
        validator.refuse("Entries[\(index)].GeofenceId", "is in this batch more than once", .fieldValidationFailed)
      }
    }
  }
}

/// The values of a request that passed validation. A member that is not there after all is a fault of the table.
struct CheckedInput {
  let input: RequestInput
  let members: [InputMember]

  subscript(name: String) -> JSONValue? {
    members.first { $0.name == name }.flatMap { input[$0] }
  }

  func text(_ name: String) throws(ServiceError) -> String {
    guard let text = self[name]?.text else { throw .invalid(name, "is required", reason: .missing) }
    return text
  }

  func identifier(_ name: String) throws(ServiceError) -> Identifier { Identifier(try text(name)) }

  func elements(_ name: String) throws(ServiceError) -> [JSONValue] {
    guard let elements = self[name]?.elements else { throw .invalid(name, "is required", reason: .missing) }
    return elements
  }

  /// Each identifier once, in the order of its first appearance: asking twice for the same thing asks once.
  func distinctIdentifiers(_ name: String) throws(ServiceError) -> [Identifier] {
    var seen: Set<Identifier> = []
    return try elements(name).compactMap { $0.text.map { Identifier($0) } }.filter { seen.insert($0).inserted }
  }

  func properties(_ name: String) -> PropertyMap { self[name].flatMap { PropertyMap(json: $0) } ?? PropertyMap() }

  var page: PageRequest {
    PageRequest(limit: Int(self["MaxResults"]?.integer ?? 100), token: self["NextToken"]?.text)
  }
}
