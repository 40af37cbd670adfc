internal import Foundation
internal import MusterRuntime
public import MusterValues

/// A store in memory that fails on request: for tests, and for a server that need not remember.
public final class MemoryStore: Store {
  /// What a failing commit leaves behind.
  public enum Failure: Sendable {
    /// Nothing was written.
    case beforeCommit
    /// The batch is durable, though the caller is told that it failed, as when a disk answers too late.
    case afterCommit
  }

  private struct Fault {
    let failure: Failure
    let error: StorageError
  }

  private struct State {
    var contents: MemoryStoreContents
    var isClosed = false
    var commits = 0
    var faults: [Int: Fault] = [:]
    var pausesNext = false
    var paused: DispatchSemaphore?
  }

  private let state: Locked<State>

  public convenience init() { self.init(MemoryStoreContents()) }

  private init(_ contents: MemoryStoreContents) { state = Locked(State(contents: contents)) }

  @discardableResult
  public func commit(_ batch: StoreBatch) throws(StorageError) -> PurgeOutcome {
    let gate: DispatchSemaphore? = state.withLock { state in
      guard state.pausesNext else { return nil }
      state.pausesNext = false
      let gate = DispatchSemaphore(value: 0)
      state.paused = gate
      return gate
    }
    gate?.wait()
    return try state.withLock { state throws(StorageError) in
      if state.isClosed { throw StorageError.closed }
      state.commits += 1
      let fault = state.faults.removeValue(forKey: state.commits)
      if let fault, fault.failure == .beforeCommit { throw fault.error }
      let outcome = try state.contents.apply(batch)
      if let fault { throw fault.error }
      return outcome
    }
  }

  public func metadata(_ key: String) throws(StorageError) -> [UInt8]? {
    try contents().metadata[Identifier(key)]
  }

  public func catalog() throws(StorageError) -> [CatalogRow] {
    try contents().catalog.map { CatalogRow(kind: $0.key.kind, key: $0.key.key, body: $0.value) }
      .sorted { ($0.kind, $0.key) < ($1.kind, $1.key) }
  }

  public func devices(visit: (DeviceRow) throws -> Bool) throws {
    for row in try contents().devices.values.sorted(by: { $0.device < $1.device }) {
      guard try visit(row) else { return }
    }
  }

  public func journal(after sequence: Int64, visit: (JournalRecord) throws -> Bool) throws {
    let contents = try contents()
    let start = MemoryStoreContents.index(after: sequence, in: contents.journal, \.sequence)
    for record in contents.journal[start...] {
      if contents.damaged.contains(record.sequence) { throw StorageError.damagedJournal(record.sequence) }
      guard try visit(record) else { return }
    }
  }

  public func journalSlices(
    _ requests: [(sequence: Int64, offset: Int, length: Int)]
  ) throws(StorageError) -> [[UInt8]?] {
    let journal = try contents().journal
    return requests.map { request in
      let end = MemoryStoreContents.index(after: request.sequence, in: journal, \.sequence)
      guard end > 0, journal[end - 1].sequence == request.sequence else { return nil }
      let body = journal[end - 1].body
      guard request.offset >= 0, request.length >= 0, request.offset <= body.count,
        request.length <= body.count - request.offset
      else { return nil }
      return Array(body[request.offset..<request.offset + request.length])
    }
  }

  public func chunks(
    device: Int64, overlapping from: Timestamp, through: Timestamp, limit: Int
  ) throws(StorageError) -> [HistoryChunk] {
    guard from <= through else { return [] }
    let all = (try contents().chunks[device] ?? [:]).values
    let found = all.filter { $0.first <= through && $0.last >= from }
      .sorted { ($0.first, $0.sequence) < ($1.first, $1.sequence) }
    return Array(found.prefix(max(0, limit)))
  }

  public func events(after ordinal: Int64, limit: Int) throws(StorageError) -> [StoredEvent] {
    let events = try contents().events
    return Array(events[MemoryStoreContents.index(after: ordinal, in: events, \.ordinal)...].prefix(max(0, limit)))
  }

  public func eventOrdinal(of id: EventIdentifier) throws(StorageError) -> Int64? {
    try contents().ordinals[id]
  }

  public var bounds: StoreBounds { state.withLock { $0.contents.bounds } }

  public func close() { state.withLock { $0.isClosed = true } }

  private func contents() throws(StorageError) -> MemoryStoreContents {
    try state.withLock { state throws(StorageError) in
      if state.isClosed { throw StorageError.closed }
      return state.contents
    }
  }
}

extension MemoryStore {
  /// Commits called so far, failed ones included.
  public var commitCount: Int { state.withLock { $0.commits } }

  /// Makes the `number`th commit fail, counted from 1 over the store's life, in the way and with the error given.
  public func failCommit(
    number: Int, _ failure: Failure, error: StorageError = StorageError(.io, "a fault was injected")
  ) {
    state.withLock { $0.faults[number] = Fault(failure: failure, error: error) }
  }

  /// Holds the next commit before it does anything, until `resumeCommit()`.
  public func pauseNextCommit() { state.withLock { $0.pausesNext = true } }

  /// True while a commit is held.
  public var isCommitPaused: Bool { state.withLock { $0.paused != nil } }

  /// Releases the held commit, or takes back a pause that no commit has met yet.
  public func resumeCommit() {
    let gate = state.withLock { state in
      state.pausesNext = false
      defer { state.paused = nil }
      return state.paused
    }
    gate?.signal()
  }

  /// Makes the record read as damaged.
  public func damageJournal(sequence: Int64) { state.withLock { _ = $0.contents.damaged.insert(sequence) } }

  /// What a process that starts after a crash at this moment finds: everything committed, no faults, open.
  public func crashed() -> MemoryStore { MemoryStore(state.withLock { $0.contents }) }
}
