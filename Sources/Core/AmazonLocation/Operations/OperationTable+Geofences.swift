extension LocationOperation {
  private static let collections = "/geofencing/v0/collections"
  private static let collection = "/geofencing/v0/collections/{CollectionName}"
  private static let geofence = "/geofencing/v0/collections/{CollectionName}/geofences/{GeofenceId}"
  private static let collectionName = InputMember.path("CollectionName", .resourceName)
  private static let geofenceID = InputMember.path("GeofenceId", .identifier)

  static let collectionTable: [OperationDefinition] = [
    OperationDefinition(
      .createGeofenceCollection, "POST", collections,
      [
        .required("CollectionName", .resourceName),
        .optional("PricingPlan", .pricingPlan),
        .optional("PricingPlanDataSource", .pricingPlanDataSource),
        .optional("Description", .description),
        .optional("Tags", .tags),
        .optional("KmsKeyId", .kmsKeyID),
      ]),
    OperationDefinition(.describeGeofenceCollection, "GET", collection, [collectionName]),
    OperationDefinition(
      .updateGeofenceCollection, "PATCH", collection,
      [
        collectionName,
        .optional("PricingPlan", .pricingPlan),
        .optional("PricingPlanDataSource", .pricingPlanDataSource),
        .optional("Description", .description),
      ]),
    OperationDefinition(.deleteGeofenceCollection, "DELETE", collection, [collectionName]),
    OperationDefinition(
      .listGeofenceCollections, "POST", "/geofencing/v0/list-collections",
      [.optional("MaxResults", .pageSize), .optional("NextToken", .token)]),
  ]

  static let geofenceTable: [OperationDefinition] = [
    OperationDefinition(
      .putGeofence, "PUT", geofence,
      [
        collectionName,
        geofenceID,
        .required("Geometry", .geometry),
        .optional("GeofenceProperties", .geofenceProperties),
      ]),
    OperationDefinition(
      .batchPutGeofence, "POST", collection + "/put-geofences",
      [
        collectionName,
        .required(
          "Entries",
          .list(
            of: .structure([
              .required("GeofenceId", .identifier),
              .required("Geometry", .geometry),
              .optional("GeofenceProperties", .geofenceProperties),
            ]), minimum: 1, maximum: 10)),
      ]),
    OperationDefinition(.getGeofence, "GET", geofence, [collectionName, geofenceID]),
    OperationDefinition(
      .listGeofences, "POST", collection + "/list-geofences",
      [collectionName, .optional("NextToken", .largeToken), .optional("MaxResults", .pageSize)]),
    OperationDefinition(
      .batchDeleteGeofence, "POST", collection + "/delete-geofences",
      [collectionName, .required("GeofenceIds", .identifiers(maximum: 10))]),
    OperationDefinition(
      .batchEvaluateGeofences, "POST", collection + "/positions",
      [collectionName, .required("DevicePositionUpdates", .list(of: .positionUpdate, minimum: 1, maximum: 10))]),
    OperationDefinition(
      .forecastGeofenceEvents, "POST", collection + "/forecast-geofence-events", forecast(deviceState)),
  ]

  /// Like ForecastGeofenceEvents, for a device whose heading may be known.
  static let headingForecast = OperationDefinition(
    .forecastGeofenceEvents, name: "ForecastAlongHeading", "POST", "/muster/v1/collections/{CollectionName}/forecast",
    forecast(deviceState + [.optional("Heading", .double(0...360)), .optional("HeadingUncertainty", .double(0...180))]))

  private static let deviceState: [InputMember] = [
    .required("Position", .position), .optional("Speed", .doubleAtLeast(0)),
  ]

  private static func forecast(_ deviceState: [InputMember]) -> [InputMember] {
    [
      collectionName,
      .required("DeviceState", .structure(deviceState)),
      .optional("TimeHorizonMinutes", .doubleAtLeast(0)),
      .optional("DistanceUnit", .choice(MeasurementSystem.allCases.map(\.distanceUnit))),
      .optional("SpeedUnit", .choice(MeasurementSystem.allCases.map(\.speedUnit))),
      .optional("NextToken", .largeToken),
      .optional("MaxResults", .integer(1...20)),
    ]
  }

  private static let tags = "/tags/{ResourceArn}"
  private static let resourceARN = InputMember.path("ResourceArn", .arn)

  static let tagTable: [OperationDefinition] = [
    OperationDefinition(.tagResource, "POST", tags, [resourceARN, .required("Tags", .tags)]),
    OperationDefinition(
      .untagResource, "DELETE", tags,
      [resourceARN, .query("TagKeys", as: "tagKeys", .list(of: .text(TextRule()), minimum: 1, maximum: 50))]),
    OperationDefinition(.listTagsForResource, "GET", tags, [resourceARN]),
  ]
}
