internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

extension IngestWorker {
  /// Moves a stretch of the journal into chunks and checkpoints, in one commit. False when the store refused it.
  mutating func compact(_ stretch: JournalStretch) -> Bool {
    var batch = StoreBatch()
    let state = pipeline.cell
    for number in stretch.touched.sorted() {
      guard Int(number) < state.state.devices.count, let record = state.state.devices[Int(number)] else { continue }
      batch.devices.append(
        DeviceRow(device: Int64(number), sequence: state.state.lastSequence, body: record.checkpoint))
      guard let samples = stretch.samples[number] else { continue }
      // What memory no longer lists was deleted after the stretch was read.
      let kept = state.state.recents[Int(number)].places(through: stretch.through)
      let current = samples.count == kept.count ? samples : samples.filter { kept.contains($0.place) }
      guard let first = current.first, let last = current.last else { continue }
      batch.chunks.append(
        HistoryChunk(
          device: Int64(number), first: first.sample.sampleTime, last: last.sample.sampleTime,
          sequence: stretch.through, body: HistoryChunkCodec.encode(current)))
    }
    if let log = stretch.catalogLog { batch.chunks.append(log) }
    batch.metadata.append((Recovery.lastArrivalKey, state.state.lastArrival.journalBytes))
    batch.purge.journalThrough = stretch.through
    batch.purge.limit = .max
    // A commit that failed may have come through all the same: then memory must not name what the journal lost.
    guard commit(housekeeping: batch) != nil || isPurged(through: stretch.through) else { return false }
    pipeline.cell.write { state in
      for number in stretch.touched where Int(number) < state.recents.count {
        state.recents[Int(number)].removeAll(through: stretch.through)
      }
    }
    pipeline.figures.compacted(bytes: stretch.bytes)
    return true
  }

  private func isPurged(through sequence: Int64) -> Bool {
    (pipeline.store.bounds.firstJournalSequence ?? .max) > sequence
  }

  /// Removes a bounded amount of what is older than the retention. nil when the store refused it.
  mutating func purge(before oldest: Timestamp, eventsThrough ordinal: Int64?) -> PurgeOutcome? {
    var batch = StoreBatch()
    batch.purge.chunksEndingBefore = oldest
    batch.purge.eventsThrough = ordinal
    batch.purge.limit = 512
    return commit(housekeeping: batch)
  }

  mutating func commit(housekeeping batch: StoreBatch) -> PurgeOutcome? {
    do throws(StorageError) {
      let outcome = try pipeline.store.commit(batch)
      pipeline.setReady(true)
      return outcome
    } catch {
      pipeline.setReady(false)
      pipeline.logger.error("housekeeping failed", [("error", .string(error.description))])
      return nil
    }
  }
}

extension Timestamp {
  fileprivate var journalBytes: [UInt8] {
    var writer = ByteWriter()
    writer.time(self)
    return writer.bytes
  }
}

extension DeviceRecents {
  /// The places of the samples in journal records up to a sequence.
  func places(through sequence: Int64) -> Set<Int64> {
    Set(samples.lazy.filter { $0.sequence <= sequence }.map(\.place))
  }
}
