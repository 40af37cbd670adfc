internal import Synchronization

/// Counters of the ingest engine since its start.
public final class IngestFigures: Sendable {
  private let sampleCount = Atomic<Int>(0)
  private let eventCount = Atomic<Int>(0)
  private let commitCount = Atomic<Int>(0)
  private let failureCount = Atomic<Int>(0)
  private let byteCount = Atomic<Int>(0)
  private let compactionCount = Atomic<Int>(0)
  private let uncompactedByteCount = Atomic<Int>(0)

  func committed(samples: Int, events: Int, bytes: Int) {
    sampleCount.add(samples, ordering: .relaxed)
    eventCount.add(events, ordering: .relaxed)
    commitCount.add(1, ordering: .relaxed)
    byteCount.add(bytes, ordering: .relaxed)
    uncompactedByteCount.add(bytes, ordering: .relaxed)
  }

  func commitFailed() { failureCount.add(1, ordering: .relaxed) }

  func compacted(bytes: Int) {
    compactionCount.add(1, ordering: .relaxed)
    uncompactedByteCount.subtract(bytes, ordering: .relaxed)
  }

  func recovered(journalBytes: Int) { uncompactedByteCount.add(journalBytes, ordering: .relaxed) }

  /// Accepted samples, repetitions not counted.
  public var samples: Int { sampleCount.load(ordering: .relaxed) }
  public var events: Int { eventCount.load(ordering: .relaxed) }
  /// Group commits, one sync of the disk each.
  public var commits: Int { commitCount.load(ordering: .relaxed) }
  public var failedCommits: Int { failureCount.load(ordering: .relaxed) }
  /// Journal bytes committed.
  public var bytes: Int { byteCount.load(ordering: .relaxed) }
  /// Journal bytes that no compaction has moved yet.
  public var uncompactedBytes: Int { uncompactedByteCount.load(ordering: .relaxed) }
  public var compactions: Int { compactionCount.load(ordering: .relaxed) }
}
