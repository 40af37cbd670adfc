extension LocationOperation {
  private static let trackers = "/tracking/v0/trackers"
  private static let tracker = "/tracking/v0/trackers/{TrackerName}"
  private static let trackerName = InputMember.path("TrackerName", .resourceName)

  static let trackerTable: [OperationDefinition] = [
    OperationDefinition(
      .createTracker, "POST", trackers,
      [
        .required("TrackerName", .resourceName),
        .optional("PricingPlan", .pricingPlan),
        .optional("KmsKeyId", .kmsKeyID),
        .optional("PricingPlanDataSource", .pricingPlanDataSource),
        .optional("Description", .description),
        .optional("Tags", .tags),
        .optional("PositionFiltering", .positionFiltering),
        .optional("EventBridgeEnabled", .boolean),
        .optional("KmsKeyEnableGeospatialQueries", .boolean),
      ]),
    OperationDefinition(.describeTracker, "GET", tracker, [trackerName]),
    OperationDefinition(
      .updateTracker, "PATCH", tracker,
      [
        trackerName,
        .optional("PricingPlan", .pricingPlan),
        .optional("PricingPlanDataSource", .pricingPlanDataSource),
        .optional("Description", .description),
        .optional("PositionFiltering", .positionFiltering),
        .optional("EventBridgeEnabled", .boolean),
        .optional("KmsKeyEnableGeospatialQueries", .boolean),
      ]),
    OperationDefinition(.deleteTracker, "DELETE", tracker, [trackerName]),
    OperationDefinition(
      .listTrackers, "POST", "/tracking/v0/list-trackers",
      [.optional("MaxResults", .pageSize), .optional("NextToken", .token)]),
    OperationDefinition(
      .associateTrackerConsumer, "POST", tracker + "/consumers", [trackerName, .required("ConsumerArn", .arn)]),
    OperationDefinition(
      .disassociateTrackerConsumer, "DELETE", tracker + "/consumers/{ConsumerArn}",
      [trackerName, .path("ConsumerArn", .arn)]),
    OperationDefinition(
      .listTrackerConsumers, "POST", tracker + "/list-consumers",
      [trackerName, .optional("MaxResults", .pageSize), .optional("NextToken", .token)]),
  ]

  static let positionTable: [OperationDefinition] = [
    OperationDefinition(
      .batchUpdateDevicePosition, "POST", tracker + "/positions",
      [trackerName, .required("Updates", .list(of: .positionUpdate, minimum: 1, maximum: 10))]),
    OperationDefinition(
      .getDevicePosition, "GET", tracker + "/devices/{DeviceId}/positions/latest",
      [trackerName, .path("DeviceId", .identifier)]),
    OperationDefinition(
      .batchGetDevicePosition, "POST", tracker + "/get-positions",
      [
        // The one tracker name the model gives no maximum.
        .path("TrackerName", .text(TextRule(1, nil, .resourceName))),
        .required("DeviceIds", .identifiers(maximum: 10)),
      ]),
    OperationDefinition(
      .getDevicePositionHistory, "POST", tracker + "/devices/{DeviceId}/list-positions",
      [
        trackerName,
        .path("DeviceId", .identifier),
        .optional("NextToken", .token),
        .optional("StartTimeInclusive", .timestamp),
        .optional("EndTimeExclusive", .timestamp),
        .optional("MaxResults", .pageSize),
      ]),
    OperationDefinition(
      .listDevicePositions, "POST", tracker + "/list-positions",
      [
        trackerName,
        .optional("MaxResults", .pageSize),
        .optional("NextToken", .token),
        .optional("FilterGeometry", .structure([.optional("Polygon", .linearRings)])),
      ]),
    OperationDefinition(
      .batchDeleteDevicePositionHistory, "POST", tracker + "/delete-positions",
      [trackerName, .required("DeviceIds", .identifiers(maximum: 100))]),
  ]
}
