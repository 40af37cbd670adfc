internal import Geodesy
internal import MusterValues

extension RequestDecoder {
  func positions(_ operation: LocationOperation, _ values: CheckedInput) throws(ServiceError) -> LocationRequest {
    if operation == .batchEvaluateGeofences {
      return .batchEvaluateGeofences(
        collection: try values.identifier("CollectionName"), try updates(values, "DevicePositionUpdates"))
    }
    let tracker = try values.identifier("TrackerName")
    switch operation {
    case .getDevicePosition: return .getDevicePosition(tracker: tracker, device: try values.identifier("DeviceId"))
    case .batchGetDevicePosition:
      return .batchGetDevicePosition(tracker: tracker, devices: try values.distinctIdentifiers("DeviceIds"))
    case .getDevicePositionHistory:
      return .getDevicePositionHistory(
        tracker: tracker, device: try values.identifier("DeviceId"), from: values["StartTimeInclusive"]?.timestamp,
        to: values["EndTimeExclusive"]?.timestamp, values.page)
    case .listDevicePositions:
      return .listDevicePositions(tracker: tracker, within: try area(values["FilterGeometry"]), values.page)
    case .batchDeleteDevicePositionHistory:
      return .batchDeleteDevicePositionHistory(tracker: tracker, devices: try values.distinctIdentifiers("DeviceIds"))
    default: return .batchUpdateDevicePosition(tracker: tracker, try updates(values, "Updates"))
    }
  }

  private func updates(_ values: CheckedInput, _ name: String) throws(ServiceError) -> [PositionUpdate] {
    var updates: [PositionUpdate] = []
    for (index, element) in try values.elements(name).enumerated() {
      guard let device = element["DeviceId"]?.text, let time = element["SampleTime"]?.timestamp,
        let position = element["Position"]?.coordinate
      else { throw .invalid("\(name)[\(index)]", "is incomplete", reason: .missing) }
      updates.append(
        PositionUpdate(
          device: Identifier(device), sampleTime: time, position: position,
          horizontalAccuracy: element.present("Accuracy")?["Horizontal"]?.double,
          properties: element.present("PositionProperties").flatMap { PropertyMap(json: $0) } ?? PropertyMap()))
    }
    return updates
  }

  /// The area of ListDevicePositions. A filter without a polygon would filter nothing: that is an error, not a wish.
  private func area(_ filter: JSONValue?) throws(ServiceError) -> PreparedShape? {
    guard let filter else { return nil }
    guard let rings = filter.present("Polygon")?.rings else {
      throw .invalid("FilterGeometry.Polygon", "is required", reason: .missing)
    }
    do throws(ShapeError) {
      return try PreparedShape(validating: .polygon(Polygon(rings: rings)), rules: rules)
    } catch {
      throw .invalid("FilterGeometry.\(error.path)", error.message)
    }
  }
}

extension JSONValue {
  var timestamp: Timestamp? { text.flatMap { Timestamp(iso8601: $0) } }

  /// From `[longitude, latitude]`.
  var coordinate: Coordinate? {
    guard let elements, elements.count == 2, let longitude = elements[0].double, let latitude = elements[1].double
    else { return nil }
    return Coordinate(longitude: longitude, latitude: latitude)
  }

  var rings: [[Coordinate]]? { all { $0.all(\.coordinate) } }

  /// Every element turned into a value; nil when one can't be.
  func all<Value>(_ transform: (JSONValue) -> Value?) -> [Value]? {
    guard let elements else { return nil }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = transform(element) else { return nil }
      values.append(value)
    }
    return values
  }
}
