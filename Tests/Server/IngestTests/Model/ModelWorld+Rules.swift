import MusterValues

// The rules of dwell, approach, passing and hours, written down once more.
extension ModelWorld {
  /// The clock moved: fences may have opened or closed.
  /// - Returns: whether any did, or could have.
  mutating func tick(clock: Int64) {
    let moment = clock > lastArrival ? clock : lastArrival
    guard collections.values.contains(where: { $0.rules.hours?.change(after: lastArrival, through: moment) ?? false })
    else { return }
    now = moment
    for lane in lanes { lookAgain(lane, moved: [], isOpening: true) }
    noteChange(clock: now)
  }

  mutating func setRules(of name: Identifier, _ rules: ModelRules) -> ModelAnswer {
    guard let before = collections[name]?.rules else { return .notFound }
    collections[name]?.rules = rules
    if before.hours != rules.hours { for lane in lanes { lookAgain(lane, moved: [], isOpening: true) } }
    return .done
  }

  func isOpen(_ fence: FenceName, at time: Int64) -> Bool {
    collections[fence.collection]?.rules.hours?.areOpen(at: time) ?? true
  }

  /// What is asked of a fence that counts for a lane and is open.
  func rules(of fence: FenceName, _ lane: ModelLane, at time: Int64) -> ModelRules? {
    guard linkedCollections(of: lane).contains(fence.collection), let collection = collections[fence.collection],
      collection.fences[fence.id] != nil, isOpen(fence, at: time)
    else { return nil }
    return collection.rules
  }

  /// Told after the transitions of an evaluated sample.
  mutating func tellExtras(
    _ device: inout ModelDevice, _ lane: ModelLane, _ sample: ModelSample, from previous: ModelSample?,
    before: Set<FenceName>
  ) {
    let time = sample.effectiveTime
    var open: [FenceName: ModelShape] = [:]
    for name in linkedCollections(of: lane) {
      for (id, shape) in collections[name]?.fences ?? [:] {
        let fence = FenceName(collection: name, id: id)
        if isOpen(fence, at: time) { open[fence] = shape }
      }
    }
    var passed: [FenceName] = []
    var near: [FenceName] = []
    var stayed: [(FenceName, Int64)] = []
    var stays: [FenceName: ModelDevice.Stay] = [:]
    var approached: Set<FenceName> = []
    for (fence, shape) in open {
      guard let rules = collections[fence.collection]?.rules else { continue }
      let isInside = device.inside.contains(fence)
      if let limit = rules.passing, let previous, !isInside, !before.contains(fence),
        time - previous.effectiveTime <= limit, shape.isMet(from: previous.point, to: sample.point)
      {
        passed.append(fence)
      }
      if let asked = rules.approach {
        let distance = shape.distance(to: sample.point, on: plane)
        if isInside {
          approached.insert(fence)
        } else if distance <= asked {
          if !device.approached.contains(fence) { near.append(fence) }
          approached.insert(fence)
        } else if distance <= asked * 1.1, device.approached.contains(fence) {
          approached.insert(fence)
        }
      }
      if let dwell = rules.dwell, isInside {
        var stay = before.contains(fence) ? device.stays[fence] : nil
        if stay == nil { stay = ModelDevice.Stay(since: time, isTold: false) }
        if let since = stay?.since, stay?.isTold == false, time - since >= dwell {
          stay?.isTold = true
          stayed.append((fence, (time - since) / 1000))
        }
        stays[fence] = stay
      }
    }
    device.stays = stays
    device.approached = approached
    func tell(_ kind: ModelEvent.Kind, _ fence: FenceName, _ amount: Int64? = nil) {
      var event = ModelEvent(kind: kind, fence: fence, time: sample.time, point: sample.point)
      event.amount = amount
      events[lane, default: []].append(event)
    }
    for fence in passed.sorted() { tell(.passedThrough, fence, previous?.effectiveTime) }
    for fence in near.sorted() { tell(.approach, fence) }
    for (fence, seconds) in stayed.sorted(by: { $0.0 < $1.0 }) { tell(.dwell, fence, seconds) }
  }

  /// A change of membership that no sample made.
  mutating func followExtras(
    _ device: inout ModelDevice, _ lane: ModelLane, left: Set<FenceName>, entered: Set<FenceName>
  ) {
    for fence in left.union(entered) {
      let rules = rules(of: fence, lane, at: now)
      device.stays[fence] = nil
      if entered.contains(fence), rules?.dwell != nil {
        device.stays[fence] = ModelDevice.Stay(since: now, isTold: false)
      }
      if rules?.approach != nil { device.approached.insert(fence) } else { device.approached.remove(fence) }
    }
  }

  /// A fence of that name put later is another.
  mutating func forgetExtras(of isGone: (FenceName) -> Bool) {
    for lane in lanes {
      guard var device = device(lane) else { continue }
      device.stays = device.stays.filter { !isGone($0.key) }
      device.approached = device.approached.filter { !isGone($0) }
      setDevice(device, lane)
    }
  }

  func linkedCollections(of lane: ModelLane) -> Set<Identifier> {
    switch lane.source {
    case .tracker(let name): trackers[name]?.links ?? []
    case .collection(let name): collections[name] == nil ? [] : [name]
    }
  }
}
