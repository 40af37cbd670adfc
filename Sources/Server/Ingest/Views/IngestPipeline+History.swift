public import AmazonLocation
internal import MusterStorage
public import MusterValues

extension IngestPipeline {
  public func history(
    of device: Identifier, tracker: Identifier, from start: Timestamp, to end: Timestamp, after cursor: HistoryCursor?,
    limit: Int
  ) throws(ServiceError) -> [HistoryEntry] {
    let from = max(start, oldestKept)
    guard from < end, limit > 0 else { return [] }
    let found = cell.read { state -> (number: Int32, recent: [RecentSample])? in
      guard let source = state.trackerNumbers[tracker], let record = state.device(device, of: source) else {
        return nil
      }
      let recent = state.recents[Int(record.number)].stored(from: from, to: end, after: cursor, limit: limit)
      return (record.number, recent)
    }
    guard let found else { return [] }
    do throws(StorageError) {
      // The journal before the chunks: what a compaction took out of the journal by then is in the chunks read later.
      let recent = try read(found.recent, device: device)
      let compacted = try HistoryChunkCodec.entries(
        in: store, device: found.number, id: device, from: from, to: end, after: cursor, limit: limit)
      let entries = (compacted + recent).sorted { $0.cursor < $1.cursor }
      var unique: [HistoryEntry] = []
      for entry in entries where unique.last?.cursor != entry.cursor { unique.append(entry) }
      return Array(unique.prefix(limit))
    } catch {
      throw unreadable(error)
    }
  }

  /// Reads samples out of the journal, but for those whose record is gone.
  private func read(_ samples: [RecentSample], device: Identifier) throws(StorageError) -> [HistoryEntry] {
    let slices = try store.journalSlices(
      samples.map { (sequence: $0.sequence, offset: Int($0.offset), length: Int($0.length)) })
    var entries: [HistoryEntry] = []
    for (sample, slice) in zip(samples, slices) {
      guard let slice else { continue }
      guard let entry = Self.decode(slice, sample, device: device) else {
        throw StorageError(.corrupt, "journal record \(sample.sequence) can't be read at byte \(sample.offset)")
      }
      entries.append(entry)
    }
    return entries
  }

  private static func decode(_ slice: [UInt8], _ recent: RecentSample, device: Identifier) -> HistoryEntry? {
    var reader = ByteReader(slice)
    // The entry holds how long after its sample it arrived, so that any base gives both times back.
    guard let sample = try? JournalEntry.readSample(from: &reader, arrived: Timestamp(milliseconds: 0)) else {
      return nil
    }
    let age = sample.sampleTime.milliseconds
    var position = sample.devicePosition(of: device)
    position.sampleTime = recent.sampleTime
    position.receivedTime = recent.sampleTime.advanced(byMilliseconds: -age)
    return HistoryEntry(
      cursor: HistoryCursor(sampleTime: recent.sampleTime, place: recent.place), position: position)
  }
}

extension HistoryCursor: Comparable {
  public static func < (left: HistoryCursor, right: HistoryCursor) -> Bool {
    (left.sampleTime, left.place) < (right.sampleTime, right.place)
  }
}
