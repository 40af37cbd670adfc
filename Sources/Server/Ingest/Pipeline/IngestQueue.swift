internal import Foundation
internal import MusterRuntime
internal import MusterValues

/// What waits for the ingest thread. Any thread appends; the ingest thread takes.
final class IngestQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var pending: [IngestPipeline.Pending] = []
  private var chores: [@Sendable (inout IngestWorker) -> Void] = []
  private var isClosed = false

  enum Work {
    case commands([IngestPipeline.Pending])
    /// Something of the engine's own to do on the ingest thread.
    case chore(@Sendable (inout IngestWorker) -> Void)
    /// Nothing waits: time for work that goes on in the background.
    case none
  }

  /// False when the queue is closed: the command was not taken.
  func append(_ command: IngestPipeline.Pending) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed else { return false }
    pending.append(command)
    if pending.count == 1 { condition.signal() }
    return true
  }

  func append(chore: @escaping @Sendable (inout IngestWorker) -> Void) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed else { return false }
    chores.append(chore)
    condition.signal()
    return true
  }

  /// The next work; waits for it when idle, at most until a moment of the clock. nil when closed and everything taken.
  func next(isIdle: Bool, until moment: Timestamp?, by clock: any WallClock) -> Work? {
    condition.lock()
    defer { condition.unlock() }
    while isIdle, pending.isEmpty, chores.isEmpty, !isClosed {
      guard let moment else {
        condition.wait()
        continue
      }
      let rest = moment.milliseconds(since: clock.now())
      if rest <= 0 { return Work.none }
      // The clock may be set meanwhile: look again before long.
      _ = condition.wait(until: Date(timeIntervalSinceNow: min(Double(rest) / 1000, 30)))
    }
    if !chores.isEmpty { return .chore(chores.removeFirst()) }
    if !pending.isEmpty {
      let taken = pending
      pending = []
      return .commands(taken)
    }
    return isClosed ? nil : Work.none
  }

  /// Waits a moment, or less when work comes: after background work failed, so that it is not tried in a tight loop.
  func pause(seconds: Double = 1) {
    condition.lock()
    defer { condition.unlock() }
    if pending.isEmpty, chores.isEmpty, !isClosed { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
  }

  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }

  var depth: Int {
    condition.lock()
    defer { condition.unlock() }
    return pending.count
  }
}
