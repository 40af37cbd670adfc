internal import Glibc
internal import MusterRuntime
internal import MusterSQLite
public import MusterValues

/// The embedded store: one SQLite file in write-ahead-log mode, `DIR/muster.db`.
///
/// A commit returns when its log frames are synced. One connection writes and checkpoints; reads use others.
/// `DIR/lock` keeps a second process out.
public final class SQLiteStore: Store {
  private struct Open {
    var writer: SQLiteWriter
    let lock: DirectoryLock
  }

  private let open: Locked<Open?>
  private let readers: SQLiteReaders
  private let boundsState: Locked<StoreBounds>
  private let index: Locked<EventIndex>

  /// Opens the store in `directory`, which is made if it is missing.
  public init(directory: String, configuration: SQLiteStoreConfiguration = SQLiteStoreConfiguration())
    throws(StorageError)
  {
    try Self.prepare(directory)
    let path = directory + "/muster.db"
    // Before the lock: a newer folder is not touched at all.
    if let header = try DatabaseHeader.read(path: path) {
      try Migration.refuseForeign(version: Int64(header.version), application: Int64(header.application))
    }
    let lock = try DirectoryLock(directory: directory)
    try Self.create(path, in: directory)
    let (writer, bounds, index) = try StorageError.translating {
      try SQLiteOpening(path: path, configuration: configuration).open()
    }
    self.boundsState = Locked(bounds)
    self.index = Locked(index)
    self.readers = SQLiteReaders(path: path, configuration: configuration)
    self.open = Locked(Open(writer: writer, lock: lock))
  }

  @discardableResult
  public func commit(_ batch: StoreBatch) throws(StorageError) -> PurgeOutcome {
    // Held across the disk's work on purpose: it is what makes the writer one.
    try open.withLock { open throws(StorageError) in
      try StorageError.translating {
        guard open != nil else { throw StorageError.closed }
        return try open?.writer.commit(batch, bounds: boundsState, index: index) ?? PurgeOutcome()
      }
    }
  }

  public func metadata(_ key: String) throws(StorageError) -> [UInt8]? {
    try read { connection in
      try connection.first("SELECT value, checksum FROM metadata WHERE key = ?", [.text(key)]) { row in
        let value = row.blob(0)
        guard RowChecksum.metadata(key: key, value: value) == row.integer(1) else {
          throw StorageError.damagedRow("metadata", key)
        }
        return value
      }
    }
  }

  public func catalog() throws(StorageError) -> [CatalogRow] {
    try read { connection in
      var rows: [CatalogRow] = []
      try connection.query("SELECT kind, key, body, checksum FROM catalog ORDER BY kind, key") { row in
        let (kind, key, body) = (row.integer(0), row.integer(1), row.blob(2))
        guard let kind = UInt8(exactly: kind),
          RowChecksum.catalog(kind: kind, key: key, body: body) == row.integer(3)
        else { throw StorageError.damagedRow("catalog", "\(kind)/\(key)") }
        rows.append(CatalogRow(kind: kind, key: key, body: body))
        return true
      }
      return rows
    }
  }

  public func devices(visit: (DeviceRow) throws -> Bool) throws {
    try visiting { connection in
      try connection.query("SELECT device, sequence, body, checksum FROM device ORDER BY device") { row in
        let (device, sequence, body) = (row.integer(0), row.integer(1), row.blob(2))
        guard RowChecksum.device(device, sequence: sequence, body: body) == row.integer(3) else {
          throw StorageError.damagedRow("device", "\(device)")
        }
        return try visit(DeviceRow(device: device, sequence: sequence, body: body))
      }
    }
  }

  public func journal(after sequence: Int64, visit: (JournalRecord) throws -> Bool) throws {
    try visiting { connection in
      try connection.query(
        """
        SELECT sequence, arrived, catalog_revision, body, checksum FROM journal WHERE sequence > ? ORDER BY sequence
        """, [.integer(sequence)]
      ) { row in
        let record = JournalRecord(
          sequence: row.integer(0), arrived: Timestamp(milliseconds: row.integer(1)), catalogRevision: row.integer(2),
          body: row.blob(3))
        guard RowChecksum.journal(record) == row.integer(4) else {
          throw StorageError.damagedJournal(record.sequence)
        }
        return try visit(record)
      }
    }
  }

