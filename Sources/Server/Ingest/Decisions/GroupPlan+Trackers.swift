internal import AmazonLocation
internal import Geofencing
internal import MusterValues

extension GroupPlan {
  mutating func createTracker(_ settings: TrackerSettings) throws(ServiceError) -> CommandOutcome {
    guard cell.state.trackerNumbers[settings.name] == nil else {
      throw ServiceError(.conflict, "Tracker already exists: \(settings.name).")
    }
    try check(cell.state.trackers.count, against: configuration.quotas.trackers, of: "trackers")
    let record = TrackerRecord(
      number: takeResourceNumber(), settings: settings, created: arrival, updated: arrival)
    change(.tracker(record))
    return .tracker(record.description)
  }

  mutating func updateTracker(_ name: Identifier, _ changes: TrackerChanges) throws(ServiceError) -> CommandOutcome {
    var record = try tracker(name)
    if let description = changes.description { record.settings.description = description }
    if let filtering = changes.positionFiltering { record.settings.positionFiltering = filtering }
    if let flag = changes.isEventBridgeEnabled { record.settings.isEventBridgeEnabled = flag }
    if let flag = changes.isKmsKeyGeospatialQueriesEnabled { record.settings.isKmsKeyGeospatialQueriesEnabled = flag }
    record.updated = arrival
    change(.tracker(record))
    return .tracker(record.description)
  }

  mutating func deleteTracker(_ name: Identifier) throws(ServiceError) -> CommandOutcome {
    let record = try tracker(name)
    change(.trackerDeleted(record.number))
    change(.sourceDeleted(SourceRecord(number: record.number, tracker: name, isDeleted: true)))
    addJob(sources: [record.number], fences: [], kind: .removal)
    return .done
  }

  mutating func associate(tracker name: Identifier, collection: Identifier) throws(ServiceError) -> CommandOutcome {
    var record = try tracker(name)
    let target = try self.collection(collection)
    guard !record.links.contains(target) else {
      throw ServiceError(.conflict, "Tracker \(name) is already associated with the consumer \(collection).")
    }
    try check(record.links.count, against: configuration.quotas.consumersPerTracker, of: "consumers of a tracker")
    record.links.append(target)
    change(.tracker(record))
    if configuration.profile.reevaluatesChanges { addJob(sources: [record.number], fences: [], kind: .change) }
    return .done
  }

  mutating func disassociate(tracker name: Identifier, collection: Identifier) throws(ServiceError) -> CommandOutcome {
    var record = try tracker(name)
    guard let target = cell.state.collectionNumbers[collection], let index = record.links.firstIndex(of: target) else {
      throw ServiceError(.resourceNotFound, "Tracker \(name) is not associated with the consumer \(collection).")
    }
    record.links.remove(at: index)
    change(.tracker(record))
    addJob(sources: [record.number], fences: [], kind: .change)
    return .done
  }

  mutating func tag(_ resource: ResourceName, _ tags: PropertyMap) throws(ServiceError) -> CommandOutcome {
    try changeTags(of: resource) { map throws(ServiceError) in
      for entry in tags.entries { map[entry.key] = entry.value }
      guard map.count <= 50 else {
        throw .invalid("Tags", "a resource has at most 50 tags; this would make \(map.count)")
      }
    }
  }

  mutating func untag(_ resource: ResourceName, _ keys: [Identifier]) throws(ServiceError) -> CommandOutcome {
    try changeTags(of: resource) { map throws(ServiceError) in
      for key in keys { map[key] = nil }
    }
  }

  private mutating func changeTags(
    of resource: ResourceName, _ body: (inout PropertyMap) throws(ServiceError) -> Void
  ) throws(ServiceError) -> CommandOutcome {
    switch resource {
    case .tracker(let name):
      var record = try tracker(name)
      try body(&record.settings.tags)
      change(.tracker(record))
    case .geofenceCollection(let name):
      var (settings, number, created, updated) = try collectionParts(name)
      let before = cell.state.ruleReader?.rules(ofTags: settings.tags)
      try body(&settings.tags)
      change(.collection(CollectionRecord(number: number, settings: settings, created: created, updated: updated)))
      if let before, let after = cell.state.ruleReader?.rules(ofTags: settings.tags),
        !after.opens(like: before) || after.isConfident != before.isConfident
      {
        addJob(sources: cell.state.sources(linkedTo: number), fences: [], kind: .activity)
      }
    }
    return .done
  }

  // MARK: Parts that all catalog decisions use

  func tracker(_ name: Identifier) throws(ServiceError) -> TrackerRecord {
    guard let record = cell.state.tracker(named: name) else {
      throw ServiceError(.resourceNotFound, "Tracker not found: \(name).")
    }
    return record
  }

  func collection(_ name: Identifier) throws(ServiceError) -> Int32 {
    guard let number = cell.state.collectionNumbers[name] else {
      throw ServiceError(.resourceNotFound, "Geofence collection not found: \(name).")
    }
    return number
  }

  func check(_ count: Int, against quota: Int?, of things: String) throws(ServiceError) {
    guard let quota, count >= quota else { return }
    throw ServiceError(.serviceQuotaExceeded, "The limit of \(quota) \(things) is reached.")
  }

  mutating func takeResourceNumber() -> Int32 {
    var counters = currentCounters
    counters.lastResource += 1
    change(.counters(counters))
    return counters.lastResource
  }

  mutating func addJob(sources: [Int32], fences: [Int32], kind: ReevaluationJob.Kind) {
    var counters = currentCounters
    counters.lastJob += 1
    change(.counters(counters))
    change(.job(ReevaluationJob(number: counters.lastJob, sources: sources, fences: fences, kind: kind)))
  }

  /// The counters as this plan leaves them so far.
  var currentCounters: Counters {
    for case .counters(let counters) in changes.reversed() { return counters }
    return cell.state.counters
  }
}
