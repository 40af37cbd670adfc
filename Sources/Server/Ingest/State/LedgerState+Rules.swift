internal import AmazonLocation
internal import Geofencing
internal import MusterValues

// The rules of fences follow the tags and properties that spell them out.
extension LedgerState {
  /// A collection's tags as they are now.
  mutating func followTags(of collection: Int32) {
    guard let reader = ruleReader, let tags = collections[collection]?.settings.tags else { return }
    let set = reader.rules(ofTags: tags)
    guard collections[collection]?.rules.tags != set else { return }
    collections[collection]?.rules.setTags(set)
    guard isLive else { return }
    followCalendar(of: collection)
    followOccupancy(of: collections[collection]?.fences.values ?? [])
  }

  /// A fence's properties as they are now.
  mutating func followProperties(of fence: Int32, isNew: Bool) {
    guard let reader = ruleReader, let record = fences[fence] else { return }
    let set = reader.rules(ofProperties: record.properties)
    if set != nil || collections[record.collection]?.rules.sets[fence] != nil {
      collections[record.collection]?.rules.set(set, of: fence)
      if isLive { followCalendar(of: fence, in: record.collection, set) }
    }
    guard isLive else { return }
    if isNew {
      if collections[record.collection]?.rules.hasOccupancy == true, rules(of: fence)?.occupancy != nil {
        occupants.start(fence, with: [])
      }
    } else {
      followOccupancy(of: [fence])
    }
  }

  mutating func forgetRules(of fence: Int32, in collection: Int32) {
    occupants.stop(fence)
    guard collections[collection]?.rules.sets[fence] != nil else { return }
    collections[collection]?.rules.set(nil, of: fence)
    calendar.set(nil, for: ActivityCalendar.Key(collection: collection, fence: fence), after: lastArrival)
  }

  mutating func forgetRules(ofCollection collection: Int32) {
    calendar.set(nil, for: ActivityCalendar.Key(collection: collection, fence: -1), after: lastArrival)
  }

  /// From here on calendar and occupants follow every change; before, they would be made anew with each row loaded.
  mutating func becomeLive() {
    isLive = true
    for number in collections.keys where collections[number]?.rules.isEmpty == false {
      followCalendar(of: number)
      followOccupancy(of: collections[number]?.fences.values ?? [])
    }
  }

  func rules(of fence: Int32) -> FenceRules? {
    fences[fence].flatMap { collections[$0.collection]?.rules.rules(of: fence) }
  }

  private mutating func followCalendar(of collection: Int32) {
    guard let rules = collections[collection]?.rules else { return }
    let key = ActivityCalendar.Key(collection: collection, fence: -1)
    calendar.set(FenceRuleSet().over(rules.tags).activity, for: key, after: lastArrival)
    for (fence, set) in rules.sets { followCalendar(of: fence, in: collection, set) }
  }

  private mutating func followCalendar(of fence: Int32, in collection: Int32, _ set: FenceRuleSet?) {
    let tags = collections[collection]?.rules.tags ?? FenceRuleSet()
    calendar.set(
      set?.over(tags).activity, for: ActivityCalendar.Key(collection: collection, fence: fence), after: lastArrival)
  }

  /// Counts who is inside of fences that ask for it from now on.
  ///
  /// - Complexity: O(devices) when there are such fences.
  private mutating func followOccupancy(of numbers: [Int32]) {
    var starting: [Int32: [Identifier]] = [:]
    for fence in numbers {
      let isAsked = rules(of: fence)?.occupancy != nil
      if isAsked, !occupants.counts(fence) { starting[fence] = [] }
      if !isAsked { occupants.stop(fence) }
    }
    guard !starting.isEmpty else { return }
    for case let device? in devices {
      for fence in device.inside where starting[fence] != nil { starting[fence]?.append(device.id) }
    }
    for (fence, devices) in starting { occupants.start(fence, with: devices) }
  }
}
