internal import Foundation
public import MusterValues

/// Where the time of day comes from; tests bring their own.
public protocol WallClock: Sendable {
  /// The present moment, in milliseconds since 1970.
  func now() -> Timestamp
}

/// The system's clock (`CLOCK_REALTIME`).
public struct SystemWallClock: WallClock {
  public init() {}

  public func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
