internal import Foundation
internal import MusterValues

/// Says that the person or the system wants the program to end, and wakes whoever waits.
final class Interruption: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var isRaised = false

  var hasHappened: Bool {
    condition.lock()
    defer { condition.unlock() }
    return isRaised
  }

  func raise() {
    condition.lock()
    isRaised = true
    condition.broadcast()
    condition.unlock()
  }

  /// Waits that long, or less when interrupted. True when interrupted.
  @discardableResult func wait(milliseconds: Int64) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Double(max(milliseconds, 0)) / 1000)
    condition.lock()
    defer { condition.unlock() }
    while !isRaised {
      if !condition.wait(until: deadline) { break }
    }
    return isRaised
  }
}
