internal import Geodesy
public import MusterValues

extension ResponseWriter {
  /// PutGeofence.
  public static func put(_ id: Identifier, created: Timestamp, updated: Timestamp) -> [UInt8] {
    var writer = JSONWriter()
    writer.stamp(id, created, updated)
    writer.raw("}")
    return writer.bytes
  }

  /// BatchPutGeofence.
  public static func put(
    successes: [(id: Identifier, created: Timestamp, updated: Timestamp)],
    errors: [(id: Identifier, error: BatchItemError)]
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
    writer.list("{\"Successes\":", successes) { success, writer in
      writer.stamp(success.id, success.created, success.updated)
      writer.raw("}")
    }
    writer.list(",\"Errors\":", errors) { refusal, writer in
      writer.raw("{\"GeofenceId\":")
      writer.string(refusal.id.text)
      writer.itemError(refusal.error)
      writer.raw("}")
    }
    writer.raw("}")
    return writer.bytes
  }

  public static func geofence(_ geofence: GeofenceDescription) -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
    writer.geofence(geofence)
    return writer.bytes
  }

  public static func listed(geofences: [GeofenceDescription], nextToken: String?) -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
    writer.list("{\"Entries\":", geofences) { $1.geofence($0) }
    writer.nextToken(nextToken)
    writer.raw("}")
    return writer.bytes
  }
}

extension JSONWriter {
  /// An object left open.
  fileprivate mutating func stamp(_ id: Identifier, _ created: Timestamp, _ updated: Timestamp) {
    raw("{\"GeofenceId\":")
    string(id.text)
    raw(",\"CreateTime\":")
    timestamp(created)
    raw(",\"UpdateTime\":")
    timestamp(updated)
  }

  fileprivate mutating func geofence(_ geofence: GeofenceDescription) {
    stamp(geofence.id, geofence.created, geofence.updated)
    raw(",\"Status\":\"ACTIVE\",\"Geometry\":")
    geometry(geofence.geometry)
    propertiesMember(",\"GeofenceProperties\":", geofence.properties)
    raw("}")
  }

  /// In the form it was put in.
  private mutating func geometry(_ geometry: GeofenceGeometry) {
    switch geometry {
    case .polygon(let rings): list("{\"Polygon\":", rings) { $1.ring($0) }
    case .multiPolygon(let polygons):
      list("{\"MultiPolygon\":", polygons) { rings, writer in writer.list("", rings) { $1.ring($0) } }
    case .circle(let center, let radius):
      raw("{\"Circle\":{\"Center\":")
      position(center)
      raw(",\"Radius\":")
      number(radius)
      raw("}")
    case .geobuf(let bytes):
      raw("{\"Geobuf\":")
      string(Base64Text.encode(bytes))
    }
    raw("}")
  }

  private mutating func ring(_ ring: [Coordinate]) {
    list("", ring) { $1.position($0) }
  }
}
