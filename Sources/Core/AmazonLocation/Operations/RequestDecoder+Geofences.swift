internal import Geodesy
internal import MusterValues

extension RequestDecoder {
  func geofence(_ operation: LocationOperation, _ values: CheckedInput) throws(ServiceError) -> LocationRequest {
    let collection = try values.identifier("CollectionName")
    switch operation {
    case .putGeofence:
      let put = try self.put(
        id: try values.identifier("GeofenceId"), values.input.body, at: "")
      switch put.outcome {
      case .success(let geofence): return .putGeofence(collection: collection, geofence)
      case .failure(let fault): throw .invalid(fault.path, fault.message)
      }
    case .batchPutGeofence:
      var entries: [BatchPutEntry] = []
      for (index, element) in try values.elements("Entries").enumerated() {
        guard let id = element["GeofenceId"]?.text else {
          throw .invalid("Entries[\(index)].GeofenceId", "is required", reason: .missing)
        }
        let put = try self.put(id: Identifier(id), element, at: "Entries[\(index)].")
        entries.append(
          BatchPutEntry(
            id: put.id,
            outcome: put.outcome.mapError { BatchItemError(.validation, $0.message) }))
      }
      return .batchPutGeofence(collection: collection, entries)
    case .listGeofences: return .listGeofences(collection: collection, values.page)
    case .batchDeleteGeofence:
      return .batchDeleteGeofence(
        collection: collection, geofences: try values.distinctIdentifiers("GeofenceIds"))
    default: return .getGeofence(collection: collection, geofence: try values.identifier("GeofenceId"))
    }
  }

  /// A geometry that no shape can be made of.
  private struct GeometryFault: Error {
    let path: String
    let message: String
  }

  /// - Throws: a ValidationException when the number of forms is not one, which concerns the request as a whole.
  private func put(
    id: Identifier, _ body: JSONValue, at place: String
  ) throws(ServiceError) -> (id: Identifier, outcome: Result<GeofencePut, GeometryFault>) {
    let json = body["Geometry"] ?? .null
    let forms = ["Polygon", "MultiPolygon", "Circle", "Geobuf"].filter { json.present($0) != nil }
    guard forms.count == 1, let form = forms.first, let value = json.present(form) else {
      throw .invalid(
        place + "Geometry", "must have exactly one of Polygon, MultiPolygon, Circle and Geobuf, not \(forms.count)")
    }
    let properties = body.present("GeofenceProperties").flatMap { PropertyMap(json: $0) } ?? PropertyMap()
    guard let geometry = GeofenceGeometry(form, value) else {
      throw .invalid(place + "Geometry." + form, "can't be read", reason: .cannotParse)
    }
    do throws(ShapeError) {
      let shape = try geometry.prepared(rules: rules, geobufRules: geobufRules)
      return (
        id, .success(GeofencePut(id: id, geometry: geometry, shape: shape, properties: properties))
      )
    } catch {
      return (id, .failure(GeometryFault(path: "Geometry." + error.path, message: error.message)))
    }
  }
}

extension GeofenceGeometry {
  /// The shape to evaluate, checked.
  func prepared(rules: ShapeRules, geobufRules: ShapeRules) throws(ShapeError) -> PreparedShape {
    switch self {
    case .polygon(let rings): try PreparedShape(validating: .polygon(Polygon(rings: rings)), rules: rules)
    case .multiPolygon(let polygons):
      try PreparedShape(validating: .multiPolygon(polygons.map { Polygon(rings: $0) }), rules: rules)
    case .circle(let center, let radius):
      try PreparedShape(validating: .circle(Circle(center: center, radius: radius)), rules: rules)
    case .geobuf(let bytes): try PreparedShape(validating: try Geobuf.decode(bytes), rules: geobufRules)
    }
  }

  fileprivate init?(_ form: String, _ value: JSONValue) {
    switch form {
    case "Polygon":
      guard let rings = value.rings else { return nil }
      self = .polygon(rings)
    case "MultiPolygon":
      guard let polygons = value.all(\.rings) else { return nil }
      self = .multiPolygon(polygons)
    case "Circle":
      guard let center = value["Center"]?.coordinate, let radius = value["Radius"]?.double else { return nil }
      self = .circle(center: center, radius: radius)
    default:
      guard let bytes = value.text.flatMap({ Base64Text.decode($0) }) else { return nil }
      self = .geobuf(bytes)
    }
  }
}
