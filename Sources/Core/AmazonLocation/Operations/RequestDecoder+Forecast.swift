internal import Geodesy
internal import MusterValues

extension RequestDecoder {
  /// Both units have a default, and both must be of one system: one given alone may contradict the other's default.
  func forecast(_ values: CheckedInput, mayHaveHeading: Bool) throws(ServiceError) -> LocationRequest {
    let collection = try values.identifier("CollectionName")
    guard let state = values["DeviceState"], let position = state["Position"]?.coordinate else {
      throw .invalid("DeviceState.Position", "is required", reason: .missing)
    }
    guard position.isValid else {
      throw .invalid(
        "DeviceState.Position", "must be a longitude from -180 to 180 and a latitude from -90 to 90")
    }
    let system = try measurementSystem(values)
    let heading = state.present("Heading")?.double
    let uncertainty = state.present("HeadingUncertainty")?.double
    if uncertainty != nil, heading == nil, mayHaveHeading {
      throw .invalid("DeviceState.HeadingUncertainty", "needs a Heading")
    }
    let query = ForecastQuery(
      position: position, speed: state.present("Speed")?.double.map { $0 * system.metres / 3600 },
      horizon: values["TimeHorizonMinutes"]?.double.map { $0 * 60 }, system: system,
      heading: mayHaveHeading ? heading : nil, headingUncertainty: mayHaveHeading ? uncertainty ?? 0 : 0,
      mayHaveHeading: mayHaveHeading)
    let page = PageRequest(limit: Int(values["MaxResults"]?.integer ?? 20), token: values.page.token)
    return .forecastGeofenceEvents(collection: collection, query, page)
  }

  private func measurementSystem(_ values: CheckedInput) throws(ServiceError) -> MeasurementSystem {
    func system(_ name: String, _ unit: (MeasurementSystem) -> String) -> MeasurementSystem? {
      values[name]?.text.flatMap { text in
        MeasurementSystem.allCases.first { unit($0).utf8.elementsEqual(text.utf8) }
      }
    }
    let distance = system("DistanceUnit", \.distanceUnit)
    let speed = system("SpeedUnit", \.speedUnit)
    guard (distance ?? .metric) != (speed ?? .metric) else { return distance ?? .metric }
    // The one that was left out is the one to give.
    if let speed, distance == nil {
      throw .invalid("DistanceUnit", "must be \(speed.distanceUnit) when SpeedUnit is \(speed.speedUnit)")
    }
    let given = distance ?? .metric
    throw .invalid("SpeedUnit", "must be \(given.speedUnit) when DistanceUnit is \(given.distanceUnit)")
  }
}
