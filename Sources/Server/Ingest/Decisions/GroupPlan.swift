internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterStorage
internal import MusterValues

/// What one group commit will change, decided on a copy: nothing of it is visible before the commit succeeds.
///
/// Decides only: it reads the committed state, and holds the outcome.
struct GroupPlan {
  let cell: LedgerCell
  let configuration: IngestConfiguration
  let identifiers: EventIdentifierMaker
  /// When this group arrived; never earlier than the group before.
  let arrival: Timestamp
  let sequence: Int64

  var writer: ByteWriter
  var devices: [Int32: DeviceRecord] = [:]
  /// Devices first seen in this group, in order.
  var newDevices: [Int32] = []
  var newDeviceNumbers: [Int32: [Identifier: Int32]] = [:]
  var samples: [(device: Int32, sample: RecentSample)] = []
  var forgottenHistories: [Int32] = []
  var events: [StoredEvent] = []
  var changes: [CatalogChange] = []
  /// Devices whose chunks go.
  var droppedDevices: [Int64] = []
  /// Devices that go for good, with their source.
  var droppedCheckpoints: [Int64] = []
  var acceptedSamples = 0
  var occupantChanges = OccupantChanges()

  /// Samples that are compacted already; asked about late ones only.
  let compacted: CompactedSamples
  let activities: ActivityCache

  init(
    cell: LedgerCell, configuration: IngestConfiguration, identifiers: EventIdentifierMaker, arrival: Timestamp,
    compacted: CompactedSamples, activities: ActivityCache
  ) {
    self.cell = cell
    self.configuration = configuration
    self.identifiers = identifiers
    self.arrival = arrival
    self.compacted = compacted
    self.activities = activities
    sequence = cell.state.lastSequence + 1
    writer = ByteWriter(reserving: 16_384)
    writer.byte(JournalEntry.version)
  }

  /// Whether there is nothing to commit.
  var isEmpty: Bool { writer.count == 1 }

  /// The batch that makes this plan last.
  var batch: StoreBatch {
    var batch = StoreBatch(
      journal: JournalRecord(
        sequence: sequence, arrived: arrival, catalogRevision: currentCounters.catalogRevision,
        body: writer.bytes))
    batch.events = events
    batch.catalog = changes.map(\.row)
    batch.devices = droppedCheckpoints.map { DeviceRow(device: $0, sequence: sequence, body: nil) }
    if !droppedDevices.isEmpty {
      batch.purge.chunksOfDevices = droppedDevices
      batch.purge.limit = .max
    }
    return batch
  }

  /// Numbers the catalog's change, if there is one. The last step before the commit.
  mutating func seal() {
    guard !changes.isEmpty else { return }
    var counters = currentCounters
    counters.catalogRevision += 1
    change(.counters(counters))
  }

  /// Makes the committed plan the state.
  func publish(to state: inout LedgerState) {
    state.lastSequence = sequence
    state.lastArrival = arrival
    state.lastEventOrdinal = events.last?.ordinal ?? state.lastEventOrdinal
    for number in newDevices {
      if let record = devices[number] { state.add(record) }
    }
    for (number, record) in devices where Int(number) < state.devices.count && state.devices[Int(number)] != nil {
      state.devices[Int(number)] = record
    }
    for number in forgottenHistories { state.recents[Int(number)].removeAll() }
    for (device, sample) in samples { state.recents[Int(device)].insert(sample) }
    for (key, delta) in occupantChanges.sources { state.occupants.add(delta, of: key.device, in: key.fence) }
    for change in changes { state.apply(change) }
    state.calendar.advance(through: arrival)
  }

  /// The device as this plan leaves it so far.
  func device(_ number: Int32) -> DeviceRecord? {
    devices[number] ?? (Int(number) < cell.state.devices.count ? cell.state.devices[Int(number)] : nil)
  }

  /// The fences that count for a source's devices.
  func linkedFences(of source: Int32) -> LinkedFences {
    LinkedFences(collections: cell.state.links(of: source), state: cell.state, activities: activities)
  }

  mutating func record(_ entry: JournalEntry) { entry.write(to: &writer) }

  mutating func change(_ change: CatalogChange) {
    changes.append(change)
    let row = change.row
    record(.catalog(kind: row.kind, key: row.key, body: row.body))
  }

  mutating func add(event id: EventIdentifier, body: [UInt8]) {
    let ordinal = (events.last?.ordinal ?? cell.state.lastEventOrdinal) + 1
    events.append(StoredEvent(ordinal: ordinal, id: id, body: body))
  }
}
