public import MusterValues

/// Where the journal, the event log and the checkpoints live. Bodies are opaque bytes.
///
/// Reads may come from any thread, and see whole commits only. Calls block: keep them off the cooperative pool.
public protocol Store: AnyObject, Sendable {
  /// Applies the batch, atomic and durable on return. One thread at a time calls this.
  ///
  /// On an error nothing of the batch is visible to this store's readers; after `.io` a restart may still find it.
  @discardableResult
  func commit(_ batch: StoreBatch) throws(StorageError) -> PurgeOutcome

  func metadata(_ key: String) throws(StorageError) -> [UInt8]?

  /// Every row, ascending by kind, then key.
  func catalog() throws(StorageError) -> [CatalogRow]

  /// Every checkpoint, ascending by device, until `visit` returns false.
  func devices(visit: (DeviceRow) throws -> Bool) throws

  /// The records above `sequence`, ascending, until `visit` returns false. Throws `.corrupt`, naming the sequence, at
  /// a record whose checksum is wrong.
  func journal(after sequence: Int64, visit: (JournalRecord) throws -> Bool) throws

  /// Parts of journal bodies, one answer a request: nil for a record that is gone or shorter than asked. Not verified:
  /// a part has no checksum of its own.
  func journalSlices(
    _ requests: [(sequence: Int64, offset: Int, length: Int)]
  ) throws(StorageError) -> [[UInt8]?]

  /// At most `limit` chunks that share a moment with `from...through`, ascending by first sample, then sequence.
  func chunks(
    device: Int64, overlapping from: Timestamp, through: Timestamp, limit: Int
  ) throws(StorageError) -> [HistoryChunk]

  /// At most `limit` events above `ordinal`, ascending.
  func events(after ordinal: Int64, limit: Int) throws(StorageError) -> [StoredEvent]

  /// The ordinal of the event with this identifier, or nil when it is unknown or purged.
  func eventOrdinal(of id: EventIdentifier) throws(StorageError) -> Int64?

  var bounds: StoreBounds { get }

  /// Releases everything; later calls throw `.closed`. Closing twice is harmless.
  func close()
}
