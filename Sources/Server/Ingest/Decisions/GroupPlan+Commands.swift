internal import AmazonLocation
internal import MusterValues

extension Command {
  /// Whether it changes trackers, collections, fences or links: such a command is the last of its group.
  var changesCatalog: Bool {
    switch self {
    case .updatePositions, .evaluateGeofences, .deletePositionHistory: false
    default: true
    }
  }

  /// How many samples it brings.
  var sampleCount: Int {
    switch self {
    case .updatePositions(_, let updates), .evaluateGeofences(_, let updates): updates.count
    default: 0
    }
  }
}

extension GroupPlan {
  /// Decides one command. A command that throws has changed nothing.
  mutating func decide(_ command: Command) throws(ServiceError) -> CommandOutcome {
    switch command {
    case .createTracker(let settings): return try createTracker(settings)
    case .updateTracker(let name, let changes): return try updateTracker(name, changes)
    case .deleteTracker(let name): return try deleteTracker(name)
    case .createCollection(let settings): return try createCollection(settings)
    case .updateCollection(let name, let changes): return try updateCollection(name, changes)
    case .deleteCollection(let name): return try deleteCollection(name)
    case .associate(let tracker, let collection): return try associate(tracker: tracker, collection: collection)
    case .disassociate(let tracker, let collection): return try disassociate(tracker: tracker, collection: collection)
    case .putGeofences(let collection, let puts): return try putGeofences(collection: collection, puts)
    case .deleteGeofences(let collection, let ids): return try deleteGeofences(collection: collection, ids)
    case .tag(let resource, let tags): return try tag(resource, tags)
    case .untag(let resource, let keys): return try untag(resource, keys)
    case .updatePositions(let name, let updates):
      let tracker = try tracker(name)
      return .items(update(source: tracker.number, filter: tracker.filter, updates: updates))
    case .evaluateGeofences(let name, let updates):
      return .items(update(source: try collection(name), filter: nil, updates: updates))
    case .deletePositionHistory(let name, let devices):
      return .items(deleteHistory(source: try tracker(name).number, devices: devices))
    }
  }
}
