internal import Foundation

/// A thread that others can ask to stop and wait for.
final class ServerThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var isAsked = false
  private var isOver = false

  /// Starts a thread that runs `body` once.
  func start(_ name: String, _ body: @escaping @Sendable (ServerThread) -> Void) {
    let thread = Thread { [self] in
      body(self)
      condition.withLock {
        isOver = true
        condition.broadcast()
      }
    }
    thread.name = name
    thread.start()
  }

  /// Waits up to so many seconds. False: the thread is asked to stop.
  func pause(seconds: Double) -> Bool {
    condition.withLock {
      if !isAsked { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
      return !isAsked
    }
  }

  var isAskedToStop: Bool { condition.withLock { isAsked } }

  func ask() {
    condition.withLock {
      isAsked = true
      condition.broadcast()
    }
  }

  /// Returns when the body has. Not from the thread itself.
  func join() {
    condition.withLock {
      while !isOver { condition.wait() }
    }
  }
}
