internal import Foundation
internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

/// Work that keeps the store small: compaction of the journal, and removal of what is older than the retention.
///
/// Its reading and encoding run on the thread that calls; its commits take their turn on the ingest thread.
extension IngestPipeline {
  /// Works until `stop()`: blocks the calling thread.
  public func runHousekeeping() {
    var rounds = 0
    while housekeeper.wait(seconds: 1) {
      rounds += 1
      if figures.uncompactedBytes >= configuration.compactionThreshold {
        while figures.uncompactedBytes >= configuration.compactionThreshold, compact() {}
      } else if rounds % 600 == 0 {
        compact()
      }
      if rounds % 3600 == 1 { purge() }
    }
  }

  /// Compacts one stretch of the journal. False when there is none, or the store refused, or the engine is stopping.
  @discardableResult
  public func compact() -> Bool {
    do {
      let stretch = try JournalStretch(from: store, limit: configuration.compactionThreshold)
      guard stretch.through > 0 else { return false }
      return onIngestThread { $0.compact(stretch) } ?? false
    } catch {
      logger.error("compaction failed", [("error", .string("\(error)"))])
      return false
    }
  }

  /// Removes samples and events older than the retention, a bounded part at a time.
  public func purge() {
    let oldest = oldestKept
    guard let ordinal = markEvents(olderThan: oldest) else { return }
    var isComplete = false
    while !isComplete {
      guard let outcome = onIngestThread({ $0.purge(before: oldest, eventsThrough: ordinal) }) ?? nil else { return }
      isComplete = outcome.isComplete
    }
  }

  /// Notes where the event log stands now, and finds where it stood at the oldest kept moment; 0 for nowhere known.
  ///
  /// Marks are kept in the store, one for each hour at most, so that events can be removed by age without a time of
  /// their own.
  private func markEvents(olderThan oldest: Timestamp) -> Int64? {
    let now = clock.now()
    do throws(StorageError) {
      var marks = EventMarks(bytes: try store.metadata(Self.eventMarksKey) ?? [])
      let through = marks.note(now: now, ordinal: lastEventOrdinal, oldest: oldest)
      let batch = StoreBatch(metadata: [(Self.eventMarksKey, marks.bytes)])
      guard onIngestThread({ $0.commit(housekeeping: batch) }) ?? nil != nil else { return nil }
      return through
    } catch {
      logger.error("purge failed", [("error", .string(error.description))])
      return nil
    }
  }

  private static let eventMarksKey = "event-marks"

  /// Runs a chore on the ingest thread and waits for it. nil when the engine is stopping.
  private func onIngestThread<Answer: Sendable>(
    _ chore: @escaping @Sendable (inout IngestWorker) -> Answer
  ) -> Answer? {
    let answer = Locked<Answer?>(nil)
    let done = DispatchSemaphore(value: 0)
    let isTaken = queue.append { worker in
      let value = chore(&worker)
      answer.withLock { $0 = value }
      done.signal()
    }
    guard isTaken else { return nil }
    done.wait()
    return answer.withLock { $0 }
  }
}

/// Moments and where the event log stood then.
struct EventMarks {
  private var marks: [(time: Timestamp, ordinal: Int64)] = []
  private static let spacing: Int64 = 3_600_000

  init(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    while let time = try? reader.time(), let ordinal = try? reader.signed() { marks.append((time, ordinal)) }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    for mark in marks {
      writer.time(mark.time)
      writer.signed(mark.ordinal)
    }
    return writer.bytes
  }

  /// Adds a mark, drops those no longer needed, and tells the last ordinal that is surely older than `oldest`.
  mutating func note(now: Timestamp, ordinal: Int64, oldest: Timestamp) -> Int64 {
    if marks.last.map({ now.milliseconds(since: $0.time) >= Self.spacing }) ?? true { marks.append((now, ordinal)) }
    let old = marks.prefix { $0.time <= oldest }
    let through = old.last?.ordinal ?? 0
    if old.count > 1 { marks.removeFirst(old.count - 1) }
    return through
  }
}

/// Wakes the housekeeping thread, at the latest after a while; tells when to stop.
final class HousekeeperSignal: @unchecked Sendable {
  private let condition = NSCondition()
  private var isStopped = false

  /// False when stopped.
  func wait(seconds: Double) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if !isStopped { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
    return !isStopped
  }

  func stop() {
    condition.lock()
    defer { condition.unlock() }
    isStopped = true
    condition.broadcast()
  }
}
