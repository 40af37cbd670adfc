internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// What all samples of one batch have in common, looked up once: going through the state anew for each sample would cost
/// more than deciding about it.
private struct BatchContext {
  let source: Int32
  let evaluator: GeofenceEvaluator
  let links: LinkedFences
  let deviceNumbers: [Identifier: Int32]
  /// The tracker's name when it publishes device position events.
  let publishingTracker: Identifier?

  init(source: Int32, evaluator: GeofenceEvaluator, links: LinkedFences, state: borrowing LedgerState) {
    self.source = source
    self.evaluator = evaluator
    self.links = links
    deviceNumbers = state.sources[source]?.deviceNumbers ?? [:]
    publishingTracker = state.trackers[source].flatMap { $0.settings.isEventBridgeEnabled ? $0.settings.name : nil }
  }
}

extension GroupPlan {
  /// Decides a batch of updates of one source, oldest sample first; the answer is in the order given.
  mutating func update(source: Int32, filter: PositionFilter?, updates: [PositionUpdate]) -> [BatchItemError?] {
    let evaluator = GeofenceEvaluator(filter: filter, keepsLateSamples: configuration.profile.keepsLateSamples)
    let batch = BatchContext(
      source: source, evaluator: evaluator, links: linkedFences(of: source), state: cell.state)
    var answer = [BatchItemError?](repeating: nil, count: updates.count)
    if let order = GeofenceEvaluator.order(of: updates.count, time: { updates[$0].sampleTime }) {
      for index in order { answer[index] = update(updates[index], batch) }
    } else {
      for index in updates.indices { answer[index] = update(updates[index], batch) }
    }
    if batch.links.hasActivity { settleActivity(of: updates, batch) }
    return answer
  }

  private mutating func update(_ update: PositionUpdate, _ batch: BatchContext) -> BatchItemError? {
    if let refusal = refusal(of: update) { return refusal }
    var record = takeDevice(update.device, batch)
    let number = record.number
    let sample = Sample(update, received: arrival)
    var belief: ConfidentOutcome?
    let evaluation = batch.evaluator.evaluate(
      sample.observation, in: record.state, isKnown: { isKnown(sample, device: number) },
      fences: {
        let found = batch.links.fences(containing: sample.position, at: sample.observation.effectiveTime)
        guard batch.links.hasConfident else { return found }
        let outcome = confidence(of: sample.observation, for: record, links: batch.links)
        belief = outcome
        return (found + outcome.inside).sorted()
      })
    switch evaluation {
    case .heartbeat:
      record.state.hear(at: arrival)
      self.record(.heartbeat(device: number))
    case .repetition: break
    case .accepted(let decision): accept(sample, decision, belief, batch, &record)
    }
    devices[number] = record
    return nil
  }

  /// Samples count at their own time, membership afterwards holds at this moment: fences may have opened or closed since.
  private mutating func settleActivity(of updates: [PositionUpdate], _ batch: BatchContext) {
    for id in Set(updates.map(\.device)).sorted() {
      guard let number = batch.deviceNumbers[id] ?? newDeviceNumbers[batch.source]?[id], let record = device(number)
      else { continue }
      let scheduled = fencesWithHours(record, batch.links)
      if !scheduled.isEmpty { reevaluate(record, links: batch.links, cause: .activity, only: scheduled) }
    }
  }

  /// The fences that keep hours or expire among those that the device is inside of, or may be.
  private func fencesWithHours(_ record: DeviceRecord, _ links: LinkedFences) -> [Int32] {
    guard let sample = record.state.evaluated else { return [] }
    let box = BoundingBox(around: sample.position, radius: 0)
    let near = links.indexes.flatMap { $0.fences(meeting: box) }
    return Set(near + record.inside).filter { cell.state.rules(of: $0)?.activity != nil }.sorted()
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
    _ sample: Sample, _ decision: SampleDecision, _ belief: ConfidentOutcome?, _ batch: BatchContext,
    _ record: inout DeviceRecord
  ) {
    var effects = DecisionEffects()
    if !decision.change.isEmpty {
      effects = makeEvents(
        of: decision.change, for: record, links: batch.links, sample: sample,
        at: sample.observation.effectiveTime, cause: .sample, probabilities: belief?.probabilities ?? [:])
    }
    if let belief { makeDoubts(of: belief, sample, for: record, &effects) }
    if decision.isEvaluated { makeExtras(of: decision, belief, sample, for: record, links: batch.links, &effects) }
    if decision.order == .newer, decision.isStored, let tracker = batch.publishingTracker {
      makePositionEvent(of: sample, for: record, tracker: tracker, after: &effects)
    }
    let entry = SampleEntry(device: record.number, sample: sample, decision: decision, effects: effects)
    let offset = writer.count
    self.record(.sample(entry))
    record.apply(entry)
    acceptedSamples += 1
    let recent = RecentSample(
      sampleTime: sample.sampleTime, position: sample.position, sequence: sequence,
      offset: UInt32(clamping: offset), length: UInt16(clamping: writer.count - offset), isStored: decision.isStored)
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
    guard record.state.greatestSampleTime > moment else { return [] }
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
