import MusterValues

/// The rules of DESIGN's table of geofence decisions, written down once more as plainly as they can be: slow, without
/// indexes, numbers, records or jobs. Every change of fences and links takes effect at once.
struct ModelWorld: Sendable {
  struct Rules: Sendable {
    /// Milliseconds.
    var retention: Int64 = 30 * 24 * 3600 * 1000
    var futureTolerance: Int64 = 5 * 60 * 1000
    var reportsRemovals = true
    var reevaluatesChanges = true
    var keepsLateSamples = true
  }

  struct Tracker: Sendable {
    var filter: ModelFilter
    var publishesUpdates: Bool
    var links: Set<Identifier> = []
    var devices: [Identifier: ModelDevice] = [:]
  }

  struct Collection: Sendable {
    var fences: [Identifier: ModelShape] = [:]
    var rules = ModelRules()
    /// Devices evaluated without a tracker.
    var devices: [Identifier: ModelDevice] = [:]
  }

  let plane: ModelPlane
  let rules: Rules
  var trackers: [Identifier: Tracker] = [:]
  var collections: [Identifier: Collection] = [:]
  /// Events since they were last taken, in the order of each lane.
  var events: [ModelLane: [ModelEvent]] = [:]
  /// The arrival of the last thing that changed anything.
  private(set) var lastArrival: Int64 = .min
  /// When the present command arrives.
  var now: Int64 = .min
  private var hasChanged = false

  init(plane: ModelPlane, rules: Rules) {
    self.plane = plane
    self.rules = rules
  }

  /// - Parameter clock: what the server's clock says; arrival never runs backwards all the same.
  mutating func perform(_ command: ModelCommand, clock: Int64) -> ModelAnswer {
    now = clock > lastArrival ? clock : lastArrival
    hasChanged = false
    let answer = perform(command)
    if hasChanged { lastArrival = now }
    return answer
  }

  mutating func noteChange(clock: Int64) { lastArrival = max(lastArrival, clock) }

  mutating func takeEvents() -> [ModelLane: [ModelEvent]] {
    defer { events = [:] }
    return events
  }

  private mutating func perform(_ command: ModelCommand) -> ModelAnswer {
    switch command {
    case .update(let name, let reports):
      guard trackers[name] != nil else { return .notFound }
      return .items(take(reports, source: .tracker(name)))
    case .evaluate(let name, let reports):
      guard collections[name] != nil else { return .notFound }
      return .items(take(reports, source: .collection(name)))
    case .deleteHistory(let name, let devices):
      guard trackers[name] != nil else { return .notFound }
      for device in devices where trackers[name]?.devices[device] != nil {
        // What is ahead of the clock could pass for newer when it comes again, so it stays known.
        let ahead = trackers[name]?.devices[device]?.accepted.filter { $0.time > now } ?? []
        trackers[name]?.devices[device]?.history = []
        trackers[name]?.devices[device]?.accepted.formIntersection(ahead)
        trackers[name]?.devices[device]?.lastFiltered = nil
        hasChanged = true
      }
      return .items(devices.map { _ in true })
    default:
      let answer = changeCatalog(command)
      if answer != .notFound, answer != .conflict, answer != .items([]) {
        if case .items(let flags) = answer { hasChanged = flags.contains(true) } else { hasChanged = true }
      }
      return answer
    }
  }

  // MARK: Samples

  private mutating func take(_ reports: [ModelReport], source: ModelLane.Source) -> [Bool] {
    var answer = [Bool](repeating: false, count: reports.count)
    var rest = Array(reports.indices)
    while !rest.isEmpty {
      // The oldest first; of one time the first given.
      let next = rest.indices.reduce(0) { reports[rest[$1]].time < reports[rest[$0]].time ? $1 : $0 }
      let index = rest.remove(at: next)
      answer[index] = isAcceptable(reports[index])
      if answer[index] { take(reports[index], lane: ModelLane(source: source, device: reports[index].device)) }
    }
    // Fences may have opened or closed between the samples' time and now.
    for device in Set(reports.map(\.device)).sorted() {
      lookAgain(ModelLane(source: source, device: device), moved: [], isOpening: true)
    }
    return answer
  }

  private func isAcceptable(_ report: ModelReport) -> Bool {
    !report.isOutOfRange && report.time - now <= rules.futureTolerance && now - report.time <= rules.retention
  }

