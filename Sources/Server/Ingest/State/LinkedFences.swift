internal import Geodesy
internal import Geofencing
internal import MusterValues

/// The fences of some collections, for a batch of questions. Holds their indexes: let it go before the state changes, or
/// the change copies them.
struct LinkedFences {
  /// Numbers.
  let collections: [Int32]
  let indexes: [CollectionFenceIndex]
  /// One for each collection; empty when nothing is asked of any fence.
  let rules: [CollectionRules]
  /// Of all collections; empty when nothing is asked of any.
  let fences: [Int32: FenceRecord]
  let activities: ActivityCache
  /// Whether samples are to be looked at for more than ENTER and EXIT.
  let watchesSamples: Bool
  let hasActivity: Bool
  /// Whether some collection weighs fixes by their accuracy.
  let hasConfident: Bool

  init(collections: [Int32], state: borrowing LedgerState, activities: ActivityCache) {
    self.collections = collections
    self.activities = activities
    let known = state.collections
    indexes = collections.compactMap { known[$0]?.index }
    if collections.contains(where: { known[$0]?.rules.isEmpty == false }) {
      let rules = collections.compactMap { known[$0]?.rules }
      self.rules = rules
      fences = state.fences
      watchesSamples = rules.contains(where: \.watchesSamples)
      hasActivity = rules.contains(where: \.hasActivity)
      hasConfident = rules.contains(where: \.tags.isConfident)
    } else {
      rules = []
      fences = [:]
      watchesSamples = false
      hasActivity = false
      hasConfident = false
    }
  }

  /// Numbers of the fences that contain a place and are there at the moment, ascending; those of collections that weigh
  /// fixes by their accuracy left out.
  func fences(containing place: Coordinate, at moment: Timestamp) -> [Int32] {
    var found: [Int32]
    if indexes.count == 1, !hasConfident {
      found = indexes[0].fences(containing: place)
    } else {
      found = []
      for (number, index) in indexes.enumerated() where !hasConfident || !rules[number].tags.isConfident {
        found += index.fences(containing: place)
      }
      found.sort()
    }
    if !hasActivity || found.isEmpty { return found }
    return found.filter { standing(of: $0, at: moment) == .active }
  }

  /// Whether a fence is there; a fence of another collection counts as active.
  func standing(of fence: Int32, at moment: Timestamp) -> FenceActivity.Standing {
    guard hasActivity, let activity = ownRules(of: fence)?.activity else { return .active }
    return activities.standing(activity, at: moment)
  }

  /// Whether the fence's collection weighs fixes by their accuracy.
  func isConfident(_ fence: Int32) -> Bool {
    guard hasConfident, let collection = fences[fence]?.collection,
      let index = collections.firstIndex(of: collection), index < rules.count
    else { return false }
    return rules[index].tags.isConfident
  }

  /// nil when the fence is none of these.
  private func ownRules(of fence: Int32) -> FenceRules? {
    guard let collection = fences[fence]?.collection, let index = collections.firstIndex(of: collection),
      index < rules.count
    else { return nil }
    return rules[index].rules(of: fence)
  }
}

extension LinkedFences: FenceSurroundings {
  func rules(of fence: Int32, at moment: Timestamp) -> FenceRules? {
    guard let rules = ownRules(of: fence) else { return nil }
    if let activity = rules.activity, activities.standing(activity, at: moment) != .active { return nil }
    return rules
  }

  func near(_ place: Coordinate, at moment: Timestamp) -> [(fence: Int32, distance: Double)] {
    var found: [(fence: Int32, distance: Double)] = []
    for (index, rules) in zip(indexes, rules) where rules.widestApproach > 0 {
      let box = BoundingBox(around: place, radius: rules.widestApproach * FenceExtras.release)
      for fence in index.fences(meeting: box) {
        guard let asked = self.rules(of: fence, at: moment)?.approach, let shape = index.shape(of: fence),
          let distance = shape.signedDistanceToBoundary(from: place, within: asked * FenceExtras.release),
          distance > 0, distance <= asked * FenceExtras.release
        else { continue }
        found.append((fence, distance))
      }
    }
    return found
  }

  func crossed(from start: Coordinate, to end: Coordinate, at moment: Timestamp) -> [Int32] {
    var found: [Int32] = []
    for (index, rules) in zip(indexes, rules) where rules.hasPassing {
      for fence in index.fences(meeting: BoundingBox(ofSegmentFrom: start, to: end)) {
        guard self.rules(of: fence, at: moment)?.passing != nil,
          index.shape(of: fence)?.isCrossed(bySegmentFrom: start, to: end) == true
        else { continue }
        found.append(fence)
      }
    }
    return found.sorted()
  }
}
