public import MusterValues

/// What the service says when a resource is missing or there already.
extension ServiceError {
  public static func trackerNotFound(_ name: Identifier) -> ServiceError {
    ServiceError(.resourceNotFound, "Tracker not found: \(name).")
  }

  public static func collectionNotFound(_ name: Identifier) -> ServiceError {
    ServiceError(.resourceNotFound, "Geofence collection not found: \(name).")
  }

  public static func geofenceNotFound(_ id: Identifier) -> ServiceError {
    ServiceError(.resourceNotFound, "Geofence not found: \(id).")
  }

  public static var deviceNotFound: ServiceError {
    ServiceError(.resourceNotFound, "records not found for given deviceId")
  }

  public static func resourceNotFound(arn: String) -> ServiceError {
    ServiceError(.resourceNotFound, "Resource not found: \(arn).")
  }
}
