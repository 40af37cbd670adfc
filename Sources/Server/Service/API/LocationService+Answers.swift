internal import AmazonLocation
internal import Geodesy
internal import MusterCrypto
internal import MusterIngest
internal import MusterRuntime
internal import MusterValues

extension LocationService {
  /// Questions about one thing, or a few that were named.
  func one(_ request: LocationRequest) throws(ServiceError) -> [UInt8] {
    switch request {
    case .describeTracker(let name): return writer.described(tracker: try tracker(name))
    case .describeGeofenceCollection(let name): return writer.described(collection: try collection(name))
    case .listTagsForResource(let arn): return writer.listed(tags: try tags(arn))
    case .getGeofence(let collection, let id):
      if let geofence = ledger.geofence(id, in: collection) { return ResponseWriter.geofence(geofence) }
      _ = try self.collection(collection)
      throw .geofenceNotFound(id)
    case .getDevicePosition(let name, let device):
      if let position = ledger.position(of: device, tracker: name) { return ResponseWriter.position(position) }
      _ = try tracker(name)
      throw .deviceNotFound
    case .batchGetDevicePosition(let name, let devices):
      _ = try tracker(name)
      return ResponseWriter.positions(devices.compactMap { ledger.position(of: $0, tracker: name) })
    default: throw ServiceError(.internalServer, "The request is no question about one thing.")
    }
  }

  /// Questions whose answer comes in pages.
  func page(_ request: LocationRequest) throws(ServiceError) -> [UInt8] {
    switch request {
    case .listTrackers(let page):
      let list = try names(.listTrackers, [], page) {
        ledger.trackers(after: $0, limit: $1)
      } name: {
        $0.settings.name
      }
      return writer.listed(trackers: list.elements, nextToken: list.token)
    case .listGeofenceCollections(let page):
      let list = try names(.listGeofenceCollections, [], page) {
        ledger.collections(after: $0, limit: $1)
      } name: {
        $0.settings.name
      }
      return writer.listed(collections: list.elements, nextToken: list.token)
    case .listTrackerConsumers(let name, let page):
      let list = try names(.listTrackerConsumers, [name.text], page) { (after, limit) throws(ServiceError) in
        guard let found = ledger.consumers(of: name, after: after, limit: limit) else { throw .trackerNotFound(name) }
        return found
      } name: {
        $0
      }
      return writer.listed(consumers: list.elements, nextToken: list.token)
    case .listGeofences(let name, let page):
      let list = try names(.listGeofences, [name.text], page) { (after, limit) throws(ServiceError) in
        guard let found = ledger.geofences(in: name, after: after, limit: limit) else {
          throw .collectionNotFound(name)
        }
        return found
      } name: {
        $0.id
      }
      return ResponseWriter.listed(geofences: list.elements, nextToken: list.token)
    case .listDevicePositions(let name, let area, let page):
      let scope = [name.text, area.map { Self.digest($0.shape) } ?? ""]
      let list = try names(.listDevicePositions, scope, page) { (after, limit) throws(ServiceError) in
        guard let found = ledger.latestPositions(tracker: name, after: after, limit: limit, within: area) else {
          throw .trackerNotFound(name)
        }
        return found
      } name: {
        $0.device
      }
      return ResponseWriter.listed(positions: list.elements, nextToken: list.token)
    case .getDevicePositionHistory(let tracker, let device, let from, let to, let page):
      return try history(tracker, device, from, to, page)
    case .forecastGeofenceEvents(let collection, let query, let page):
      return try forecast(collection, query, page)
    default: throw ServiceError(.internalServer, "The request is no question with pages.")
    }
  }

  /// One page of a list in the order of names. One element more than asked for tells whether there is another page.
  private func names<Element>(
    _ operation: LocationOperation, _ scope: [String], _ page: PageRequest,
    _ list: (Identifier?, Int) throws(ServiceError) -> [Element], name: (Element) -> Identifier
  ) throws(ServiceError) -> (elements: [Element], token: String?) {
    let after = try tokens.readName(page.token, operation: operation, scope: scope)
    let found = try list(after, page.limit + 1)
    let elements = Array(found.prefix(page.limit))
    guard found.count > page.limit, let last = elements.last else { return (elements, nil) }
    return (elements, tokens.make(name(last).bytes, operation: operation, scope: scope))
  }

  private func history(
    _ name: Identifier, _ device: Identifier, _ from: Timestamp?, _ to: Timestamp?, _ page: PageRequest
  ) throws(ServiceError) -> [UInt8] {
    let now = clock.now()
    let start = from ?? now.advanced(byMilliseconds: -86_400_000)
    let end = to ?? now
    guard start < end else {
      throw .invalid(
        from == nil ? "EndTimeExclusive" : "StartTimeInclusive", "StartTimeInclusive must be before EndTimeExclusive")
    }
    // A bound that was left out moves with the clock; the place where the last page ended does not.
    let scope = [name.text, device.text, from?.iso8601 ?? "", to?.iso8601 ?? ""]
    let operation = LocationOperation.getDevicePositionHistory
    let after = try tokens.readHistory(page.token, operation: operation, scope: scope)
    _ = try tracker(name)
    let found = try ledger.history(
      of: device, tracker: name, from: start, to: end, after: after, limit: page.limit + 1)
    let entries = found.prefix(page.limit)
    let token =
      found.count > page.limit
      ? entries.last.map { tokens.make($0.cursor, operation: operation, scope: scope) } : nil
    return ResponseWriter.history(entries.map(\.position), nextToken: token)
  }

  private func tracker(_ name: Identifier) throws(ServiceError) -> TrackerDescription {
    guard let tracker = ledger.tracker(name) else { throw .trackerNotFound(name) }
    return tracker
  }

  private func collection(_ name: Identifier) throws(ServiceError) -> CollectionDescription {
    guard let collection = ledger.collection(name) else { throw .collectionNotFound(name) }
    return collection
  }

  private func tags(_ arn: String) throws(ServiceError) -> PropertyMap {
    switch ResourceName(arn: arn, in: partition) {
    case .tracker(let name): return try tracker(name).settings.tags
    case .geofenceCollection(let name): return try collection(name).settings.tags
    case nil: throw .resourceNotFound(arn: arn)
    }
  }

  /// Stands for an area in a token's scope: exact to the bit, and always short.
  private static func digest(_ shape: Shape) -> String {
    var bytes: [UInt8] = []
    if case .polygon(let polygon) = shape {
      for ring in polygon.rings {
        append(UInt64(ring.count), to: &bytes)
        for place in ring {
          append(place.longitude.bitPattern, to: &bytes)
          append(place.latitude.bitPattern, to: &bytes)
        }
      }
    }
    return Base64URL.encode(SHA256.hash(bytes))
  }

  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
