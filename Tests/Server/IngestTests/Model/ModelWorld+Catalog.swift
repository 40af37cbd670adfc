import MusterValues

extension ModelWorld {
  mutating func changeCatalog(_ command: ModelCommand) -> ModelAnswer {
    switch command {
    case .createTracker(let name, let filter, let publishes):
      guard trackers[name] == nil else { return .conflict }
      trackers[name] = Tracker(filter: filter, publishesUpdates: publishes)
    case .changeFilter(let name, let filter):
      guard trackers[name] != nil else { return .notFound }
      trackers[name]?.filter = filter
    case .deleteTracker(let name):
      guard let tracker = trackers[name] else { return .notFound }
      for device in tracker.devices.keys {
        leave(ModelLane(source: .tracker(name), device: device), reason: "TRACKER_DELETED") { _ in true }
      }
      trackers[name] = nil
    case .createCollection(let name):
      guard collections[name] == nil else { return .conflict }
      collections[name] = Collection()
    case .deleteCollection(let name):
      guard collections[name] != nil else { return .notFound }
      for lane in lanes { leave(lane, reason: "COLLECTION_DELETED") { $0.collection == name } }
      for tracker in trackers.keys { trackers[tracker]?.links.remove(name) }
      forgetExtras { $0.collection == name }
      collections[name] = nil
    case .link(let tracker, let collection):
      guard trackers[tracker] != nil, collections[collection] != nil else { return .notFound }
      guard trackers[tracker]?.links.insert(collection).inserted == true else { return .conflict }
      for lane in lanes where lane.source == .tracker(tracker) { lookAgain(lane, moved: []) }
    case .unlink(let tracker, let collection):
      guard trackers[tracker]?.links.remove(collection) != nil else { return .notFound }
      for lane in lanes where lane.source == .tracker(tracker) {
        leave(lane, reason: "UNLINKED") { $0.collection == collection }
      }
    case .putFences(let collection, let puts):
      guard let before = collections[collection]?.fences else { return .notFound }
      for put in puts { collections[collection]?.fences[put.id] = put.shape }
      let moved = Set(puts.map(\.id).filter { before[$0] != nil && before[$0] != collections[collection]?.fences[$0] })
      for lane in lanes {
        lookAgain(lane, moved: Set(moved.map { FenceName(collection: collection, id: $0) }))
      }
    case .deleteFences(let collection, let ids):
      guard collections[collection] != nil else { return .notFound }
      let found = ids.map { collections[collection]?.fences.removeValue(forKey: $0) != nil }
      for lane in lanes {
        leave(lane, reason: "FENCE_DELETED") { $0.collection == collection && ids.contains($0.id) }
      }
      forgetExtras { $0.collection == collection && ids.contains($0.id) }
      return .items(found)
    case .setRules(let collection, let rules): return setRules(of: collection, rules)
    case .update, .evaluate, .deleteHistory: break
    }
    return .done
  }

  /// The device leaves fences that no longer count for it.
  private mutating func leave(_ lane: ModelLane, reason: String, fences isGone: (FenceName) -> Bool) {
    guard var device = device(lane), let sample = device.lastEvaluated else { return }
    device.expire(at: now)
    let gone = device.inside.filter(isGone)
    let rest = device.inside.subtracting(gone)
    if rules.reportsRemovals {
      move(&device, lane, to: rest, sample: sample) { _, _ in reason }
    } else {
      device.inside = rest
    }
    followExtras(&device, lane, left: gone, entered: [])
    setDevice(device, lane)
  }

  /// The last evaluated sample against the fences as they are now.
  ///
  /// - Parameter isOpening: that fences opened is the reason.
  mutating func lookAgain(_ lane: ModelLane, moved: Set<FenceName>, isOpening: Bool = false) {
    guard rules.reevaluatesChanges, var device = device(lane), let sample = device.lastEvaluated else { return }
    device.expire(at: now)
    guard device.isKnown else { return }
    let before = device.inside
    let world = self
    move(&device, lane, to: fences(around: sample.point, lane, at: now), sample: sample) { kind, fence in
      if kind == .exit, world.isLinked(fence, lane), !world.isOpen(fence, at: world.now) { return "FENCE_INACTIVE" }
      if kind == .enter, isOpening { return "FENCE_ACTIVE" }
      return moved.contains(fence) ? "FENCE_CHANGED" : nil
    }
    let after = device.inside
    followExtras(&device, lane, left: before.subtracting(after), entered: after.subtracting(before))
    setDevice(device, lane)
  }
}
