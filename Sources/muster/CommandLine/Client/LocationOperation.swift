internal import AmazonLocation
internal import MusterValues

/// A request of Amazon Location's API (service model 2020-11-19).
struct LocationOperation: Equatable, Sendable {
  let name: String
  let method: String
  /// The path, percent-encoded.
  let path: String
  /// Nil when the operation has no body.
  let body: JSONValue?

  private init(_ name: String, _ method: String, _ path: [String], _ body: JSONValue? = nil) {
    self.name = name
    self.method = method
    self.path = "/" + path.map(PercentEncoding.encode).joined(separator: "/")
    self.body = body
  }

  private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } })
  }

  private static func texts(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  /// `{"KEY": "VALUE", ...}`, or nil when there is none.
  static func named(_ values: [NamedText]) -> JSONValue? {
    values.isEmpty ? nil : .object(values.map { JSONValue.Member($0.name, .string($0.value)) })
  }
}

extension LocationOperation {
  private static let trackers = ["tracking", "v0", "trackers"]

  static func createTracker(
    _ name: String, description: String?, filtering: String?, events: Bool?, tags: [NamedText]
  ) -> LocationOperation {
    let body = object([
      ("TrackerName", .string(name)), ("Description", description.map { .string($0) }),
      ("PositionFiltering", filtering.map { .string($0) }), ("EventBridgeEnabled", events.map { .bool($0) }),
      ("Tags", named(tags)),
    ])
    return LocationOperation("CreateTracker", "POST", trackers, body)
  }

  static func describeTracker(_ name: String) -> LocationOperation {
    LocationOperation("DescribeTracker", "GET", trackers + [name])
  }

  static func updateTracker(
    _ name: String, description: String?, filtering: String?, events: Bool?
  ) -> LocationOperation {
    let body = object([
      ("Description", description.map { .string($0) }), ("PositionFiltering", filtering.map { .string($0) }),
      ("EventBridgeEnabled", events.map { .bool($0) }),
    ])
    return LocationOperation("UpdateTracker", "PATCH", trackers + [name], body)
  }

  static func deleteTracker(_ name: String) -> LocationOperation {
    LocationOperation("DeleteTracker", "DELETE", trackers + [name])
  }

  static func listTrackers(next: String?) -> LocationOperation {
    LocationOperation("ListTrackers", "POST", ["tracking", "v0", "list-trackers"], page(next))
  }

  static func link(_ tracker: String, to collection: String) -> LocationOperation {
    let body = object([("ConsumerArn", .string(collection))])
    return LocationOperation("AssociateTrackerConsumer", "POST", trackers + [tracker, "consumers"], body)
  }

  static func unlink(_ tracker: String, from collection: String) -> LocationOperation {
    LocationOperation("DisassociateTrackerConsumer", "DELETE", trackers + [tracker, "consumers", collection])
  }

  static func listLinks(_ tracker: String, next: String?) -> LocationOperation {
    LocationOperation("ListTrackerConsumers", "POST", trackers + [tracker, "list-consumers"], page(next))
  }

  private static func page(_ next: String?) -> JSONValue {
    object([("MaxResults", 100), ("NextToken", next.map { .string($0) })])
  }
}

extension LocationOperation {
  static func updatePositions(_ tracker: String, _ updates: [JSONValue]) -> LocationOperation {
    let body = object([("Updates", .array(updates))])
    return LocationOperation("BatchUpdateDevicePosition", "POST", trackers + [tracker, "positions"], body)
  }

  static func position(_ tracker: String, device: String) -> LocationOperation {
    LocationOperation("GetDevicePosition", "GET", trackers + [tracker, "devices", device, "positions", "latest"])
  }

  static func positions(_ tracker: String, devices: [String]) -> LocationOperation {
    let body = object([("DeviceIds", texts(devices))])
    return LocationOperation("BatchGetDevicePosition", "POST", trackers + [tracker, "get-positions"], body)
  }

  static func history(
    _ tracker: String, device: String, from: Timestamp?, to: Timestamp?, next: String?
  ) -> LocationOperation {
    let body = object([
      ("StartTimeInclusive", from.map { .string($0.iso8601) }), ("EndTimeExclusive", to.map { .string($0.iso8601) }),
      ("MaxResults", 100), ("NextToken", next.map { .string($0) }),
    ])
    let path = trackers + [tracker, "devices", device, "list-positions"]
    return LocationOperation("GetDevicePositionHistory", "POST", path, body)
  }

