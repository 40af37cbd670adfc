public import AmazonLocation
internal import Foundation
internal import MusterCrypto
public import MusterRuntime
public import MusterStorage
internal import MusterValues

/// The ingest engine: takes commands in order, decides, commits in groups, publishes, answers.
///
/// One thread decides and commits. Everything that waits while a commit runs goes into the next one, so that a disk's
/// sync is shared by all who wait for it. A command is answered after its group is durable, never before.
public final class IngestPipeline: LocationLedger {
  typealias Completion = @Sendable (Result<CommandOutcome, ServiceError>) -> Void

  struct Pending: Sendable {
    let command: Command
    let completion: Completion
  }

  let store: any Store
  let cell: LedgerCell
  let configuration: IngestConfiguration
  let clock: any WallClock
  let logger: Logger
  let identifiers: EventIdentifierMaker
  let queue = IngestQueue()
  let observers = EventObservers()
  let figures = IngestFigures()
  let housekeeper = HousekeeperSignal()
  private let ready = Locked(true)

  /// Loads what the store holds. Blocks while it reads the journal's tail.
  ///
  /// - Parameter makeRandomBytes: gives the bytes of a new store's namespace; the system's random source by default.
  /// - Throws: `StorageError` when the store can't be read or holds damage.
  public init(
    store: any Store, configuration: IngestConfiguration, clock: any WallClock, logger: Logger,
    makeRandomBytes: ((Int) throws -> [UInt8])? = nil
  ) throws {
    self.store = store
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
    var namespace = try store.metadata(Self.namespaceKey) ?? []
    if namespace.count != 16 {
      namespace = try makeRandomBytes?(16) ?? RandomBytes.make(16)
      try store.commit(StoreBatch(metadata: [(Self.namespaceKey, namespace)]))
    }
    identifiers = EventIdentifierMaker(namespace: namespace)
    let recovery = try Recovery(store: store, configuration: configuration).state()
    cell = LedgerCell(recovery.state)
    figures.recovered(journalBytes: recovery.journalBytes)
  }

  private static let namespaceKey = "event-namespace"

  public var isReady: Bool { ready.withLock { $0 } }

  public func submit(
    _ command: Command, completion: @escaping @Sendable (Result<CommandOutcome, ServiceError>) -> Void
  ) {
    if !queue.append(Pending(command: command, completion: completion)) {
      completion(.failure(.shuttingDown))
    }
  }

  /// Works until `stop()`: blocks the calling thread, which becomes the ingest thread.
  public func run() {
    var worker = IngestWorker(pipeline: self)
    while let work = queue.next(isIdle: worker.isIdle, until: worker.nextActivity, by: clock) {
      worker.perform(work)
    }
  }

  /// Refuses new commands, lets what is queued finish, then makes `run()` return.
  public func stop() {
    housekeeper.stop()
    queue.close()
  }

  func setReady(_ isReady: Bool) { ready.withLock { $0 = isReady } }
}

extension ServiceError {
  static let shuttingDown = ServiceError(.unavailable, "The server is shutting down.")
  static let notCommitted = ServiceError(
    .unavailable, "The change could not be stored; send it again, which never counts it twice.")
}
