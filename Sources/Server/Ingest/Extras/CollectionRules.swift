internal import AmazonLocation
internal import Geofencing
internal import MusterValues

/// The rules of a collection's fences: what its tags say, and what single fences say over that.
struct CollectionRules: Sendable {
  private(set) var tags = FenceRuleSet()
  /// Sets of the fences that have any, by number.
  private(set) var sets: [Int32: FenceRuleSet] = [:]
  /// At least as far as the widest approach asked for, in metres; 0 when none is.
  private(set) var widestApproach = 0.0
  /// Whether some fence may ask for passing, for a look at samples, for hours or an end, for occupancy. These are set by
  /// the first that does, and cleared only with the tags.
  private(set) var hasPassing = false
  private(set) var watchesSamples = false
  private(set) var hasActivity = false
  private(set) var hasOccupancy = false

  /// Whether nothing is asked of any fence. Kept, as every batch of samples asks.
  private(set) var isEmpty = true

  func rules(of fence: Int32) -> FenceRules { (sets[fence] ?? FenceRuleSet()).over(tags) }

  mutating func setTags(_ set: FenceRuleSet) {
    tags = set
    widestApproach = 0
    (hasPassing, watchesSamples, hasActivity, hasOccupancy) = (false, false, false, false)
    note(FenceRuleSet().over(tags))
    for own in sets.values { note(own.over(tags)) }
    isEmpty = tags.isEmpty && sets.isEmpty
  }

  mutating func set(_ set: FenceRuleSet?, of fence: Int32) {
    sets[fence] = set
    if let set { note(set.over(tags)) }
    isEmpty = tags.isEmpty && sets.isEmpty
  }

  private mutating func note(_ rules: FenceRules) {
    widestApproach = max(widestApproach, rules.approach ?? 0)
    hasPassing = hasPassing || rules.passing != nil
    watchesSamples = watchesSamples || rules.watchesSamples
    hasActivity = hasActivity || rules.activity != nil
    hasOccupancy = hasOccupancy || rules.occupancy != nil
  }
}

extension FenceRuleReader {
  /// What a collection's tags say. A tag that can't be read says nothing: it was refused when it came, unless the server
  /// then ran with Amazon's rules alone.
  func rules(ofTags tags: PropertyMap) -> FenceRuleSet { rules(tags, of: .collection) }

  /// What a fence's properties say; nil when nothing.
  func rules(ofProperties properties: PropertyMap) -> FenceRuleSet? {
    guard properties.entries.contains(where: { FenceRuleKey.isClaimed(by: $0.key.text) }) else { return nil }
    let set = rules(properties, of: .fence)
    return set.isEmpty ? nil : set
  }

  private func rules(_ map: PropertyMap, of bearer: FenceRuleKey.Bearer) -> FenceRuleSet {
    var set = FenceRuleSet()
    for entry in map.entries { try? read(entry.key.text, entry.value, of: bearer, into: &set) }
    return set
  }
}
