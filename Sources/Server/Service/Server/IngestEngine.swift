internal import AmazonLocation
internal import Foundation
internal import Geofencing
internal import MusterIngest
internal import MusterRuntime
internal import MusterStorage

/// The ingest engine with the threads it runs on. The one place that knows which ledger a server has.
final class IngestEngine: Sendable {
  private let pipeline: IngestPipeline
  /// Reads the rules of fences; nil where Amazon's rules alone hold.
  let ruleReader: FenceRuleReader?
  private let hasEnded = DispatchSemaphore(value: 0)
  private let isStarted = Locked(false)

  var ledger: any LocationLedger { pipeline }

  init(
    store: any Store, configuration: ServerConfiguration, partition: ResourcePartition, clock: any WallClock
  ) throws {
    let ingest = IngestConfiguration(
      partition: partition, profile: configuration.profile == .amazon ? .amazon : .muster,
      quotas: configuration.quotas, retentionDays: configuration.retentionDays)
    ruleReader = ingest.ruleReader
    pipeline = try IngestPipeline(store: store, configuration: ingest, clock: clock, logger: configuration.logger)
  }

  func start() {
    isStarted.withLock { $0 = true }
    run("muster-ingest") { $0.run() }
    run("muster-compaction") { $0.runHousekeeping() }
  }

  private func run(_ name: String, _ body: @escaping @Sendable (IngestPipeline) -> Void) {
    let thread = Thread { [pipeline, hasEnded] in
      body(pipeline)
      hasEnded.signal()
    }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Lets what is queued finish. Blocks until both threads are done.
  func stop() {
    pipeline.stop()
    let wasStarted = isStarted.withLock { isStarted in
      defer { isStarted = false }
      return isStarted
    }
    guard wasStarted else { return }
    hasEnded.wait()
    hasEnded.wait()
  }

  @Sendable func metrics() -> [Metric] {
    let figures = pipeline.ingestFigures
    return [
      Metric("muster_samples_total", .counter, "Positions accepted, repetitions not counted.", figures.samples),
      Metric("muster_commits_total", .counter, "Group commits, one sync of the disk each.", figures.commits),
      Metric("muster_commit_failures_total", .counter, "Group commits that failed.", figures.failedCommits),
      Metric("muster_journal_bytes_total", .counter, "Bytes of the journal committed.", figures.bytes),
      Metric(
        "muster_compactions_total", .counter, "Stretches of the journal moved into chunks.", figures.compactions),
      Metric("muster_queue_depth", .gauge, "Changes that wait for the ingest thread.", pipeline.queueDepth),
    ]
  }
}
