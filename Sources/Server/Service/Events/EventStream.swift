internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterIngest
internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

/// The event log as server-sent events, from one place on and for ever.
///
/// The stream pulls: a page is read from the log, on a worker, only when all before it was taken. So a reader that is
/// slow costs one page of memory, and holds up nobody.
final class EventStream: HTTPStreamSource {
  private enum Phase {
    /// Nothing is being read, and the reader has all there was.
    case idle
    /// A worker reads the next page. `again`: the log grew meanwhile.
    case reading(again: Bool)
    case over
  }

  private struct State {
    var buffer: ArraySlice<UInt8>
    /// The newest event in the buffer or sent.
    var ordinal: Int64
    var phase = Phase.idle
    var wake: (@Sendable () -> Void)?
    var observation: EventObservation?
    var isHeartbeatDue = false
  }

  /// Events that are read from the log at once.
  private static let pageSize = 64

  private let ledger: any LocationLedger
  private let workers: WorkerPool
  private let metrics: ServiceMetrics
  private let state: Locked<State>

  /// - Parameter ordinal: events above it are sent.
  init(after ordinal: Int64, ledger: any LocationLedger, workers: WorkerPool, metrics: ServiceMetrics) {
    self.ledger = ledger
    self.workers = workers
    self.metrics = metrics
    // Sent at once, so that a client sees the stream open; reconnects after a second.
    state = Locked(State(buffer: Array("retry: 1000\n\n".utf8)[...], ordinal: ordinal))
    metrics.openStreams.add(1)
  }

  func attach(wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
    let observation = ledger.observeEvents { [weak self] in self?.logGrew() }
    let isOver = state.withLock { state in
      if case .over = state.phase { return true }
      state.observation = observation
      return false
    }
    if !isOver { logGrew() }
  }

  func next(maximum: Int) -> HTTPStreamChunk {
    enum Step {
      case send([UInt8])
      case read
      case wait
      case end
    }
    // Asked before the lock is taken: the ledger has locks of its own.
    let newest = ledger.lastEventOrdinal
    let step = state.withLock { state -> Step in
      if !state.buffer.isEmpty {
        let part = state.buffer.prefix(max(maximum, 1))
        state.buffer = state.buffer.dropFirst(part.count)
        return .send(Array(part))
      }
      switch state.phase {
      case .over: return .end
      case .idle where newest > state.ordinal:
        state.phase = .reading(again: false)
        return .read
      case .idle, .reading:
        guard state.isHeartbeatDue else { return .wait }
        state.isHeartbeatDue = false
        return .send(Array(": \n\n".utf8))
      }
    }
    switch step {
    case .send(let bytes): return .bytes(bytes)
    case .end: return .end
    case .wait: return .wait
    case .read:
      read()
      return .wait
    }
  }

  func cancelled() { finish() }

  /// A comment is due, so that a vanished reader is noticed and a quiet connection is kept.
  func beat() {
    state.withLock { state -> (@Sendable () -> Void)? in
      state.isHeartbeatDue = true
      return state.wake
    }?()
  }

  /// Called on the ingest thread: only wakes.
  private func logGrew() {
    state.withLock { state -> (@Sendable () -> Void)? in
      guard case .reading = state.phase else { return state.wake }
      state.phase = .reading(again: true)
      return nil
    }?()
  }

  private func read() {
    if !workers.run({ [weak self] in self?.readPage() }) { finish() }
  }

  private func readPage() {
    let ordinal = state.withLock { $0.ordinal }
    let events: [StoredEvent]
    do throws(ServiceError) {
      events = try ledger.events(after: ordinal, limit: Self.pageSize)
    } catch {
      // The client comes back with the last id it has.
      return finish()
    }
    var page: [UInt8] = []
    for event in events {
      page.append(contentsOf: "id: \(event.id.uuid)\ndata: ".utf8)
      page.append(contentsOf: event.body)
      page.append(contentsOf: "\n\n".utf8)
    }
    metrics.streamedEvents.add(events.count)
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard case .reading(let again) = state.phase else { return nil }
      state.buffer = page[...]
      state.ordinal = events.last?.ordinal ?? state.ordinal
      state.phase = .idle
      return events.isEmpty && !again ? nil : state.wake
    }
    wake?()
  }

  private func finish() {
    let (wake, observation, wasOpen) = state.withLock { state in
      var wasOpen = true
      if case .over = state.phase { wasOpen = false }
      state.phase = .over
      let held = (state.wake, state.observation, wasOpen)
      state.observation = nil
      return held
    }
    // Released outside the lock: it reaches into the ledger.
    withExtendedLifetime(observation) {}
    if wasOpen { metrics.openStreams.add(-1) }
    wake?()
  }
}
