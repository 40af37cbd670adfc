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
  ]

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
