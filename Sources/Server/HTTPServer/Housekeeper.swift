internal import Glibc
internal import MusterRuntime

/// Looks after time on a thread of its own: renews the coarse clock and lets each connection check its deadlines.
final class Housekeeper: Sendable {
  /// Seconds between two rounds, which is how late a deadline may be noticed.
  static let interval = 0.1

  private let shared: ServerShared
  private let thread = ServerThread()

  init(shared: ServerShared) {
    self.shared = shared
    shared.clock.set(Housekeeper.now())
    thread.start("muster-time") { [self] thread in
      while thread.pause(seconds: Housekeeper.interval) { round() }
    }
  }

  func stop() {
    thread.ask()
    thread.join()
  }

  private func round() {
    let now = Housekeeper.now()
    shared.clock.set(now)
    // Copied, so that the registry isn't locked while connections are.
    let open = shared.connections.withLock { Array($0.open.values) }
    for connection in open { connection.tick(now: now) }
  }

  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
