internal import Synchronization

/// A number that any thread may add to.
public final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  public init() {}

  public func add(_ amount: Int = 1) { value.wrappingAdd(amount, ordering: .relaxed) }
  public var current: Int { value.load(ordering: .relaxed) }
}
