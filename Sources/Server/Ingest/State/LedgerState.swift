internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// Everything the server knows, as of the last commit.
struct LedgerState: Sendable {
  /// Reads the rules of fences; nil where Amazon's rules alone hold.
  var ruleReader: FenceRuleReader?
  /// Whether everything was loaded.
  var isLive = false
  /// What the index of each collection is.
  var indexKind = IngestConfiguration.FenceIndexKind.indexed
  var trackers: [Int32: TrackerRecord] = [:]
  var trackerNumbers: [Identifier: Int32] = [:]
  var collections: [Int32: CollectionRecord] = [:]
  var collectionNumbers: [Identifier: Int32] = [:]
  var fences: [Int32: FenceRecord] = [:]
  var tombstones: [Int32: FenceTombstone] = [:]
  var sources: [Int32: SourceRecord] = [:]
  /// By device number; nil where a device went with its source.
  var devices: [DeviceRecord?] = []
  /// Samples not compacted yet, by device number.
  var recents: [DeviceRecents] = []
  var calendar = ActivityCalendar()
  var occupants = Occupants()
  /// Oldest first.
  var jobs: [ReevaluationJob] = []
  var counters = Counters()
  var lastSequence: Int64 = 0
  var lastEventOrdinal: Int64 = 0
  var lastArrival = Timestamp.distantPast

  func tracker(named name: Identifier) -> TrackerRecord? { trackerNumbers[name].flatMap { trackers[$0] } }

  func device(_ id: Identifier, of source: Int32) -> DeviceRecord? {
    sources[source]?.deviceNumbers[id].flatMap { devices[Int($0)] }
  }

  /// Collections whose fences count for a source's devices.
  func links(of source: Int32) -> [Int32] {
    if let tracker = trackers[source] { return tracker.links }
    return collections[source] != nil ? [source] : []
  }

  /// Every source whose devices may be members of a collection's fences.
  func sources(linkedTo collection: Int32) -> [Int32] {
    trackers.values.filter { $0.links.contains(collection) }.map(\.number).sorted() + [collection]
  }
}

// MARK: Applying what was decided

extension LedgerState {
  mutating func apply(_ change: CatalogChange) {
    switch change {
    case .tracker(let record):
      trackers[record.number] = record
      trackerNumbers[record.settings.name] = record.number
      if sources[record.number] == nil {
        sources[record.number] = SourceRecord(number: record.number, tracker: record.settings.name)
      }
    case .trackerDeleted(let number):
      guard let record = trackers.removeValue(forKey: number) else { return }
      trackerNumbers[record.settings.name] = nil
    case .collection(let record):
      if collections[record.number] == nil {
        collections[record.number] = record
        collections[record.number]?.index = CollectionFenceIndex(indexKind)
        sources[record.number] = SourceRecord(number: record.number, tracker: nil)
      } else {
        collections[record.number]?.settings = record.settings
        collections[record.number]?.updated = record.updated
      }
      collectionNumbers[record.settings.name] = record.number
      followTags(of: record.number)
    case .collectionDeleted(let number):
      guard let record = collections.removeValue(forKey: number) else { return }
      collectionNumbers[record.settings.name] = nil
      forgetRules(ofCollection: number)
    case .fence(let record):
      let isNew = fences.updateValue(record, forKey: record.number) == nil
      collections[record.collection]?.fences[record.id] = record.number
      collections[record.collection]?.index.insert(record.shape, number: record.number)
      followProperties(of: record.number, isNew: isNew)
    case .fenceDeleted(let number):
      guard let record = fences.removeValue(forKey: number) else { return }
      collections[record.collection]?.fences[record.id] = nil
      collections[record.collection]?.index.remove(number: number)
      forgetRules(of: number, in: record.collection)
    case .tombstone(let tombstone): tombstones[tombstone.number] = tombstone
    case .tombstoneDropped(let number): tombstones[number] = nil
    case .job(let job): jobs.append(job)
    case .jobFinished(let number): jobs.removeAll { $0.number == number }
    case .sourceDeleted(let record):
      if sources[record.number] == nil { sources[record.number] = record }
      sources[record.number]?.isDeleted = true
    case .sourceDropped(let number):
      for device in sources.removeValue(forKey: number)?.devices ?? [] {
        devices[Int(device)] = nil
        recents[Int(device)] = DeviceRecents()
      }
    case .counters(let counters):
      self.counters = counters
      takeDeviceNumbers(through: Int(counters.lastDroppedDevice))
    }
  }

  /// Takes in a device at its first sight, or from a checkpoint.
  mutating func add(_ device: DeviceRecord) {
    let index = Int(device.number)
    takeDeviceNumbers(through: index)
    // A device of a source that is gone stays out; its number stays taken.
    guard sources[device.source] != nil else { return }
    if devices[index] == nil, sources[device.source]?.deviceNumbers.updateValue(device.number, forKey: device.id) == nil
    {
      sources[device.source]?.devices.append(device.number)
    }
    devices[index] = device
  }

  /// Numbers up to this one are not given out again, whether or not a device has them.
  private mutating func takeDeviceNumbers(through number: Int) {
    while devices.count <= number {
      devices.append(nil)
      recents.append(DeviceRecents())
    }
  }
}
