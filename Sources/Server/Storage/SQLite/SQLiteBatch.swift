internal import MusterSQLite
internal import MusterValues

extension SQLiteConnection {
  /// Writes the batch inside the open transaction.
  func apply(_ batch: StoreBatch, bounds: inout StoreBounds) throws -> BatchResult {
    for key in batch.replacesChunks { try remove(key) }
    let result = try batch.purge.isEmpty ? BatchResult(purged: PurgeOutcome()) : purge(batch.purge, bounds: &bounds)
    if let record = batch.journal { try append(record, bounds: &bounds) }
    for event in batch.events { try append(event, bounds: &bounds) }
    for row in batch.catalog { try put(row) }
    for row in batch.devices { try put(row) }
    for (key, value) in batch.metadata {
      try run(
        "INSERT OR REPLACE INTO metadata (key, checksum, value) VALUES (?, ?, ?)",
        [.text(key), .integer(RowChecksum.metadata(key: key, value: value)), .blob(value)])
    }
    for chunk in batch.chunks { try put(chunk) }
    return result
  }

  private func append(_ record: JournalRecord, bounds: inout StoreBounds) throws {
    try run(
      "INSERT INTO journal (sequence, arrived, catalog_revision, checksum, body) VALUES (?, ?, ?, ?, ?)",
      [
        .integer(record.sequence), .integer(record.arrived.milliseconds), .integer(record.catalogRevision),
        .integer(RowChecksum.journal(record)), .blob(record.body),
      ])
    if bounds.firstJournalSequence == nil { bounds.firstJournalSequence = record.sequence }
    bounds.lastJournalSequence = record.sequence
  }

  private func append(_ event: StoredEvent, bounds: inout StoreBounds) throws {
    let checksum = RowChecksum.event(ordinal: event.ordinal, id: event.id, body: event.body)
    try run(
      "INSERT INTO event (ordinal, id, checksum, body) VALUES (?, ?, ?, ?)",
      [.integer(event.ordinal), .blob(event.id.bytes), .integer(checksum), .blob(event.body)])
    if bounds.firstEventOrdinal == nil { bounds.firstEventOrdinal = event.ordinal }
    bounds.lastEventOrdinal = event.ordinal
  }

  private func put(_ row: CatalogRow) throws {
    guard let body = row.body else {
      try run("DELETE FROM catalog WHERE kind = ? AND key = ?", [.integer(Int64(row.kind)), .integer(row.key)])
      return
    }
    let checksum = RowChecksum.catalog(kind: row.kind, key: row.key, body: body)
    try run(
      "INSERT OR REPLACE INTO catalog (kind, key, checksum, body) VALUES (?, ?, ?, ?)",
      [.integer(Int64(row.kind)), .integer(row.key), .integer(checksum), .blob(body)])
  }

  private func put(_ row: DeviceRow) throws {
    guard let body = row.body else {
      try run("DELETE FROM device WHERE device = ?", [.integer(row.device)])
      return
    }
    let checksum = RowChecksum.device(row.device, sequence: row.sequence, body: body)
    try run(
      "INSERT OR REPLACE INTO device (device, sequence, checksum, body) VALUES (?, ?, ?, ?)",
      [.integer(row.device), .integer(row.sequence), .integer(checksum), .blob(body)])
  }

  private func put(_ chunk: HistoryChunk) throws {
    try remove(chunk.key)
    try run(
      "INSERT INTO chunk (device, first, sequence, last, checksum, body) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .integer(chunk.device), .integer(chunk.first.milliseconds), .integer(chunk.sequence),
        .integer(chunk.last.milliseconds), .integer(RowChecksum.chunk(chunk)), .blob(chunk.body),
      ])
  }

  private func remove(_ key: HistoryChunk.Key) throws {
    try run(
      "DELETE FROM chunk WHERE device = ? AND first = ? AND sequence = ?",
      [.integer(key.device), .integer(key.first.milliseconds), .integer(key.sequence)])
  }
}
