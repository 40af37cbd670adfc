public import Geodesy
public import MusterValues

/// A geofence's geometry in the form it was put in, which is the form it is given back in.
public enum GeofenceGeometry: Sendable, Equatable {
  /// Rings: the exterior first, then holes; each closed.
  case polygon([[Coordinate]])
  case multiPolygon([[[Coordinate]]])
  /// Radius in metres, above 0, at most 100,000.
  case circle(center: Coordinate, radius: Double)
  /// The bytes that were sent, base64 decoded.
  case geobuf([UInt8])
}

/// One geofence to put, its geometry already checked.
public struct GeofencePut: Sendable {
  public var id: Identifier
  public var geometry: GeofenceGeometry
  public var shape: PreparedShape
  public var properties: PropertyMap

  public init(id: Identifier, geometry: GeofenceGeometry, shape: PreparedShape, properties: PropertyMap) {
    self.id = id
    self.geometry = geometry
    self.shape = shape
    self.properties = properties
  }
}

public struct GeofenceDescription: Sendable {
  public var id: Identifier
  public var geometry: GeofenceGeometry
  public var properties: PropertyMap
  public var created: Timestamp
  public var updated: Timestamp

  public init(
    id: Identifier, geometry: GeofenceGeometry, properties: PropertyMap, created: Timestamp, updated: Timestamp
  ) {
    self.id = id
    self.geometry = geometry
    self.properties = properties
    self.created = created
    self.updated = updated
  }
}