  public func journalSlices(
    _ requests: [(sequence: Int64, offset: Int, length: Int)]
  ) throws(StorageError) -> [[UInt8]?] {
    try read { connection in
      // One snapshot: a record that is there stays there until its blob is read.
      try connection.execute("BEGIN")
      defer { if connection.isInTransaction { try? connection.execute("COMMIT") } }
      return try requests.map { request in
        let exists = try connection.first(
          "SELECT 1 FROM journal WHERE sequence = ?", [.integer(request.sequence)]
        ) { _ in true }
        guard exists == true else { return nil }
        return try connection.blobPart(
          table: "journal", column: "body", row: request.sequence, offset: request.offset, length: request.length)
      }
    }
  }

  public func chunks(
    device: Int64, overlapping from: Timestamp, through: Timestamp, limit: Int
  ) throws(StorageError) -> [HistoryChunk] {
    guard from <= through else { return [] }
    return try read { connection in
      var chunks: [HistoryChunk] = []
      try connection.query(
        """
        SELECT first, last, sequence, body, checksum FROM chunk INDEXED BY chunk_key
        WHERE device = ? AND first <= ? AND last >= ? ORDER BY first, sequence LIMIT ?
        """,
        [
          .integer(device), .integer(through.milliseconds), .integer(from.milliseconds), .integer(Int64(max(0, limit))),
        ]
      ) { row in
        let chunk = HistoryChunk(
          device: device, first: Timestamp(milliseconds: row.integer(0)), last: Timestamp(milliseconds: row.integer(1)),
          sequence: row.integer(2), body: row.blob(3))
        guard RowChecksum.chunk(chunk) == row.integer(4) else {
          throw StorageError.damagedRow("history chunk", "\(chunk.sequence)")
        }
        chunks.append(chunk)
        return true
      }
      return chunks
    }
  }

  public func events(after ordinal: Int64, limit: Int) throws(StorageError) -> [StoredEvent] {
    try read { connection in
      var events: [StoredEvent] = []
      try connection.query(
        "SELECT ordinal, id, body, checksum FROM event WHERE ordinal > ? ORDER BY ordinal LIMIT ?",
        [.integer(ordinal), .integer(Int64(max(0, limit)))]
      ) { row in
        let (ordinal, body) = (row.integer(0), row.blob(2))
        guard let id = EventIdentifier(bytes: row.blob(1)),
          RowChecksum.event(ordinal: ordinal, id: id, body: body) == row.integer(3)
        else { throw StorageError.damagedRow("event", "\(ordinal)") }
        events.append(StoredEvent(ordinal: ordinal, id: id, body: body))
        return true
      }
      return events
    }
  }

  public func eventOrdinal(of id: EventIdentifier) throws(StorageError) -> Int64? {
    let (unindexed, runs) = index.withLock { ($0.unindexedOrdinal(of: id), $0.runs) }
    return try read { connection in
      var found = unindexed
      for run in runs.reversed() where found == nil {
        found = try connection.first(
          "SELECT ordinal FROM event_index WHERE run = ? AND id = ?", [.integer(run.first), .blob(id.bytes)]
        ) { $0.integer(0) }
      }
      guard let ordinal = found else { return nil }
      return try connection.first(
        "SELECT ordinal FROM event WHERE ordinal = ? AND id = ?", [.integer(ordinal), .blob(id.bytes)]
      ) { $0.integer(0) }
    }
  }

  public var bounds: StoreBounds { boundsState.withLock { $0 } }

  public func close() {
    readers.close()
    open.withLock { $0 = nil }
  }

  private func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws(StorageError) -> Value {
    try StorageError.translating { try readers.read(body) }
  }

  /// Gives SQLite's failures a stable code and lets the visitor's own pass.
  private func visiting(_ body: (SQLiteConnection) throws -> Void) throws {
    do { try readers.read(body) } catch let error as SQLiteError { throw StorageError.from(error) }
  }
}

extension SQLiteStore {
  private static func prepare(_ directory: String) throws(StorageError) {
    guard mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
    throw StorageError.system("the data folder cannot be made", path: directory)
  }

  /// Makes the file before SQLite would, readable by its owner only, and its name durable: SQLite syncs the folder for
  /// its logs but not for a new database. The logs take over the file's mode.
  private static func create(_ path: String, in directory: String) throws(StorageError) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageError.system("the database cannot be made", path: path) }
    Glibc.close(descriptor)
    let folder = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw StorageError.system("the data folder cannot be opened", path: directory) }
    defer { Glibc.close(folder) }
    guard fsync(folder) == 0 else { throw StorageError.system("the data folder cannot be synced", path: directory) }
  }
}