  /// `within` is a ring of corners, or nil for everywhere.
  static func listPositions(_ tracker: String, within: JSONValue?, next: String?) -> LocationOperation {
    let body = object([
      ("FilterGeometry", within), ("MaxResults", 100), ("NextToken", next.map { .string($0) }),
    ])
    return LocationOperation("ListDevicePositions", "POST", trackers + [tracker, "list-positions"], body)
  }

  static func evaluate(_ collection: String, _ updates: [JSONValue]) -> LocationOperation {
    let body = object([("DevicePositionUpdates", .array(updates))])
    return LocationOperation("BatchEvaluateGeofences", "POST", collections + [collection, "positions"], body)
  }

  /// An element of `Updates` or `DevicePositionUpdates`. Degrees, metres.
  static func update(
    device: String, longitude: Double, latitude: Double, time: Timestamp, accuracy: Double?,
    properties: [NamedText] = []
  ) -> JSONValue {
    object([
      ("DeviceId", .string(device)), ("SampleTime", .string(time.iso8601)),
      ("Position", .array([.number(longitude), .number(latitude)])),
      ("Accuracy", accuracy.map { object([("Horizontal", .number($0))]) }),
      ("PositionProperties", named(properties)),
    ])
  }
}

extension LocationOperation {
  private static let collections = ["geofencing", "v0", "collections"]

  static func createCollection(_ name: String, description: String?, tags: [NamedText]) -> LocationOperation {
    let body = object([
      ("CollectionName", .string(name)), ("Description", description.map { .string($0) }), ("Tags", named(tags)),
    ])
    return LocationOperation("CreateGeofenceCollection", "POST", collections, body)
  }

  static func describeCollection(_ name: String) -> LocationOperation {
    LocationOperation("DescribeGeofenceCollection", "GET", collections + [name])
  }

  static func updateCollection(_ name: String, description: String?) -> LocationOperation {
    let body = object([("Description", description.map { .string($0) })])
    return LocationOperation("UpdateGeofenceCollection", "PATCH", collections + [name], body)
  }

  static func deleteCollection(_ name: String) -> LocationOperation {
    LocationOperation("DeleteGeofenceCollection", "DELETE", collections + [name])
  }

  static func listCollections(next: String?) -> LocationOperation {
    LocationOperation("ListGeofenceCollections", "POST", ["geofencing", "v0", "list-collections"], page(next))
  }

  static func putFence(
    _ collection: String, id: String, geometry: JSONValue, properties: [NamedText]
  ) -> LocationOperation {
    let body = object([("Geometry", geometry), ("GeofenceProperties", named(properties))])
    return LocationOperation("PutGeofence", "PUT", collections + [collection, "geofences", id], body)
  }

  static func putFences(_ collection: String, _ entries: [JSONValue]) -> LocationOperation {
    let body = object([("Entries", .array(entries))])
    return LocationOperation("BatchPutGeofence", "POST", collections + [collection, "put-geofences"], body)
  }

  /// An element of `Entries`.
  static func entry(id: String, geometry: JSONValue, properties: [NamedText]) -> JSONValue {
    object([("GeofenceId", .string(id)), ("Geometry", geometry), ("GeofenceProperties", named(properties))])
  }

  static func fence(_ collection: String, id: String) -> LocationOperation {
    LocationOperation("GetGeofence", "GET", collections + [collection, "geofences", id])
  }

  static func listFences(_ collection: String, next: String?) -> LocationOperation {
    LocationOperation("ListGeofences", "POST", collections + [collection, "list-geofences"], page(next))
  }

  /// With a heading, Muster's own form of the operation.
  static func forecast(
    _ collection: String, state: [(String, JSONValue?)], minutes: Double?, heading: Bool, next: String?
  ) -> LocationOperation {
    let body = object([
      ("DeviceState", object(state)), ("TimeHorizonMinutes", minutes.map { .number($0) }),
      ("NextToken", next.map { .string($0) }),
    ])
    return heading
      ? LocationOperation(
        "ForecastAlongHeading", "POST", ["muster", "v1", "collections", collection, "forecast"], body)
      : LocationOperation(
        "ForecastGeofenceEvents", "POST", collections + [collection, "forecast-geofence-events"], body)
  }

  static func deleteFences(_ collection: String, ids: [String]) -> LocationOperation {
    let body = object([("GeofenceIds", texts(ids))])
    return LocationOperation("BatchDeleteGeofence", "POST", collections + [collection, "delete-geofences"], body)
  }
}
