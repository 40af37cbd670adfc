internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

extension GroupPlan {
  /// Evaluates devices again whose fences or links changed, from where the job stands.
  ///
  /// Every step goes by the present state, so doing a part twice, or after a newer sample came, changes nothing.
  /// - Returns: the devices looked at, and whether the job is done.
  mutating func reevaluate(_ job: ReevaluationJob, from start: Int, limit: Int) -> (next: Int, isDone: Bool) {
    var position = start
    var looked = 0
    var first = 0
    for source in job.sources {
      let devices = cell.state.sources[source]?.devices ?? []
      let range = first..<first + devices.count
      first = range.upperBound
      guard position < range.upperBound else { continue }
      let links = linkedFences(of: source)
      while position < range.upperBound {
        guard looked < limit else { return (position, false) }
        reevaluate(devices[position - range.lowerBound], links: links, job: job)
        position += 1
        looked += 1
      }
    }
    finish(job)
    return (position, true)
  }

  private mutating func reevaluate(_ number: Int32, links: LinkedFences, job: ReevaluationJob) {
    guard let record = device(number), let sample = record.evaluated, concerns(job, record, sample) else { return }
    reevaluate(
      record, links: links, cause: job.kind == .activity ? .activity : .catalogChange(fences: job.fences),
      changed: job.fences)
  }

  /// Evaluates a device's last sample once more, at this group's arrival.
  ///
  /// - Parameters:
  ///   - changed: fences that may have changed; empty for all.
  ///   - only: when not empty, the others stay as they are.
  mutating func reevaluate(
    _ device: DeviceRecord, links: LinkedFences, cause: EvaluationCause, changed: [Int32] = [], only: [Int32] = []
  ) {
    var belief: ConfidentOutcome?
    // A state that has ended says nothing more; the device's next sample starts a new one.
    let found = GeofenceEvaluator.reevaluate(device.state, at: arrival) { sample in
      guard configuration.profile.reevaluatesChanges else {
        return device.inside.filter { cell.state.fences[$0].map { links.collections.contains($0.collection) } ?? false }
      }
      belief = confidence(again: sample, for: device, links: links, changed: only.isEmpty ? changed : only)
      let around = links.fences(containing: sample.position, at: arrival)
      return belief.map { (around + $0.inside).sorted() } ?? around
    }
    guard let sample = device.evaluated else { return }
    var change = found ?? MembershipChange()
    if !only.isEmpty {
      change = MembershipChange(
        left: change.left.filter(only.contains), entered: change.entered.filter(only.contains))
    }
    let isBelieved = belief.map { device.confidence == .of($0.device) } ?? true
    guard !change.isEmpty || !isBelieved else { return }
    var record = device
    var effects = makeEvents(
      of: change, for: record, links: links, sample: sample, at: arrival, cause: cause,
      probabilities: belief?.probabilities ?? [:])
    if let belief { makeDoubts(of: belief, sample, for: record, &effects) }
    if links.watchesSamples || !record.state.memories.isEmpty {
      effects.memories = FenceExtras.of(change, in: record.state, at: arrival, links).memories
    }
    countOccupants(change, record, sample, at: arrival, &effects)
    self.record(.reevaluation(device: record.number, change, effects))
    record.apply(change, effects)
    devices[record.number] = record
  }

  private func concerns(_ job: ReevaluationJob, _ record: DeviceRecord, _ sample: Sample) -> Bool {
    job.fences.isEmpty
      || job.fences.contains { fence in
        record.inside.contains(fence)
          || cell.state.fences[fence]?.shape.bounds.contains(sample.position) == true
      }
  }

  private mutating func finish(_ job: ReevaluationJob) {
    if job.kind == .removal {
      for fence in job.fences where cell.state.tombstones[fence] != nil { change(.tombstoneDropped(fence)) }
    }
    for source in job.sources where cell.state.sources[source]?.isDeleted == true {
      // A job made before the deletion may look at some devices only; the last job that names the source drops it.
      guard !cell.state.jobs.contains(where: { $0.number != job.number && $0.sources.contains(source) }) else {
        continue
      }
      let devices = cell.state.sources[source]?.devices.map(Int64.init) ?? []
      if let highest = devices.max(), highest > Int64(currentCounters.lastDroppedDevice) {
        // The checkpoint that tells that the number is taken goes; samples of it may still be in the journal.
        var counters = currentCounters
        counters.lastDroppedDevice = Int32(clamping: highest)
        change(.counters(counters))
      }
      for number in cell.state.sources[source]?.devices ?? [] { leaveOccupied(number) }
      droppedDevices += devices
      droppedCheckpoints += devices
      change(.sourceDropped(source))
    }
    change(.jobFinished(job.number))
  }
}
