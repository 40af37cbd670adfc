internal import Geofencing
internal import MusterValues

/// When fences are next to open, close or expire.
struct ActivityCalendar: Sendable {
  /// A collection as a whole, or one fence with rules of its own.
  struct Key: Hashable, Comparable, Sendable {
    let collection: Int32
    /// -1 for the collection as a whole.
    let fence: Int32

    static func < (left: Key, right: Key) -> Bool { (left.collection, left.fence) < (right.collection, right.fence) }
  }

  private struct Turn: Comparable, Sendable {
    let time: Timestamp
    let key: Key

    static func < (left: Turn, right: Turn) -> Bool { (left.time, left.key) < (right.time, right.key) }
  }

  private var activities: [Key: (activity: FenceActivity, next: Timestamp?)] = [:]
  private var turns = OrderedTable<Turn, Bool>()

  /// The next moment at which something changes.
  var next: Timestamp? { turns.entries(after: nil, limit: 1).first?.key.time }

  /// - Parameter activity: nil where the fences are always there.
  mutating func set(_ activity: FenceActivity?, for key: Key, after moment: Timestamp) {
    if let next = activities.removeValue(forKey: key)?.next { turns[Turn(time: next, key: key)] = nil }
    guard let activity else { return }
    let next = activity.nextChange(after: moment)
    activities[key] = (activity, next)
    if let next { turns[Turn(time: next, key: key)] = true }
  }

  /// What changed by this moment, in order of time.
  func due(at moment: Timestamp) -> [Key] {
    var found: [Key] = []
    var last: Turn?
    while true {
      let page = turns.entries(after: last, limit: 64).prefix { $0.key.time <= moment }
      found += page.map(\.key.key)
      guard page.count == 64 else { return found }
      last = page.last?.key
    }
  }

  /// Turns the page: what follows is what changes after this moment.
  mutating func advance(through moment: Timestamp) {
    for key in due(at: moment) { set(activities[key]?.activity, for: key, after: moment) }
  }
}
