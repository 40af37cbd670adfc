internal import Foundation
internal import MusterRuntime

/// A few threads for work that would hold up the HTTP server's own threads: reads from disk, large bodies.
final class WorkerPool: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    /// Where the next job is; what lies before is done.
    var next = 0
    var isStopped = false
  }

  private final class Shared: @unchecked Sendable {
    let condition = NSCondition()
    /// Only touched while the condition is locked.
    var state = State()
  }

  private let shared = Shared()
  /// Jobs that may wait; one more is refused.
  private let capacity: Int

  init(threads: Int, capacity: Int = 10_000) {
    self.capacity = capacity
    for index in 0..<max(threads, 1) {
      let shared = shared
      let thread = Thread { Self.work(shared) }
      thread.name = "muster-worker-\(index)"
      // Large shapes are checked here.
      thread.stackSize = 2 << 20
      thread.start()
    }
  }

  deinit { stop() }

  /// Returns false, and never runs the job, when too many wait already or the pool is stopped.
  func run(_ job: @escaping @Sendable () -> Void) -> Bool {
    shared.condition.lock()
    defer { shared.condition.unlock() }
    guard !shared.state.isStopped, shared.state.jobs.count - shared.state.next < capacity else { return false }
    shared.state.jobs.append(job)
    shared.condition.signal()
    return true
  }

  /// Lets the threads end when the jobs that wait are done.
  func stop() {
    shared.condition.lock()
    defer { shared.condition.unlock() }
    shared.state.isStopped = true
    shared.condition.broadcast()
  }

  private static func work(_ shared: Shared) {
    while let job = nextJob(shared) { job() }
  }

  private static func nextJob(_ shared: Shared) -> (@Sendable () -> Void)? {
    shared.condition.lock()
    defer { shared.condition.unlock() }
    while shared.state.next == shared.state.jobs.count {
      if shared.state.isStopped { return nil }
      shared.condition.wait()
    }
    let job = shared.state.jobs[shared.state.next]
    shared.state.next += 1
    // Done jobs are dropped now and then, not one by one.
    if shared.state.next == shared.state.jobs.count || shared.state.next > 256 {
      shared.state.jobs.removeFirst(shared.state.next)
      shared.state.next = 0
    }
    return job
  }
}
