import MusterValues

enum ModelFilter: Sendable { case time, distance, accuracy }

/// One reported position.
struct ModelReport: Hashable, Sendable {
  var device: Identifier
  /// Milliseconds since 1970.
  var time: Int64
  var point: GridPoint
  /// Metres.
  var accuracy: Double?
  /// Its latitude or longitude can't be a place.
  var isOutOfRange = false
}

/// What the model is asked to do, in its own words.
enum ModelCommand: Sendable {
  case createTracker(Identifier, ModelFilter, publishesUpdates: Bool)
  case changeFilter(Identifier, ModelFilter)
  case deleteTracker(Identifier)
  case createCollection(Identifier)
  case deleteCollection(Identifier)
  case link(tracker: Identifier, collection: Identifier)
  case unlink(tracker: Identifier, collection: Identifier)
  case putFences(collection: Identifier, [(id: Identifier, shape: ModelShape)])
  case setRules(collection: Identifier, ModelRules)
  case deleteFences(collection: Identifier, [Identifier])
  case update(tracker: Identifier, [ModelReport])
  case evaluate(collection: Identifier, [ModelReport])
  case deleteHistory(tracker: Identifier, [Identifier])

  var isBatch: Bool {
    switch self {
    case .update, .evaluate: true
    default: false
    }
  }

  var changesCatalog: Bool {
    switch self {
    case .update, .evaluate, .deleteHistory: false
    default: true
    }
  }
}

enum ModelAnswer: Equatable, Sendable {
  case notFound
  case conflict
  case done
  /// One flag an item, in the order given: whether it was accepted.
  case items([Bool])
}
