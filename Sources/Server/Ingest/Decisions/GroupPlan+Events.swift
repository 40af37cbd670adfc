internal import AmazonLocation
internal import Geofencing
internal import MusterStorage
internal import MusterValues

/// What made a device's membership be looked at.
enum EvaluationCause {
  case sample
  /// A fence or link changed; the changed fences.
  case catalogChange(fences: [Int32])
}

extension GroupPlan {
  private struct Crossing {
    let kind: GeofenceEventKind
    let fence: Int32
    let collection: Int32
    let collectionName: Identifier
    let id: Identifier
    let properties: PropertyMap
    let reason: TransitionReason?
  }

  /// Makes the events of a membership change: every EXIT before any ENTER, then by collection, then by fence id.
  mutating func makeEvents(
    of change: MembershipChange, for device: DeviceRecord, links: [Int32], sample: Sample, cause: EvaluationCause
  ) -> Transitions {
    var crossings = change.left.compactMap { crossing(.exit, $0, device: device, links: links, cause: cause) }
    let exits = crossings.count
    crossings += change.entered.compactMap { crossing(.enter, $0, device: device, links: links, cause: cause) }
    if crossings.count > 1 {
      func precedes(_ left: Crossing, _ right: Crossing) -> Bool {
        left.collectionName == right.collectionName ? left.id < right.id : left.collectionName < right.collectionName
      }
      crossings[..<exits].sort(by: precedes)
      crossings[exits...].sort(by: precedes)
    }
    let tracker = cell.state.sources[device.source]?.tracker
    var ordinal = device.nextOrdinal
    for crossing in crossings {
      let id = identifiers.identifier(
        collection: crossing.collection, source: device.source, device: device.id, fence: crossing.id,
        ordinal: ordinal)
      ordinal += 1
      let body = EventEnvelope.geofence(
        id: id.uuid, time: arrival, partition: configuration.partition, collection: crossing.collectionName,
        tracker: tracker, kind: crossing.kind, geofence: crossing.id, update: sample.update(of: device.id),
        geofenceProperties: crossing.properties, reason: crossing.reason?.rawValue)
      add(event: id, body: body)
    }
    return Transitions(left: change.left, entered: change.entered, ordinals: ordinal - device.nextOrdinal)
  }

  mutating func makePositionEvent(
    of sample: Sample, for device: DeviceRecord, tracker: Identifier, after transitions: inout Transitions
  ) {
    let id = identifiers.identifier(
      collection: 0, source: device.source, device: device.id, fence: "",
      ordinal: device.nextOrdinal + transitions.ordinals)
    transitions.ordinals += 1
    let body = EventEnvelope.devicePosition(
      id: id.uuid, time: arrival, partition: configuration.partition, tracker: tracker,
      update: sample.update(of: device.id), received: sample.received)
    add(event: id, body: body)
  }

  /// nil when the crossing is silent.
  private func crossing(
    _ kind: GeofenceEventKind, _ number: Int32, device: DeviceRecord, links: [Int32], cause: EvaluationCause
  ) -> Crossing? {
    if let fence = cell.state.fences[number] {
      guard let collection = cell.state.collections[fence.collection] else { return nil }
      var reason: TransitionReason?
      if kind == .exit, cell.state.sources[device.source]?.isDeleted == true {
        reason = .trackerDeleted
      } else if kind == .exit, !links.contains(fence.collection) {
        reason = .unlinked
      } else if case .catalogChange(let changed) = cause, fence.isReplaced, changed.contains(number) {
        reason = .fenceChanged
      }
      let isRemoval = reason == .trackerDeleted || reason == .unlinked
      if isRemoval, !configuration.profile.reportsRemovals { return nil }
      return Crossing(
        kind: kind, fence: number, collection: fence.collection, collectionName: collection.settings.name,
        id: fence.id, properties: fence.properties, reason: reason)
    }
    guard configuration.profile.reportsRemovals, let tombstone = cell.state.tombstones[number] else { return nil }
    return Crossing(
      kind: kind, fence: number, collection: tombstone.collection, collectionName: tombstone.collectionName,
      id: tombstone.id, properties: tombstone.properties, reason: tombstone.reason)
  }
}
