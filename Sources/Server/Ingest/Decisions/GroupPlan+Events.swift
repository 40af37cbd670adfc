internal import AmazonLocation
internal import Geofencing
internal import MusterStorage
internal import MusterValues

/// What made a device's membership be looked at.
enum EvaluationCause {
  case sample
  /// A fence or link changed; the changed fences.
  case catalogChange(fences: [Int32])
  /// Fences opened or closed, with no sample.
  case activity
}

extension GroupPlan {
  private struct Crossing {
    let kind: GeofenceEventKind
    let collection: Int32
    let collectionName: Identifier
    let id: Identifier
    let properties: PropertyMap
    let reason: TransitionReason?
  }

  /// Makes the events of a membership change: every EXIT before any ENTER, then by collection, then by fence id.
  mutating func makeEvents(
    of change: MembershipChange, for device: DeviceRecord, links: LinkedFences, sample: Sample, at moment: Timestamp,
    cause: EvaluationCause, probabilities: [Int32: Double]
  ) -> DecisionEffects {
    let tracker = cell.state.sources[device.source]?.tracker
    var effects = DecisionEffects()
    for transition in change.transitions(by: FenceOrder(cell: cell).precedes) {
      guard let crossing = crossing(transition, device: device, links: links, at: moment, cause: cause) else {
        continue
      }
      let id = identifiers.identifier(
        collection: crossing.collection, source: device.source, device: device.id, fence: crossing.id,
        ordinal: device.nextOrdinal + effects.ordinals)
      effects.ordinals += 1
      let body = EventEnvelope.geofence(
        id: id.uuid, time: arrival, partition: configuration.partition, collection: crossing.collectionName,
        tracker: tracker, kind: crossing.kind, geofence: crossing.id, update: sample.update(of: device.id),
        geofenceProperties: crossing.properties, reason: crossing.reason?.rawValue,
        confidence: probabilities.isEmpty ? nil : probabilities[transition.fence])
      add(event: id, body: body)
    }
    return effects
  }

  mutating func makePositionEvent(
    of sample: Sample, for device: DeviceRecord, tracker: Identifier, after effects: inout DecisionEffects
  ) {
    let id = identifiers.identifier(
      collection: 0, source: device.source, device: device.id, fence: "",
      ordinal: device.nextOrdinal + effects.ordinals)
    effects.ordinals += 1
    let body = EventEnvelope.devicePosition(
      id: id.uuid, time: arrival, partition: configuration.partition, tracker: tracker,
      update: sample.update(of: device.id), received: sample.received)
    add(event: id, body: body)
  }

  /// nil when the crossing is silent.
  private func crossing(
    _ transition: FenceTransition, device: DeviceRecord, links: LinkedFences, at moment: Timestamp,
    cause: EvaluationCause
  ) -> Crossing? {
    let kind: GeofenceEventKind = transition.kind == .exit ? .exit : .enter
    let number = transition.fence
    if let fence = cell.state.fences[number] {
      guard let name = cell.state.collections[fence.collection]?.settings.name else { return nil }
      let reason = reason(kind, fence, device, links, at: moment, cause: cause)
      let isRemoval = reason == .trackerDeleted || reason == .unlinked
      if isRemoval, !configuration.profile.reportsRemovals { return nil }
      return Crossing(
        kind: kind, collection: fence.collection, collectionName: name,
        id: fence.id, properties: fence.properties, reason: reason)
    }
    guard configuration.profile.reportsRemovals, let tombstone = cell.state.tombstones[number] else { return nil }
    return Crossing(
      kind: kind, collection: tombstone.collection, collectionName: tombstone.collectionName,
      id: tombstone.id, properties: tombstone.properties, reason: tombstone.reason)
  }

  private func reason(
    _ kind: GeofenceEventKind, _ fence: FenceRecord, _ device: DeviceRecord, _ links: LinkedFences,
    at moment: Timestamp, cause: EvaluationCause
  ) -> TransitionReason? {
    if kind == .exit {
      if cell.state.sources[device.source]?.isDeleted == true { return .trackerDeleted }
      if !links.collections.contains(fence.collection) { return .unlinked }
      switch links.standing(of: fence.number, at: moment) {
      case .expired: return .fenceExpired
      case .inactive: return .fenceInactive
      case .active: break
      }
    }
    switch cause {
    case .sample: return nil
    case .catalogChange(let changed): return fence.isReplaced && changed.contains(fence.number) ? .fenceChanged : nil
    case .activity: return kind == .enter ? .fenceActive : nil
    }
  }
}

/// Fences are told by collection, then by id. Apart from the plan: a comparison that held it would copy it.
struct FenceOrder {
  let cell: LedgerCell

  func precedes(_ left: Int32, _ right: Int32) -> Bool {
    guard let left = name(of: left), let right = name(of: right) else { return left < right }
    return left.collection == right.collection ? left.id < right.id : left.collection < right.collection
  }

  private func name(of fence: Int32) -> (collection: Identifier, id: Identifier)? {
    if let record = cell.state.fences[fence] {
      return cell.state.collections[record.collection].map { ($0.settings.name, record.id) }
    }
    return cell.state.tombstones[fence].map { ($0.collectionName, $0.id) }
  }
}
