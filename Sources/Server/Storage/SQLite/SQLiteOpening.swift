internal import MusterSQLite

/// Opens the database for writing, brings it up to date, and reads what the store keeps in memory.
struct SQLiteOpening {
  let path: String
  let configuration: SQLiteStoreConfiguration

  func open() throws -> (SQLiteWriter, StoreBounds, EventIndex) {
    let connection = try SQLiteConnection(path: path, access: .readWrite, vfs: configuration.vfs)
    do {
      try configure(connection)
      try Migration.run(on: connection)
    } catch {
      // What is there stays as it is.
      connection.keepLogOnClose()
      throw error
    }
    let pageSize = try connection.first("PRAGMA page_size") { $0.integer(0) } ?? 4_096
    if let limit = configuration.maximumBytes {
      try connection.execute("PRAGMA max_page_count = \(max(1, limit / pageSize))")
    }
    let bounds = try readBounds(connection)
    let index = try readIndex(connection)
    let frames = configuration.checkpointBytes / Int(pageSize + 24)
    return (SQLiteWriter(connection, checkpointFrames: frames), bounds, index)
  }

  private func configure(_ connection: SQLiteConnection) throws {
    try connection.execute("PRAGMA page_size = \(configuration.pageSize)")
    let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw StorageError(.io, "the file system does not support a write-ahead log", detail: path)
    }
    // The log is written over in place and cut only after it grew far beyond a checkpoint, so that a commit's sync
    // seldom has to write the file's size as well. Freed pages are not zeroed where that would be a write of its own.
    try connection.execute(
      """
      PRAGMA synchronous = \(configuration.synchronous.rawValue);
      PRAGMA cache_size = -\(configuration.writerCacheBytes / 1024);
      PRAGMA journal_size_limit = \(configuration.checkpointBytes * 8);
      PRAGMA secure_delete = FAST;
      PRAGMA temp_store = MEMORY;
      PRAGMA cell_size_check = ON;
      PRAGMA trusted_schema = OFF;
      """)
  }

  private func readBounds(_ connection: SQLiteConnection) throws -> StoreBounds {
    func number(_ sql: String) throws -> Int64? { try connection.first(sql) { $0.optionalInteger(0) } ?? nil }
    let journal = try number("SELECT max(sequence) FROM journal") ?? 0
    let event = try number("SELECT max(ordinal) FROM event") ?? 0
    return StoreBounds(
      firstJournalSequence: try number("SELECT min(sequence) FROM journal"),
      lastJournalSequence: max(journal, try number("SELECT last FROM purged WHERE kind = 'journal'") ?? 0),
      firstEventOrdinal: try number("SELECT min(ordinal) FROM event"),
      lastEventOrdinal: max(event, try number("SELECT last FROM purged WHERE kind = 'event'") ?? 0))
  }

  private func readIndex(_ connection: SQLiteConnection) throws -> EventIndex {
    var runs: [EventIndex.Run] = []
    try connection.query("SELECT first, last FROM event_run ORDER BY first") { row in
      runs.append(EventIndex.Run(first: row.integer(0), last: row.integer(1)))
      return true
    }
    var index = EventIndex(runs: runs, runSize: configuration.eventsPerIndexRun)
    // A run that was being written is begun again.
    try connection.run("DELETE FROM event_index WHERE run > ?", [.integer(runs.last?.first ?? 0)])
    try connection.query(
      "SELECT ordinal, id FROM event WHERE ordinal > ? ORDER BY ordinal", [.integer(index.lastIndexed)]
    ) { row in
      guard let id = EventIdentifier(bytes: row.blob(1)) else {
        throw StorageError.damagedRow("event", "\(row.integer(0))")
      }
      index.add(id, ordinal: row.integer(0))
      return true
    }
    return index
  }
}
