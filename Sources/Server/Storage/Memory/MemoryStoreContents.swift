internal import MusterValues

/// What a `MemoryStore` holds: a value, so that a batch is applied to a copy and a crash is a copy.
struct MemoryStoreContents {
  struct CatalogKey: Hashable {
    let kind: UInt8
    let key: Int64
  }

  var journal: [JournalRecord] = []
  /// Sequences whose record reads as damaged.
  var damaged: Set<Int64> = []
  var events: [StoredEvent] = []
  var ordinals: [EventIdentifier: Int64] = [:]
  var catalog: [CatalogKey: [UInt8]] = [:]
  var devices: [Int64: DeviceRow] = [:]
  var metadata: [Identifier: [UInt8]] = [:]
  var chunks: [Int64: [HistoryChunk.Key: HistoryChunk]] = [:]
  var bounds = StoreBounds()

  mutating func apply(_ batch: StoreBatch) throws(StorageError) -> PurgeOutcome {
    try batch.validate(after: bounds)
    for key in batch.replacesChunks { remove(key) }
    let outcome = apply(batch.purge)
    if let record = batch.journal {
      journal.append(record)
      bounds.lastJournalSequence = record.sequence
    }
    for event in batch.events {
      events.append(event)
      ordinals[event.id] = event.ordinal
      bounds.lastEventOrdinal = event.ordinal
    }
    for row in batch.catalog { catalog[CatalogKey(kind: row.kind, key: row.key)] = row.body }
    for row in batch.devices { devices[row.device] = row.body == nil ? nil : row }
    for (key, value) in batch.metadata { metadata[Identifier(key)] = value }
    for chunk in batch.chunks { chunks[chunk.device, default: [:]][chunk.key] = chunk }
    bounds.firstJournalSequence = journal.first?.sequence
    bounds.firstEventOrdinal = events.first?.ordinal
    return outcome
  }

  private mutating func apply(_ purge: StorePurge) -> PurgeOutcome {
    var budget = purge.limit
    if let through = purge.journalThrough {
      let count = min(budget, Self.index(after: through, in: journal, \.sequence))
      journal.removeFirst(count)
      budget -= count
    }
    if let through = purge.eventsThrough {
      let count = min(budget, Self.index(after: through, in: events, \.ordinal))
      for event in events.prefix(count) where ordinals[event.id] == event.ordinal { ordinals[event.id] = nil }
      events.removeFirst(count)
      budget -= count
    }
    if let moment = purge.chunksEndingBefore {
      let ended = chunks.values.lazy.flatMap(\.values).filter { $0.last < moment }
      for chunk in ended.prefix(budget) {
        remove(chunk.key)
        budget -= 1
      }
    }
    for device in purge.chunksOfDevices {
      for key in (chunks[device] ?? [:]).keys.prefix(budget) {
        remove(key)
        budget -= 1
      }
    }
    return PurgeOutcome(removed: purge.limit - budget, isComplete: budget > 0)
  }

  private mutating func remove(_ key: HistoryChunk.Key) {
    chunks[key.device]?[key] = nil
    if chunks[key.device]?.isEmpty == true { chunks[key.device] = nil }
  }

  /// The index of the first element whose number is above `limit`, in an array that ascends by it.
  static func index<Element>(after limit: Int64, in array: [Element], _ number: (Element) -> Int64) -> Int {
    var low = 0
    var high = array.count
    while low < high {
      let middle = (low + high) / 2
      if number(array[middle]) <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
