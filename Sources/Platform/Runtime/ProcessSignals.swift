internal import Foundation
internal import Synchronization

/// The signals that ask a process to end, brought from signal handlers to an ordinary thread.
public enum ProcessSignals {
  public enum Termination: Sendable { case terminate, interrupt }

  /// The pipe that carries the signal's number out of the handler; -1 before `catchTermination`.
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)

  /// Makes a write to a closed pipe or socket fail with EPIPE instead of ending the process.
  public static func ignoreBrokenPipe() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// From here on SIGTERM and SIGINT no longer end the process; they wait for `waitForTermination`. Call it once,
  /// early. Returns false when the system has no pipe left, and nothing has changed.
  @discardableResult public static func catchTermination() -> Bool {
    guard writeEnd.load(ordering: .acquiring) < 0 else { return true }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler must never block, however many signals arrive.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    readEnd.store(ends[0], ordering: .releasing)
    writeEnd.store(ends[1], ordering: .releasing)
    // Only what POSIX calls async-signal-safe happens inside: an atomic load and write(2).
    let handler: @convention(c) (Int32) -> Void = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(ProcessSignals.writeEnd.load(ordering: .relaxed), &byte, 1)
      errno = saved
    }
    signal(SIGTERM, handler)
    signal(SIGINT, handler)
    return true
  }

  /// Blocks the calling thread until SIGTERM or SIGINT arrives; needs `catchTermination` before, else returns at once.
  public static func waitForTermination() -> Termination {
    let end = readEnd.load(ordering: .acquiring)
    guard end >= 0 else { return .terminate }
    while true {
      var byte: UInt8 = 0
      let count = read(end, &byte, 1)
      if count == 1 { return Int32(byte) == SIGINT ? .interrupt : .terminate }
      if count == 0 || errno != EINTR { return .terminate }
    }
  }

  /// Calls `body` on a thread of its own each time SIGTERM or SIGINT arrives.
  public static func onTermination(_ body: @escaping @Sendable (Termination) -> Void) {
    guard catchTermination() else { return }
    let thread = Thread {
      while true { body(waitForTermination()) }
    }
    thread.name = "muster-signals"
    thread.start()
  }
}
