import AmazonLocation
import Geodesy
import Geofencing
import MusterIngest
import MusterRuntime
import MusterStorage
import MusterValues

/// A ledger that keeps what it is told and evaluates nothing.
final class FakeLedger: LocationLedger {
  struct State {
    var trackers: [Identifier: TrackerDescription] = [:]
    var collections: [Identifier: CollectionDescription] = [:]
    var links: [Identifier: Set<Identifier>] = [:]
    var geofences: [Identifier: [Identifier: GeofenceDescription]] = [:]
    /// By collection, numbered by the order in which they were put.
    var indexes: [Identifier: LinearFenceIndex] = [:]
    var names: [Identifier] = []
    var positions: [Identifier: [HistoryEntry]] = [:]
    var events: [StoredEvent] = []
    var wakes: [Int: @Sendable () -> Void] = [:]
    var nextWake = 0
    var isReady = true
    var commands: [Command] = []
    var refusal: ServiceError?
  }

  let state = Locked(State())
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  func submit(
    _ command: Command, completion: @escaping @Sendable (Result<CommandOutcome, ServiceError>) -> Void
  ) {
    let now = now
    let result: Result<CommandOutcome, ServiceError> = state.withLock { state in
      if let refusal = state.refusal { return .failure(refusal) }
      state.commands.append(command)
      switch command {
      case .createTracker(let settings):
        guard state.trackers[settings.name] == nil else {
          return .failure(ServiceError(.conflict, "Tracker already exists: \(settings.name)."))
        }
        let tracker = TrackerDescription(settings: settings, created: now, updated: now)
        state.trackers[settings.name] = tracker
        return .success(.tracker(tracker))
      case .updateTracker(let name, _):
        guard let tracker = state.trackers[name] else { return .failure(.trackerNotFound(name)) }
        return .success(.tracker(tracker))
      case .createCollection(let settings):
        let collection = CollectionDescription(settings: settings, created: now, updated: now, geofenceCount: 0)
        state.collections[settings.name] = collection
        return .success(.collection(collection))
      case .updateCollection(let name, _):
        guard let collection = state.collections[name] else { return .failure(.collectionNotFound(name)) }
        return .success(.collection(collection))
      case .associate(let tracker, let collection):
        state.links[tracker, default: []].insert(collection)
        return .success(.done)
      case .putGeofences(let collection, let puts):
        guard state.collections[collection] != nil else { return .failure(.collectionNotFound(collection)) }
        for put in puts {
          state.indexes[collection, default: LinearFenceIndex()].insert(put.shape, number: Int32(state.names.count))
          state.names.append(put.id)
          state.geofences[collection, default: [:]][put.id] = GeofenceDescription(
            id: put.id, geometry: put.geometry, properties: put.properties, created: now, updated: now)
        }
        return .success(.geofences(puts.map { GeofenceStamp(id: $0.id, created: now, updated: now) }))
      case .deleteGeofences(_, let ids):
        return .success(.items(ids.map { _ in BatchItemError(.resourceNotFound, "Geofence not found") }))
      case .updatePositions(let tracker, let updates):
        guard state.trackers[tracker] != nil else { return .failure(.trackerNotFound(tracker)) }
        for update in updates {
          let position = DevicePosition(
            device: update.device, sampleTime: update.sampleTime, receivedTime: now, position: update.position,
            horizontalAccuracy: update.horizontalAccuracy, properties: update.properties)
          let count = state.positions[update.device]?.count ?? 0
          state.positions[update.device, default: []].append(
            HistoryEntry(cursor: HistoryCursor(sampleTime: update.sampleTime, place: Int64(count)), position: position))
        }
        return .success(
          .items(
            updates.map {
              abs($0.position.latitude) > 90
                ? BatchItemError(.validation, "latitude must be between -90 and 90 degrees") : nil
            }))
      case .evaluateGeofences(_, let updates): return .success(.items(updates.map { _ in nil }))
      case .deletePositionHistory(_, let devices): return .success(.items(devices.map { _ in nil }))
      case .deleteTracker, .deleteCollection, .disassociate, .tag, .untag: return .success(.done)
      }
    }
    completion(result)
  }

  private static func page<Element>(
    _ elements: [Element], after name: Identifier?, limit: Int, _ key: (Element) -> Identifier
  ) -> [Element] {
    Array(
      elements.sorted { key($0) < key($1) }.drop { element in name.map { key(element) <= $0 } ?? false }.prefix(limit))
  }

