/// Everything that one commit changes, all or nothing.
///
/// Removals (`replacesChunks`, then `purge`) come before the batch's own rows. Of several catalog, device or metadata
/// rows with one key the last one wins.
public struct StoreBatch: Sendable {
  public var journal: JournalRecord?
  /// In ascending order of ordinal.
  public var events: [StoredEvent]
  public var catalog: [CatalogRow]
  public var devices: [DeviceRow]
  public var metadata: [(key: String, value: [UInt8])]
  /// A chunk whose key exists already is replaced.
  public var chunks: [HistoryChunk]
  /// Chunks to remove, usually because `chunks` holds their merged content. A missing one is no error.
  public var replacesChunks: [HistoryChunk.Key]
  public var purge: StorePurge

  public init(
    journal: JournalRecord? = nil, events: [StoredEvent] = [], catalog: [CatalogRow] = [], devices: [DeviceRow] = [],
    metadata: [(key: String, value: [UInt8])] = [], chunks: [HistoryChunk] = [],
    replacesChunks: [HistoryChunk.Key] = [], purge: StorePurge = StorePurge()
  ) {
    self.journal = journal
    self.events = events
    self.catalog = catalog
    self.devices = devices
    self.metadata = metadata
    self.chunks = chunks
    self.replacesChunks = replacesChunks
    self.purge = purge
  }
}

extension StoreBatch {
  /// The most bytes one body may have: half of what SQLite takes, and far above any use.
  static let maximumBody = 512 << 20

  /// Refuses numbers that do not rise, and chunks that end before they begin, before anything is touched.
  func validate(after bounds: StoreBounds) throws(StorageError) {
    if let journal, journal.sequence <= bounds.lastJournalSequence {
      throw StorageError(
        .invalid, "journal sequence \(journal.sequence) does not follow \(bounds.lastJournalSequence)")
    }
    var last = bounds.lastEventOrdinal
    for event in events {
      guard event.ordinal > last else {
        throw StorageError(.invalid, "event ordinal \(event.ordinal) does not follow \(last)")
      }
      last = event.ordinal
    }
    for chunk in chunks where chunk.first > chunk.last {
      throw StorageError(.invalid, "history chunk \(chunk.sequence) ends before it begins")
    }
    guard purge.limit > 0 else { throw StorageError(.invalid, "purge limit \(purge.limit) is below 1") }
    var largest = max(journal?.body.count ?? 0, events.lazy.map(\.body.count).max() ?? 0)
    largest = max(largest, catalog.lazy.compactMap(\.body?.count).max() ?? 0)
    largest = max(largest, devices.lazy.compactMap(\.body?.count).max() ?? 0)
    largest = max(largest, metadata.lazy.map(\.value.count).max() ?? 0)
    largest = max(largest, chunks.lazy.map(\.body.count).max() ?? 0)
    guard largest <= Self.maximumBody else {
      throw StorageError(.invalid, "a body of \(largest) bytes is above the limit of \(Self.maximumBody)")
    }
  }
}
