internal import Foundation

/// The state, written by one thread and read by any.
///
/// The ingest thread alone writes, and only under the lock; so it may read without it, and deciding never makes readers
/// wait. Other threads read under the lock.
final class LedgerCell: @unchecked Sendable {
  private let lock = NSLock()
  /// For the ingest thread only.
  private(set) var state: LedgerState

  init(_ state: LedgerState) { self.state = state }

  func read<Result>(_ body: (LedgerState) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(state)
  }

  /// For the ingest thread only.
  func write(_ body: (inout LedgerState) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&state)
  }
}
