internal import AmazonLocation
internal import MusterValues

/// Where a watcher begins.
enum EventStart: Equatable, Sendable {
  case now
  case oldest
  case after(String)

  /// The query of the event stream's address.
  var query: String {
    switch self {
    case .now: "from=now"
    case .oldest: "from=start"
    case .after(let id): "after=" + PercentEncoding.encode(id)
    }
  }
}

/// Which events a watcher wants; an empty set wants all.
struct EventFilter: Equatable, Sendable {
  var devices: Set<Identifier> = []
  var collections: Set<Identifier> = []

  func accepts(_ event: LocationEvent) -> Bool {
    let isCollectionWanted = collections.isEmpty || event.collection.map { collections.contains($0) } ?? false
    return (devices.isEmpty || devices.contains(event.device)) && isCollectionWanted
  }
}
