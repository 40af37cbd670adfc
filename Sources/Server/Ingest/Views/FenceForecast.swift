public import AmazonLocation
public import Geofencing
public import MusterStorage
public import MusterValues

/// What is forecast about one geofence, with the geofence's names.
public struct FenceForecast: Sendable {
  /// The same whenever the same is asked and answered.
  public let id: EventIdentifier
  public let geofence: Identifier
  public let properties: PropertyMap
  public let forecast: ForecastedFence

  public init(id: EventIdentifier, geofence: Identifier, properties: PropertyMap, forecast: ForecastedFence) {
    self.id = id
    self.geofence = geofence
    self.properties = properties
    self.forecast = forecast
  }
}

extension IngestPipeline {
  /// Asks a copy of the collection's index, so that a forecast that takes long holds up neither readers nor commits.
  public func forecast(
    in collection: Identifier, of motion: ForecastMotion, heading: ForecastHeading?, after cursor: ForecastCursor?,
    limit: Int
  ) -> [FenceForecast]? {
    var answer: [FenceForecast] = []
    for _ in 0..<3 {
      let found = cell.read { state in
        state.collectionNumbers[collection].flatMap { number in state.collections[number].map { (number, $0.index) } }
      }
      guard let (number, index) = found else { return nil }
      let forecasts =
        if let heading {
          index.forecast(of: motion, heading: heading, after: cursor, limit: limit)
        } else {
          index.forecast(of: motion, after: cursor, limit: limit)
        }
      let fences = cell.read { state in forecasts.map { state.fences[$0.number] } }
      answer = zip(forecasts, fences).compactMap { forecast, fence in
        fence.map {
          FenceForecast(
            id: identifiers.identifier(forecast: forecast, collection: number, motion: motion, heading: heading),
            geofence: $0.id, properties: $0.properties, forecast: forecast)
        }
      }
      // A fence deleted meanwhile would leave the page short, as if it were the last.
      if answer.count == forecasts.count { break }
    }
    return answer
  }
}
