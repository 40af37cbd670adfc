public import AmazonLocation
public import Geodesy
internal import MusterRuntime
public import MusterStorage
public import MusterValues

extension IngestPipeline {
  public func tracker(_ name: Identifier) -> TrackerDescription? {
    cell.read { $0.tracker(named: name)?.description }
  }

  public func trackers(after name: Identifier?, limit: Int) -> [TrackerDescription] {
    cell.read { state in
      page(of: state.trackerNumbers.keys, after: name, limit: limit)
        .compactMap { state.tracker(named: $0)?.description }
    }
  }

  public func consumers(of tracker: Identifier, after name: Identifier?, limit: Int) -> [Identifier]? {
    cell.read { state in
      guard let record = state.tracker(named: tracker) else { return nil }
      return page(of: record.links.compactMap { state.collections[$0]?.settings.name }, after: name, limit: limit)
    }
  }

  public func collection(_ name: Identifier) -> CollectionDescription? {
    cell.read { state in state.collectionNumbers[name].flatMap { state.collections[$0]?.description } }
  }

  public func collections(after name: Identifier?, limit: Int) -> [CollectionDescription] {
    cell.read { state in
      page(of: state.collectionNumbers.keys, after: name, limit: limit)
        .compactMap { state.collectionNumbers[$0].flatMap { state.collections[$0]?.description } }
    }
  }

  public func geofences(in collection: Identifier, after id: Identifier?, limit: Int) -> [GeofenceDescription]? {
    cell.read { state in
      guard let number = state.collectionNumbers[collection] else { return nil }
      let entries = state.collections[number]?.fences.entries(after: id, limit: limit) ?? []
      return entries.compactMap { state.fences[$0.value]?.description }
    }
  }

  public func geofence(_ id: Identifier, in collection: Identifier) -> GeofenceDescription? {
    cell.read { state in
      guard let number = state.collectionNumbers[collection] else { return nil }
      return state.collections[number]?.fences[id].flatMap { state.fences[$0]?.description }
    }
  }

  public func position(of device: Identifier, tracker: Identifier) -> DevicePosition? {
    let oldest = oldestKept
    return cell.read { state in
      guard let source = state.trackerNumbers[tracker] else { return nil }
      return state.device(device, of: source).flatMap { latest(of: $0, since: oldest) }
    }
  }

  /// In the order in which the devices were first seen.
  public func latestPositions(
    tracker: Identifier, after device: Identifier?, limit: Int, within area: PreparedShape?
  ) -> [DevicePosition]? {
    let oldest = oldestKept
    return cell.read { state in
      guard let number = state.trackerNumbers[tracker], let source = state.sources[number] else { return nil }
      var start = 0
      if let device, let last = source.deviceNumbers[device] { start = source.firstIndex(after: last) }
      var found: [DevicePosition] = []
      for number in source.devices[start...] {
        guard found.count < limit else { break }
        guard let record = state.devices[Int(number)], let position = latest(of: record, since: oldest) else {
          continue
        }
        if let area, !(area.bounds.contains(position.position) && area.contains(position.position)) { continue }
        found.append(position)
      }
      return found
    }
  }

  public func events(after ordinal: Int64, limit: Int) throws(ServiceError) -> [StoredEvent] {
    do throws(StorageError) { return try store.events(after: ordinal, limit: limit) } catch { throw unreadable(error) }
  }

  public func ordinal(ofEvent id: EventIdentifier) throws(ServiceError) -> Int64? {
    do throws(StorageError) { return try store.eventOrdinal(of: id) } catch { throw unreadable(error) }
  }

  public var lastEventOrdinal: Int64 { cell.read { $0.lastEventOrdinal } }

  public func observeEvents(_ wake: @escaping @Sendable () -> Void) -> EventObservation { observers.add(wake) }

  /// How many commands wait.
  public var queueDepth: Int { queue.depth }
  public var ingestFigures: IngestFigures { figures }

  // MARK: Parts

  var oldestKept: Timestamp { clock.now().advanced(byMilliseconds: -configuration.retention) }

  func unreadable(_ error: StorageError) -> ServiceError {
    logger.error("read failed", [("error", .string(error.description))])
    return ServiceError(.internalServer, "The store can't be read.")
  }

  private func latest(of record: DeviceRecord, since oldest: Timestamp) -> DevicePosition? {
    guard let latest = record.latest, latest.sampleTime >= oldest else { return nil }
    return latest.devicePosition(of: record.id)
  }

  /// - Complexity: O(n log n) in the names; trackers and collections are few.
  private func page(of names: some Sequence<Identifier>, after name: Identifier?, limit: Int) -> [Identifier] {
    Array(names.filter { candidate in name.map { candidate > $0 } ?? true }.sorted().prefix(limit))
  }
}

extension SourceRecord {
  /// Device numbers rise in the order of first sight.
  fileprivate func firstIndex(after number: Int32) -> Int {
    var low = 0
    var high = devices.count
    while low < high {
      let middle = (low + high) / 2
      if devices[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
