internal import MusterRuntime
internal import MusterValues

/// A progress bar on standard error, drawn only on a terminal, at most ten times a second.
final class Progress: Sendable {
  private struct State {
    var done = 0
    var lastDrawn = Timestamp.distantPast
    var isDrawn = false
  }

  private let title: String
  private let total: Int
  private let console: Console
  private let now: @Sendable () -> Timestamp
  private let state = Locked(State())

  init(_ title: String, total: Int, console: Console, now: @escaping @Sendable () -> Timestamp) {
    self.title = title
    self.total = max(total, 1)
    self.console = console
    self.now = now
  }

  func advance(by count: Int = 1) {
    let moment = now()
    let drawn: Int? = state.withLock { state in
      state.done += count
      guard console.isErrorTerminal else { return nil }
      guard state.done >= total || moment.milliseconds(since: state.lastDrawn) >= 100 else { return nil }
      state.lastDrawn = moment
      state.isDrawn = true
      return state.done
    }
    if let drawn {
      console.writeError("\r\u{1B}[K" + Self.bar(title, done: drawn, total: total, columns: console.columns))
    }
  }

  /// Removes the bar.
  func finish() {
    if state.withLock({ $0.isDrawn }) { console.writeError("\r\u{1B}[K") }
  }

  /// One line, narrower than `columns`.
  static func bar(_ title: String, done: Int, total: Int, columns: Int) -> String {
    let fraction = min(Double(done) / Double(max(total, 1)), 1)
    let figures = " \(Int(fraction * 100)) % (\(done)/\(total))"
    let room = min(columns - 1 - title.count - figures.count - 3, 40)
    guard room >= 5 else { return title + figures }
    let filled = Int(Double(room) * fraction)
    return title + " [" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "]"
      + figures
  }
}