  private mutating func take(_ report: ModelReport, lane: ModelLane) {
    var device = self.device(lane) ?? ModelDevice()
    defer { setDevice(device, lane) }
    device.expire(at: now)
    let sample = ModelSample(time: report.time, arrival: now, point: report.point, accuracy: report.accuracy)
    if let last = device.lastEvaluated, last.identity == sample.identity {
      // A heartbeat.
      hasChanged = true
      if device.isKnown { device.lastHeard = now }
      return
    }
    guard device.accepted.insert(sample.identity).inserted else { return }
    hasChanged = true
    let isShown: Bool
    if case .tracker = lane.source { isShown = true } else { isShown = false }
    if let last = device.lastEvaluated, !isNewer(sample, than: last) {
      if isShown, rules.keepsLateSamples { device.history.append(sample) }
      if device.isKnown { device.lastHeard = now }
      return
    }
    let previous = device.isKnown ? device.lastEvaluated : nil
    device.isKnown = true
    device.lastHeard = now
    let (isStored, isEvaluated) = filter(sample, device, lane)
    if isEvaluated {
      device.lastEvaluated = sample
      let before = device.inside
      let world = self
      move(&device, lane, to: fences(around: sample.point, lane, at: sample.effectiveTime), sample: sample) {
        kind, fence in
        kind == .exit && world.isLinked(fence, lane) && !world.isOpen(fence, at: sample.effectiveTime)
          ? "FENCE_INACTIVE" : nil
      }
      tellExtras(&device, lane, sample, from: previous, before: before)
    }
    if isStored {
      device.history.append(sample)
      device.lastFiltered = sample
      if case .tracker(let name) = lane.source, trackers[name]?.publishesUpdates == true {
        events[lane, default: []].append(ModelEvent(kind: .update, fence: nil, time: sample.time, point: sample.point))
      }
    }
  }

  private func isNewer(_ sample: ModelSample, than last: ModelSample) -> Bool {
    if sample.time == last.time { return false }
    if sample.effectiveTime == last.effectiveTime { return sample.time > last.time }
    return sample.effectiveTime > last.effectiveTime
  }

  private func filter(
    _ sample: ModelSample, _ device: ModelDevice, _ lane: ModelLane
  ) -> (isStored: Bool, isEvaluated: Bool) {
    guard case .tracker(let name) = lane.source, let tracker = trackers[name] else { return (false, true) }
    guard let last = device.lastFiltered else { return (true, true) }
    let moved = plane.distance(last.point, sample.point)
    switch tracker.filter {
    case .time: return (sample.effectiveTime - last.effectiveTime >= 30_000, true)
    case .distance: return (moved >= 30, moved >= 30)
    case .accuracy:
      let sum = (last.accuracy ?? 0) + (sample.accuracy ?? 0)
      return (moved >= sum, moved >= sum)
    }
  }

  // MARK: Parts

  func device(_ lane: ModelLane) -> ModelDevice? {
    switch lane.source {
    case .tracker(let name): trackers[name]?.devices[lane.device]
    case .collection(let name): collections[name]?.devices[lane.device]
    }
  }

  mutating func setDevice(_ device: ModelDevice, _ lane: ModelLane) {
    switch lane.source {
    case .tracker(let name): trackers[name]?.devices[lane.device] = device
    case .collection(let name): collections[name]?.devices[lane.device] = device
    }
  }

  var lanes: [ModelLane] {
    var all: [ModelLane] = []
    for (name, tracker) in trackers {
      all += tracker.devices.keys.map { ModelLane(source: .tracker(name), device: $0) }
    }
    for (name, collection) in collections {
      all += collection.devices.keys.map { ModelLane(source: .collection(name), device: $0) }
    }
    return all.sorted()
  }

  func isLinked(_ fence: FenceName, _ lane: ModelLane) -> Bool {
    linkedCollections(of: lane).contains(fence.collection)
  }

  /// The fences that hold a place and are open at a time.
  func fences(around point: GridPoint, _ lane: ModelLane, at time: Int64) -> Set<FenceName> {
    var found: Set<FenceName> = []
    for name in linkedCollections(of: lane) where collections[name]?.rules.hours?.areOpen(at: time) ?? true {
      for (id, shape) in collections[name]?.fences ?? [:] where shape.contains(point, on: plane) {
        found.insert(FenceName(collection: name, id: id))
      }
    }
    return found
  }

  /// Every EXIT before any ENTER; then by collection, then by fence.
  mutating func move(
    _ device: inout ModelDevice, _ lane: ModelLane, to fences: Set<FenceName>, sample: ModelSample,
    reason: (ModelEvent.Kind, FenceName) -> String?
  ) {
    for fence in device.inside.subtracting(fences).sorted() {
      events[lane, default: []].append(
        ModelEvent(kind: .exit, fence: fence, reason: reason(.exit, fence), time: sample.time, point: sample.point))
    }
    for fence in fences.subtracting(device.inside).sorted() {
      events[lane, default: []].append(
        ModelEvent(kind: .enter, fence: fence, reason: reason(.enter, fence), time: sample.time, point: sample.point))
    }
    device.inside = fences
  }
}
