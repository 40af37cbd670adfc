internal import AmazonLocation
internal import Geofencing
internal import MusterStorage
internal import MusterValues

// What tags ask for beyond ENTER and EXIT. Without them none of this is reached.
extension GroupPlan {
  mutating func makeExtras(
    of decision: SampleDecision, _ belief: ConfidentOutcome?, _ sample: Sample, for device: DeviceRecord,
    links: LinkedFences, _ effects: inout DecisionEffects
  ) {
    if links.watchesSamples || !device.state.memories.isEmpty {
      let extras = FenceExtras.of(
        sample.observation, decision, in: device.state, links,
        isSeen: { belief?.sees(sample.observation, in: $0) ?? true })
      effects.memories = extras.memories
      let order = FenceOrder(cell: cell)
      // By kind as they come, then by collection and fence.
      let notices = extras.notices.sorted { left, right in
        left.rank == right.rank ? order.precedes(left.fence, right.fence) : left.rank < right.rank
      }
      for notice in notices { make(notice, sample, for: device, &effects) }
    }
    guard !cell.state.occupants.isEmpty else { return }
    // Of a state that has ended the device was still counted.
    let change =
      decision.endsStateLife
      ? MembershipChange(from: device.inside, to: decision.change.entered) : decision.change
    countOccupants(change, device, sample, at: sample.observation.effectiveTime, &effects)
  }

  private mutating func make(
    _ notice: FenceNotice, _ sample: Sample, for device: DeviceRecord, _ effects: inout DecisionEffects
  ) {
    let kind: FenceNoticeEvent =
      switch notice.kind {
      case .dwell(let milliseconds): .dwell(seconds: milliseconds / 1000)
      case .approach(let metres): .approach(metres: metres)
      case .passedThrough(let since): .passedThrough(since: since)
      }
    addEvent(kind, notice.fence, sample, for: device, &effects)
  }

  /// Adds an event that is neither ENTER nor EXIT.
  mutating func addEvent(
    _ kind: FenceNoticeEvent, _ number: Int32, _ sample: Sample, for device: DeviceRecord,
    _ effects: inout DecisionEffects
  ) {
    guard let fence = cell.state.fences[number], let collection = cell.state.collections[fence.collection] else {
      return
    }
    let id = identifiers.identifier(
      collection: fence.collection, source: device.source, device: device.id, fence: fence.id,
      ordinal: device.nextOrdinal + effects.ordinals)
    effects.ordinals += 1
    let body = EventEnvelope.fenceNotice(
      kind, id: id.uuid, time: arrival, partition: configuration.partition, collection: collection.settings.name,
      tracker: cell.state.sources[device.source]?.tracker, geofence: fence.id, update: sample.update(of: device.id),
      geofenceProperties: fence.properties)
    add(event: id, body: body)
  }

  // MARK: Occupancy

  /// Counts who enters and leaves, and tells when that makes the number cross the minimum asked for.
  mutating func countOccupants(
    _ change: MembershipChange, _ device: DeviceRecord, _ sample: Sample, at moment: Timestamp,
    _ effects: inout DecisionEffects
  ) {
    guard !cell.state.occupants.isEmpty else { return }
    for transition in change.transitions(by: FenceOrder(cell: cell).precedes)
    where cell.state.occupants.counts(transition.fence) {
      let (before, after) = occupantChanges.add(
        transition.kind == .enter ? 1 : -1, of: device.id, in: transition.fence, to: cell.state.occupants)
      guard let rules = cell.state.rules(of: transition.fence), let minimum = rules.occupancy,
        (before >= minimum) != (after >= minimum), isActive(rules, at: moment)
      else { continue }
      addEvent(
        .occupancy(count: after, minimum: minimum), transition.fence, sample, for: device, &effects)
    }
  }

  /// A device goes with its source. It left its fences before, unless its state had ended.
  mutating func leaveOccupied(_ number: Int32) {
    guard !cell.state.occupants.isEmpty, let record = device(number), let sample = record.evaluated else { return }
    var effects = DecisionEffects()
    countOccupants(MembershipChange(left: record.inside, entered: []), record, sample, at: arrival, &effects)
  }

  private func isActive(_ rules: FenceRules, at moment: Timestamp) -> Bool {
    rules.activity.map { activities.standing($0, at: moment) == .active } ?? true
  }

  // MARK: Opening and closing

  /// Devices are to be evaluated again where fences opened, closed or expired by this group's arrival.
  mutating func addDueActivity() {
    let due = cell.state.calendar.due(at: arrival)
    guard !due.isEmpty else { return }
    for (collection, keys) in Dictionary(grouping: due, by: \.collection).sorted(by: { $0.key < $1.key }) {
      // Many fences are looked for one by one in each device; then all of them at once are cheaper.
      let isAll = keys.count > 16 || keys.contains { $0.fence < 0 }
      addJob(
        sources: cell.state.sources(linkedTo: collection), fences: isAll ? [] : keys.map(\.fence), kind: .activity)
    }
  }
}
