internal import AmazonLocation
internal import Geofencing
internal import MusterValues

extension GroupPlan {
  mutating func createCollection(_ settings: CollectionSettings) throws(ServiceError) -> CommandOutcome {
    guard cell.state.collectionNumbers[settings.name] == nil else {
      throw ServiceError(.conflict, "Geofence collection already exists: \(settings.name).")
    }
    try check(cell.state.collections.count, against: configuration.quotas.collections, of: "geofence collections")
    let record = CollectionRecord(
      number: takeResourceNumber(), settings: settings, created: arrival, updated: arrival)
    change(.collection(record))
    return .collection(record.description)
  }

  mutating func updateCollection(
    _ name: Identifier, _ changes: CollectionChanges
  ) throws(ServiceError) -> CommandOutcome {
    var (settings, number, created, _) = try collectionParts(name)
    if let description = changes.description { settings.description = description }
    let record = CollectionRecord(number: number, settings: settings, created: created, updated: arrival)
    change(.collection(record))
    return .collection(record.description)
  }

  mutating func deleteCollection(_ name: Identifier) throws(ServiceError) -> CommandOutcome {
    let number = try collection(name)
    let sources = cell.state.sources(linkedTo: number)
    let members = membersOfFences()
    let fences = cell.state.collections[number]?.fences.values ?? []
    for fence in fences { delete(fence, reason: .collectionDeleted, leavesTombstone: members.contains(fence)) }
    for tracker in cell.state.trackers.values.sorted(by: { $0.number < $1.number })
    where tracker.links.contains(number) {
      var unlinked = tracker
      unlinked.links.removeAll { $0 == number }
      change(.tracker(unlinked))
    }
    change(.collectionDeleted(number))
    change(.sourceDeleted(SourceRecord(number: number, tracker: nil, isDeleted: true)))
    addJob(sources: sources, fences: fences.filter(members.contains), kind: .removal)
    return .done
  }

  mutating func putGeofences(
    collection name: Identifier, _ puts: [GeofencePut]
  ) throws(ServiceError) -> CommandOutcome {
    let collection = try collection(name)
    let table = cell.state.collections[collection]?.fences ?? OrderedTable()
    if let quota = configuration.quotas.geofencesPerCollection {
      let added = Set(puts.map(\.id)).filter { table[$0] == nil }.count
      if added > 0 { try check(table.count + added - 1, against: quota, of: "geofences of a collection") }
    }
    var counters = currentCounters
    var put: [Identifier: FenceRecord] = [:]
    var concerned: [Int32] = []
    var reopened: [Int32] = []
    var stamps: [GeofenceStamp] = []
    for fence in puts {
      let committed = table[fence.id].flatMap { cell.state.fences[$0] }
      let before = put[fence.id] ?? committed
      let isMoved = before.map { $0.geometry != fence.geometry } ?? false
      if before == nil { counters.lastFence += 1 }
      let record = FenceRecord(
        number: before?.number ?? counters.lastFence, collection: collection, id: fence.id, geometry: fence.geometry,
        shape: fence.shape, properties: fence.properties, created: before?.created ?? arrival, updated: arrival,
        isReplaced: committed != nil && (before?.isReplaced == true || isMoved))
      put[fence.id] = record
      change(.fence(record))
      if before == nil || isMoved { concerned.append(record.number) }
      if let before, opensOtherwise(record, than: before) { reopened.append(record.number) }
      stamps.append(GeofenceStamp(id: fence.id, created: record.created, updated: arrival))
    }
    if counters != currentCounters { change(.counters(counters)) }
    if !concerned.isEmpty, configuration.profile.reevaluatesChanges {
      addJob(sources: cell.state.sources(linkedTo: collection), fences: concerned, kind: .change)
    }
    if !reopened.isEmpty {
      addJob(sources: cell.state.sources(linkedTo: collection), fences: reopened, kind: .activity)
    }
    return .geofences(stamps)
  }

  mutating func deleteGeofences(
    collection name: Identifier, _ ids: [Identifier]
  ) throws(ServiceError) -> CommandOutcome {
    let collection = try collection(name)
    var deleted: Set<Int32> = []
    let answer: [BatchItemError?] = ids.map { id in
      guard let number = cell.state.collections[collection]?.fences[id], deleted.insert(number).inserted else {
        return BatchItemError(.resourceNotFound, "Geofence not found: \(id).")
      }
      delete(number, reason: .fenceDeleted, leavesTombstone: true)
      return nil
    }
    if !deleted.isEmpty {
      addJob(sources: cell.state.sources(linkedTo: collection), fences: deleted.sorted(), kind: .removal)
    }
    return .items(answer)
  }

  private func opensOtherwise(_ fence: FenceRecord, than before: FenceRecord) -> Bool {
    guard fence.properties != before.properties, let reader = cell.state.ruleReader else { return false }
    let old = reader.rules(ofProperties: before.properties) ?? FenceRuleSet()
    return !(reader.rules(ofProperties: fence.properties) ?? FenceRuleSet()).opens(like: old)
  }

  func collectionParts(_ name: Identifier) throws(ServiceError) -> (CollectionSettings, Int32, Timestamp, Timestamp) {
    let number = try collection(name)
    guard let record = cell.state.collections[number] else {
      throw ServiceError(.resourceNotFound, "Geofence collection not found: \(name).")
    }
    return (record.settings, number, record.created, record.updated)
  }

  private mutating func delete(_ number: Int32, reason: TransitionReason, leavesTombstone: Bool) {
    guard let fence = cell.state.fences[number] else { return }
    change(.fenceDeleted(number))
    guard leavesTombstone, let name = cell.state.collections[fence.collection]?.settings.name else { return }
    change(
      .tombstone(
        FenceTombstone(
          number: number, collection: fence.collection, collectionName: name, id: fence.id,
          properties: fence.properties, reason: reason)))
  }

  /// Fences that some device is inside of as this plan leaves it. Every source counts: one unlinked or deleted a moment
  /// ago may have devices that did not leave yet.
  private func membersOfFences() -> Set<Int32> {
    var members: Set<Int32> = []
    for number in 0..<Int32(cell.state.devices.count) { members.formUnion(device(number)?.inside ?? []) }
    for number in newDevices { members.formUnion(device(number)?.inside ?? []) }
    return members
  }
}
