internal import Synchronization

/// Counts up from 1, for any thread.
final class SequenceCounter: Sendable {
  private let value = Atomic<UInt64>(0)

  func next() -> UInt64 { value.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// An amount of something that users take and give back, up to a limit.
final class Budget: Sendable {
  private let limit: Int
  private let used = Atomic<Int>(0)

  init(limit: Int) { self.limit = limit }

  /// Takes `amount` and returns true, or takes nothing.
  func take(_ amount: Int) -> Bool {
    guard amount <= limit else { return false }
    let (_, total) = used.wrappingAdd(amount, ordering: .relaxed)
    guard total <= limit else {
      used.wrappingSubtract(amount, ordering: .relaxed)
      return false
    }
    return true
  }

  func giveBack(_ amount: Int) { used.wrappingSubtract(amount, ordering: .relaxed) }

  var inUse: Int { used.load(ordering: .relaxed) }
}

/// Milliseconds since some moment in the past, renewed a few times a second: reading it costs nothing.
final class CoarseClock: Sendable {
  private let value = Atomic<UInt64>(0)

  var now: UInt64 { value.load(ordering: .relaxed) }

  func set(_ now: UInt64) { value.store(now, ordering: .relaxed) }
}

/// Set once, seen by every thread.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