  func tracker(_ name: Identifier) -> TrackerDescription? { state.withLock { $0.trackers[name] } }
  func trackers(after name: Identifier?, limit: Int) -> [TrackerDescription] {
    Self.page(state.withLock { Array($0.trackers.values) }, after: name, limit: limit) { $0.settings.name }
  }
  func consumers(of tracker: Identifier, after name: Identifier?, limit: Int) -> [Identifier]? {
    guard self.tracker(tracker) != nil else { return nil }
    return Self.page(state.withLock { Array($0.links[tracker] ?? []) }, after: name, limit: limit) { $0 }
  }
  func collection(_ name: Identifier) -> CollectionDescription? { state.withLock { $0.collections[name] } }
  func collections(after name: Identifier?, limit: Int) -> [CollectionDescription] {
    Self.page(state.withLock { Array($0.collections.values) }, after: name, limit: limit) { $0.settings.name }
  }
  func geofences(in collection: Identifier, after id: Identifier?, limit: Int) -> [GeofenceDescription]? {
    guard self.collection(collection) != nil else { return nil }
    let all = state.withLock { Array(($0.geofences[collection] ?? [:]).values) }
    return Self.page(all, after: id, limit: limit) { $0.id }
  }
  func geofence(_ id: Identifier, in collection: Identifier) -> GeofenceDescription? {
    state.withLock { $0.geofences[collection]?[id] }
  }
  func forecast(
    in collection: Identifier, of motion: ForecastMotion, heading: ForecastHeading?, after cursor: ForecastCursor?,
    limit: Int
  ) -> [FenceForecast]? {
    guard self.collection(collection) != nil else { return nil }
    let (index, names) = state.withLock { ($0.indexes[collection] ?? LinearFenceIndex(), $0.names) }
    let forecasts =
      heading.map { index.forecast(of: motion, heading: $0, after: cursor, limit: limit) }
      ?? index.forecast(of: motion, after: cursor, limit: limit)
    return forecasts.map {
      FenceForecast(
        id: EventIdentifier(high: 5, low: UInt64($0.number)), geofence: names[Int($0.number)],
        properties: PropertyMap([("floor", "3")]), forecast: $0)
    }
  }
  func position(of device: Identifier, tracker: Identifier) -> DevicePosition? {
    guard self.tracker(tracker) != nil else { return nil }
    return state.withLock { $0.positions[device]?.last?.position }
  }
  func latestPositions(
    tracker: Identifier, after device: Identifier?, limit: Int, within area: PreparedShape?
  ) -> [DevicePosition]? {
    guard self.tracker(tracker) != nil else { return nil }
    let all = state.withLock { $0.positions.values.compactMap(\.last?.position) }
      .filter { area?.contains($0.position) ?? true }
    return Self.page(all, after: device, limit: limit) { $0.device }
  }
  func history(
    of device: Identifier, tracker: Identifier, from start: Timestamp, to end: Timestamp, after cursor: HistoryCursor?,
    limit: Int
  ) throws(ServiceError) -> [HistoryEntry] {
    let all = state.withLock { $0.positions[device] ?? [] }
      .filter { $0.position.sampleTime >= start && $0.position.sampleTime < end }
      .sorted { ($0.cursor.sampleTime, $0.cursor.place) < ($1.cursor.sampleTime, $1.cursor.place) }
    let rest = all.drop { entry in
      cursor.map { (entry.cursor.sampleTime, entry.cursor.place) <= ($0.sampleTime, $0.place) } ?? false
    }
    return Array(rest.prefix(limit))
  }

  func events(after ordinal: Int64, limit: Int) throws(ServiceError) -> [StoredEvent] {
    Array(state.withLock { $0.events }.drop { $0.ordinal <= ordinal }.prefix(limit))
  }
  func ordinal(ofEvent id: EventIdentifier) throws(ServiceError) -> Int64? {
    state.withLock { $0.events.first { $0.id == id }?.ordinal }
  }
  var lastEventOrdinal: Int64 { state.withLock { $0.events.last?.ordinal ?? 0 } }
  func observeEvents(_ wake: @escaping @Sendable () -> Void) -> EventObservation {
    let number = state.withLock { state in
      state.nextWake += 1
      state.wakes[state.nextWake] = wake
      return state.nextWake
    }
    return EventObservation { [weak self] in self?.state.withLock { _ = $0.wakes.removeValue(forKey: number) } }
  }
  var isReady: Bool { state.withLock { $0.isReady } }

  /// Adds events with the ordinals that come next, and wakes who waits.
  func publish(_ count: Int) {
    let wakes = state.withLock { state in
      for _ in 0..<count {
        let ordinal = (state.events.last?.ordinal ?? 0) + 1
        state.events.append(
          StoredEvent(
            ordinal: ordinal, id: EventIdentifier(high: 7, low: UInt64(ordinal)), body: Array("{\"n\":\(ordinal)}".utf8)
          ))
      }
      return Array(state.wakes.values)
    }
    for wake in wakes { wake() }
  }
}
