internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterCrypto
internal import MusterIngest
internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

extension LocationService {
  /// One page of a forecast: nearest first, or, along a heading, soonest first.
  func forecast(
    _ collection: Identifier, _ query: ForecastQuery, _ page: PageRequest
  ) throws(ServiceError) -> [UInt8] {
    let operation = LocationOperation.forecastGeofenceEvents
    let scope = [collection.text, Self.digest(query)]
    let after = try tokens.readForecast(page.token, operation: operation, scope: scope)
    let motion = ForecastMotion(place: query.position, speed: query.speed, horizon: query.horizon)
    let heading = query.heading.map { ForecastHeading(azimuth: $0, uncertainty: query.headingUncertainty) }
    // One more than asked for tells whether there is another page.
    guard
      let found = ledger.forecast(
        in: collection, of: motion, heading: heading, after: after, limit: page.limit + 1)
    else { throw .collectionNotFound(collection) }
    let now = clock.now()
    let shown = found.prefix(page.limit)
    let token =
      found.count > page.limit
      ? shown.last.map { tokens.make($0.forecast.cursor, operation: operation, scope: scope) } : nil
    return ResponseWriter.forecast(shown.map { Self.event($0, now) }, of: query, nextToken: token)
  }

  private static func event(_ found: FenceForecast, _ now: Timestamp) -> ForecastedEvent {
    let forecast = found.forecast
    let kind: ForecastedEvent.Kind =
      switch forecast.kind {
      case .enter: .enter
      case .exit: .exit
      case .idle: .idle
      }
    return ForecastedEvent(
      id: found.id.uuid, geofence: found.geofence, kind: kind, isDeviceInGeofence: forecast.isInside,
      nearestDistance: forecast.distance, breach: time(forecast.breach, now), entry: time(forecast.entry, now),
      exit: time(forecast.exit, now), properties: found.properties)
  }

  /// A thousand years ahead are no time that a client could read.
  private static func time(_ seconds: Double?, _ now: Timestamp) -> Timestamp? {
    guard let seconds, seconds >= 0, seconds < 1000 * 366 * 86_400 else { return nil }
    return now.advanced(byMilliseconds: Int64((seconds * 1000).rounded()))
  }

  /// Stands for the question in a token's scope.
  private static func digest(_ query: ForecastQuery) -> String {
    var bytes: [UInt8] = [query.mayHaveHeading ? 1 : 0, query.system == .metric ? 0 : 1]
    for number in [
      query.position.longitude, query.position.latitude, query.speed, query.horizon, query.heading,
      query.headingUncertainty,
    ] {
      bytes.append(number == nil ? 0 : 1)
      append((number ?? 0).bitPattern, to: &bytes)
    }
    return Base64URL.encode(SHA256.hash(bytes))
  }
}
