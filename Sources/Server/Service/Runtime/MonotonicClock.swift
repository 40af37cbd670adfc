internal import Foundation

/// Time that never jumps, for measuring how long something took.
public protocol MonotonicClock: Sendable {
  /// Nanoseconds since some moment.
  func nanoseconds() -> UInt64
}

public struct SystemMonotonicClock: MonotonicClock {
  public init() {}

  public func nanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
