internal import Foundation
internal import MusterRuntime

/// Reminds every open stream, now and then, to send a sign of life.
final class Heartbeats: Sendable {
  private struct Listener {
    weak var stream: EventStream?
  }

  private final class Shared: @unchecked Sendable {
    let condition = NSCondition()
    /// Only touched while the condition is locked.
    var isStopped = false
    let listeners = Locked<[Listener]>([])

    func beat() {
      let streams = listeners.withLock { listeners in
        listeners.removeAll { $0.stream == nil }
        return listeners.compactMap(\.stream)
      }
      for stream in streams { stream.beat() }
    }
  }

  private let shared = Shared()

  /// - Parameter seconds: from beat to beat; nil: no thread, `beat` is called by hand.
  init(every seconds: Double?) {
    guard let seconds else { return }
    let shared = shared
    let thread = Thread {
      shared.condition.lock()
      while !shared.isStopped {
        if shared.condition.wait(until: Date(timeIntervalSinceNow: seconds)) { continue }
        shared.condition.unlock()
        shared.beat()
        shared.condition.lock()
      }
      shared.condition.unlock()
    }
    thread.name = "muster-heartbeat"
    thread.start()
  }

  deinit { stop() }

  func add(_ stream: EventStream) {
    shared.listeners.withLock { $0.append(Listener(stream: stream)) }
  }

  func beat() { shared.beat() }

  func stop() {
    shared.condition.lock()
    shared.isStopped = true
    shared.condition.signal()
    shared.condition.unlock()
  }
}
