internal import MusterRuntime
internal import MusterSQLite

/// The one connection that writes, and what it knows about the file.
struct SQLiteWriter {
  private let connection: SQLiteConnection
  private let checkpointFrames: Int
  /// Set once the disk failed to sync: what the kernel still holds may differ from the disk, so nothing more is
  /// acknowledged until a restart has read the file anew.
  private var failure: StorageError?

  init(_ connection: SQLiteConnection, checkpointFrames: Int) {
    self.connection = connection
    self.checkpointFrames = max(1, checkpointFrames)
  }

  /// Commits the batch; `bounds` and `index` take it over only when it is durable.
  mutating func commit(
    _ batch: StoreBatch, bounds: Locked<StoreBounds>, index: Locked<EventIndex>
  ) throws -> PurgeOutcome {
    if let failure { throw failure }
    var next = bounds.withLock { $0 }
    try batch.validate(after: next)
    let building = index.withLock { index in
      index.startRun()
      // Before the commit, so that an event is never readable but unknown; a lookup asks for the row as well.
      for event in batch.events { index.add(event.id, ordinal: event.ordinal) }
      return index.building
    }
    var result: BatchResult
    do {
      try connection.execute("BEGIN IMMEDIATE")
      result = try connection.apply(batch, bounds: &next)
      // Twice what arrives, so that a run is finished long before the next generation is full.
      result.indexed = try building?.writing(max(256, 2 * batch.events.count), on: connection)
      try connection.execute("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      index.withLock { $0.remove(batch.events) }
      remember(error)
      throw error
    }
    index.withLock { index in
      if let indexed = result.indexed { index.committed(indexed) }
      if let run = result.removedRun { index.removeRun(first: run) }
    }
    bounds.withLock { $0 = next }
    if connection.logFrames >= checkpointFrames { checkpoint() }
    return result.purged
  }

  /// Runs before the commit returns. A failure here does not undo the commit before it: the log still holds everything.
  private mutating func checkpoint() {
    do { try connection.checkpoint() } catch { remember(error) }
  }

  private mutating func remember(_ error: any Error) {
    if let error = error as? SQLiteError, error.kind == .syncFailed { failure = .from(error) }
  }
}

/// What applying a batch found out.
struct BatchResult {
  var purged: PurgeOutcome
  var removedRun: Int64?
  var indexed: EventIndex.Building?
}
