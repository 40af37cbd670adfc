internal import Foundation

/// State that one thread at a time may touch: lock, mutate, unlock, then act.
///
/// Built on `NSLock`, not `Synchronization.Mutex`, which ThreadSanitizer does not understand on Linux and reports as
/// races that are none.
public final class Locked<State>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  public init(_ state: sending State) { self.state = state }

  /// Runs `body` alone with the state. Do not block, call out or take another lock inside.
  public func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
