internal import MusterSQLite
internal import MusterValues

extension SQLiteConnection {
  /// Removes what is asked for, within its limit, inside the open transaction.
  func purge(_ purge: StorePurge, bounds: inout StoreBounds) throws -> BatchResult {
    var budget = purge.limit
    var result = BatchResult(purged: PurgeOutcome())
    if let through = purge.journalThrough {
      budget -= try run(
        """
        DELETE FROM journal WHERE sequence <= (SELECT max(sequence) FROM
          (SELECT sequence FROM journal WHERE sequence <= ? ORDER BY sequence LIMIT ?))
        """, [.integer(through), .integer(Int64(budget))])
      try keepLast("journal", bounds.lastJournalSequence)
      bounds.firstJournalSequence = try smallest("SELECT min(sequence) FROM journal")
    }
    if let through = purge.eventsThrough {
      budget -= try run(
        """
        DELETE FROM event WHERE ordinal <= (SELECT max(ordinal) FROM
          (SELECT ordinal FROM event WHERE ordinal <= ? ORDER BY ordinal LIMIT ?))
        """, [.integer(through), .integer(Int64(budget))])
      try keepLast("event", bounds.lastEventOrdinal)
      bounds.firstEventOrdinal = try smallest("SELECT min(ordinal) FROM event")
      let isIndexClean = try purgeIndex(before: bounds.firstEventOrdinal, limit: purge.limit, &result)
      if !isIndexClean { result.purged.isComplete = false }
    }
    if let moment = purge.chunksEndingBefore {
      budget -= try run(
        "DELETE FROM chunk WHERE number IN (SELECT number FROM chunk WHERE last < ? ORDER BY last LIMIT ?)",
        [.integer(moment.milliseconds), .integer(Int64(budget))])
    }
    for device in purge.chunksOfDevices where budget > 0 {
      budget -= try run(
        "DELETE FROM chunk WHERE number IN (SELECT number FROM chunk WHERE device = ? LIMIT ?)",
        [.integer(device), .integer(Int64(budget))])
    }
    result.purged.removed = purge.limit - budget
    if budget <= 0 { result.purged.isComplete = false }
    return result
  }

  /// A run's entries are small: 16 of them weigh as much as one event. False when some are left.
  private func purgeIndex(before oldestEvent: Int64?, limit: Int, _ result: inout BatchResult) throws -> Bool {
    let entries = Int64(min(limit, 65_536)) * 16
    let oldest = try first("SELECT first, last FROM event_run ORDER BY first LIMIT 1") { row in
      EventIndex.Run(first: row.integer(0), last: row.integer(1))
    }
    guard let oldest, oldest.last < oldestEvent ?? .max else { return true }
    let removed = try run(
      """
      DELETE FROM event_index WHERE run = ?1 AND id <= (SELECT max(id) FROM
        (SELECT id FROM event_index WHERE run = ?1 ORDER BY id LIMIT ?2))
      """, [.integer(oldest.first), .integer(entries)])
    if removed < entries {
      try run("DELETE FROM event_run WHERE first = ?", [.integer(oldest.first)])
      result.removedRun = oldest.first
    }
    return false
  }

  /// Remembers the greatest number given, which the rows themselves no longer show once they are gone.
  private func keepLast(_ kind: String, _ last: Int64) throws {
    try run("INSERT OR REPLACE INTO purged (kind, last) VALUES (?, ?)", [.text(kind), .integer(last)])
  }

  private func smallest(_ sql: String) throws -> Int64? {
    try first(sql) { $0.optionalInteger(0) } ?? nil
  }
}
