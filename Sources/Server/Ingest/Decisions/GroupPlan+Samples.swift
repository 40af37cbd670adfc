internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// What all samples of one batch have in common, looked up once: going through the state anew for each sample would cost
/// more than deciding about it.
private struct BatchContext {
  let source: Int32
  let filter: PositionFilter?
  let links: LinkedFences
  let deviceNumbers: [Identifier: Int32]
  /// The tracker's name when it publishes device position events.
  let publishingTracker: Identifier?

  init(source: Int32, filter: PositionFilter?, state: borrowing LedgerState) {
    self.source = source
    self.filter = filter
    links = state.linkedFences(of: source)
    deviceNumbers = state.sources[source]?.deviceNumbers ?? [:]
    publishingTracker = state.trackers[source].flatMap { $0.settings.isEventBridgeEnabled ? $0.settings.name : nil }
  }
}

extension GroupPlan {
  /// Decides a batch of updates of one source, oldest sample first; the answer is in the order given.
  mutating func update(source: Int32, filter: PositionFilter?, updates: [PositionUpdate]) -> [BatchItemError?] {
    let batch = BatchContext(source: source, filter: filter, state: cell.state)
    var answer = [BatchItemError?](repeating: nil, count: updates.count)
    let isSorted = zip(updates, updates.dropFirst()).allSatisfy { $0.sampleTime <= $1.sampleTime }
    if isSorted {
      for index in updates.indices { answer[index] = update(updates[index], batch) }
    } else {
      // Equal times keep the order they were sent in.
      let order = updates.indices.sorted {
        (updates[$0].sampleTime, $0) < (updates[$1].sampleTime, $1)
      }
      for index in order { answer[index] = update(updates[index], batch) }
    }
    return answer
  }

  private mutating func update(_ update: PositionUpdate, _ batch: BatchContext) -> BatchItemError? {
    if let refusal = refusal(of: update) { return refusal }
    var record = takeDevice(update.device, batch)
    let number = record.number
    let sample = Sample(update, received: arrival)
    switch SampleOrder.of(sample.mark, after: record.evaluated?.mark) {
    case .heartbeat:
      record.heard(at: arrival)
      self.record(.heartbeat(device: number))
    case .newer where sample.sampleTime > record.greatestSampleTime:
      accept(sample, .newer, batch, &record)
    case let order:
      // At or before a time seen already: perhaps the same sample again, which changes nothing.
      if !isKnown(sample, device: number) { accept(sample, order, batch, &record) }
    }
    devices[number] = record
    return nil
  }

  private func refusal(of update: PositionUpdate) -> BatchItemError? {
    guard abs(update.position.latitude) <= 90 else {
      return BatchItemError(.validation, "latitude must be between -90 and 90 degrees")
    }
    guard abs(update.position.longitude) <= 180 else {
      return BatchItemError(.validation, "longitude must be between -180 and 180 degrees")
    }
    let age = arrival.milliseconds(since: update.sampleTime)
    guard age >= -configuration.futureTolerance else {
      return BatchItemError(
        .validation,
        "SampleTime must not be more than \(configuration.futureTolerance / 60_000) minutes in the future")
    }
    guard age <= configuration.retention else {
      return BatchItemError(
        .validation, "SampleTime must not be older than the retention of \(configuration.retention / 86_400_000) days")
    }
    return nil
  }

  private mutating func takeDevice(_ id: Identifier, _ batch: BatchContext) -> DeviceRecord {
    let source = batch.source
    if let number = batch.deviceNumbers[id] ?? newDeviceNumbers[source]?[id], let record = device(number) {
      return record
    }
    let number = Int32(cell.state.devices.count + newDevices.count)
    newDevices.append(number)
    newDeviceNumbers[source, default: [:]][id] = number
    record(.device(number: number, source: source, id: id))
    return DeviceRecord(number: number, source: source, id: id)
  }

  private func isKnown(_ sample: Sample, device number: Int32) -> Bool {
    // Rare enough to go through this group's samples one by one.
    if samples.contains(where: {
      $0.device == number && $0.sample.sampleTime == sample.sampleTime && $0.sample.position == sample.position
    }) {
      return true
    }
    if device(number)?.forgotten.contains(sample.identity) == true { return true }
    guard Int(number) < cell.state.recents.count, !forgottenHistories.contains(number) else { return false }
    return cell.state.recents[Int(number)].contains(sampleTime: sample.sampleTime, position: sample.position)
      || compacted.contains(sample.identity, device: number)
  }

  private mutating func accept(
    _ sample: Sample, _ order: SampleOrder, _ batch: BatchContext, _ record: inout DeviceRecord
  ) {
    let endsStateLife =
      order == .newer && record.evaluated != nil && StateLife.hasEnded(lastSample: record.lastHeard, at: arrival)
    var decision: PositionFilter.Decision
    if order == .newer {
      let reference = endsStateLife ? nil : record.reference?.filterReference
      decision = batch.filter?.decide(sample.filterReference, after: reference) ?? .init(stores: false, evaluates: true)
    } else {
      decision = .init(stores: batch.filter != nil && configuration.profile.keepsLateSamples, evaluates: false)
    }
    var transitions = Transitions()
    if decision.evaluates {
      let before = endsStateLife ? [] : record.inside
      let after = batch.links.fences(containing: sample.position)
      let change = MembershipChange(from: before, to: after)
      if !change.isEmpty {
        transitions = makeEvents(
          of: change, for: record, links: batch.links.collections, sample: sample, cause: .sample)
      }
    }
    if order == .newer, decision.stores, let tracker = batch.publishingTracker {
      makePositionEvent(of: sample, for: record, tracker: tracker, after: &transitions)
    }
    let entry = SampleEntry(
      device: record.number, sample: sample, order: order, isStored: decision.stores, isEvaluated: decision.evaluates,
      endsStateLife: endsStateLife, transitions: transitions)
    let offset = writer.count
    self.record(.sample(entry))
    record.apply(entry)
    acceptedSamples += 1
    let recent = RecentSample(
      sampleTime: sample.sampleTime, position: sample.position, sequence: sequence,
      offset: UInt32(clamping: offset), length: UInt16(clamping: writer.count - offset), isStored: decision.stores)
    samples.append((record.number, recent))
  }

  /// Forgets what a tracker stored of the devices; membership and order stay.
  mutating func deleteHistory(source: Int32, devices ids: [Identifier]) -> [BatchItemError?] {
    ids.map { id in
      guard let number = cell.state.sources[source]?.deviceNumbers[id] ?? newDeviceNumbers[source]?[id],
        var record = device(number)
      else { return nil }
      let kept = identities(of: record, after: arrival)
      record.forgetHistory(keeping: kept)
      devices[number] = record
      samples.removeAll { $0.device == number }
      forgottenHistories.append(number)
      droppedDevices.append(Int64(number))
      self.record(.historyDeleted(device: number, kept: kept))
      return nil
    }
  }

  /// Samples that are ahead of the clock, wherever they are kept.
  private func identities(of record: DeviceRecord, after moment: Timestamp) -> [SampleIdentity] {
    guard record.greatestSampleTime > moment else { return [] }
    var found = record.forgotten.filter { $0.sampleTime > moment }
    for entry in samples where entry.device == record.number && entry.sample.sampleTime > moment {
      found.append(SampleIdentity(sampleTime: entry.sample.sampleTime, position: entry.sample.position))
    }
    guard Int(record.number) < cell.state.recents.count, !forgottenHistories.contains(record.number) else {
      return found
    }
    return found + cell.state.recents[Int(record.number)].identities(after: moment)
      + compacted.identities(of: record.number, after: moment)
  }
}
