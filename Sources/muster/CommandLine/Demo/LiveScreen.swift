internal import MusterRuntime

/// Lines that scroll and, on a terminal, one status line under them.
final class LiveScreen: Sendable {
  private let console: Console
  private let status = Locked("")

  init(_ console: Console) { self.console = console }

  /// Prints a line above the status line; false when nobody reads any more.
  @discardableResult func print(_ line: String) -> Bool {
    guard console.isOutputTerminal else { return console.print(line) }
    let status = status.withLock { $0 }
    return console.write("\r\u{1B}[K" + line + "\n" + status)
  }

  /// Replaces the status line; without a terminal there is none.
  func show(_ line: String) {
    guard console.isOutputTerminal else { return }
    status.withLock { $0 = line }
    console.write("\r\u{1B}[K" + line)
  }

  /// Removes the status line.
  func finish() { show("") }
}
