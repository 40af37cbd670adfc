internal import Geofencing
internal import MusterStorage
internal import MusterValues

/// A stretch of the journal read for compaction: its samples by device, and the devices it touches.
struct JournalStretch: Sendable {
  /// The last record read; 0 when there was none.
  private(set) var through: Int64 = 0
  private(set) var samples: [Int32: [CompactedSample]] = [:]
  private(set) var touched: Set<Int32> = []
  private(set) var bytes = 0
  /// The catalog's changes in the stretch, as a chunk of their own; nil when there are none.
  private(set) var catalogLog: HistoryChunk?

  /// The device number under which chunks hold the log of catalog changes.
  static let catalogDevice: Int64 = -1

  /// Reads whole records from the oldest on, until `limit` bytes are exceeded.
  init(from store: any Store, limit: Int) throws {
    var stretch = self
    var log = CatalogLog()
    try store.journal(after: 0) { record in
      try stretch.take(record, &log)
      return stretch.bytes < limit
    }
    self = stretch
    catalogLog = log.chunk(through: through)
    for device in samples.keys {
      samples[device]?.sort { ($0.sample.sampleTime, $0.place) < ($1.sample.sampleTime, $1.place) }
    }
  }

  private mutating func take(_ record: JournalRecord, _ log: inout CatalogLog) throws {
    try JournalEntry.forEach(in: record) { entry, offset, _ in
      switch entry {
      case .device(let number, _, _): touched.insert(number)
      case .sample(let entry):
        touched.insert(entry.device)
        samples[entry.device, default: []].append(
          CompactedSample(
            sample: entry.sample,
            place: RecentSample.place(sequence: record.sequence, offset: UInt32(clamping: offset)),
            isStored: entry.decision.isStored))
      case .heartbeat(let device), .reevaluation(let device, _, _): touched.insert(device)
      case .historyDeleted(let device, _):
        touched.insert(device)
        samples[device] = nil
      case .catalog: log.add(entry, arrived: record.arrived, sequence: record.sequence)
      }
    }
    through = record.sequence
    bytes += record.body.count
  }
}

/// Catalog changes with when they were committed, in order: what remains of them when their journal records go.
private struct CatalogLog {
  private var writer = ByteWriter()
  private var first: Timestamp?
  private var last = Timestamp.distantPast

  mutating func add(_ entry: JournalEntry, arrived: Timestamp, sequence: Int64) {
    if first == nil {
      first = arrived
      writer.byte(JournalEntry.version)
    }
    last = arrived
    writer.time(arrived)
    writer.signed(sequence)
    entry.write(to: &writer)
  }

  func chunk(through sequence: Int64) -> HistoryChunk? {
    first.map {
      HistoryChunk(
        device: JournalStretch.catalogDevice, first: $0, last: last, sequence: sequence, body: writer.bytes)
    }
  }
}
