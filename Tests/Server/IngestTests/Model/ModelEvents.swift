import MusterValues

/// One source and one device: what the order of transitions is kept for.
struct ModelLane: Hashable, Sendable, Comparable {
  enum Source: Hashable, Sendable {
    case tracker(Identifier)
    /// Positions evaluated against a collection without a tracker.
    case collection(Identifier)
  }

  let source: Source
  let device: Identifier

  private var key: (Int, Identifier, Identifier) {
    switch source {
    case .tracker(let name): (0, name, device)
    case .collection(let name): (1, name, device)
    }
  }

  static func < (left: ModelLane, right: ModelLane) -> Bool { left.key < right.key }
}

struct FenceName: Hashable, Sendable, Comparable {
  let collection: Identifier
  let id: Identifier

  static func < (left: FenceName, right: FenceName) -> Bool {
    (left.collection, left.id) < (right.collection, right.id)
  }
}

/// An event as a subscriber sees it.
struct ModelEvent: Hashable, Sendable {
  enum Kind: String, Sendable {
    case enter = "ENTER"
    case exit = "EXIT"
    case update = "UPDATE"
    case dwell = "DWELL"
    case approach = "APPROACH"
    case passedThrough = "PASSED_THROUGH"
  }

  let kind: Kind
  /// nil for UPDATE.
  let fence: FenceName?
  var reason: String?
  /// Seconds of a stay, or the time of the sample before a passage.
  var amount: Int64?
  /// The sample's time and place.
  let time: Int64
  let point: GridPoint
}

extension ModelLane: CustomStringConvertible {
  var description: String { "\(source) \(device.text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())" }
}

extension FenceName: CustomStringConvertible {
  var description: String { "\(collection)/\(id)" }
}

extension ModelEvent: CustomStringConvertible {
  var description: String {
    [kind.rawValue, fence?.description, reason, amount.map(String.init), "of \(time) at \(point)"].compactMap(\.self)
      .joined(separator: " ")
  }
}
