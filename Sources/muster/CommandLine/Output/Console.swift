internal import MusterRuntime

/// Where a command writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// Writes bytes; false when nobody reads any more (a closed pipe).
  typealias Sink = @Sendable ([UInt8]) -> Bool

  let output: Sink
  let error: Sink
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  let columns: Int
  let usesColour: Bool

  /// Writes a line to standard output; false when nobody reads any more.
  @discardableResult func print(_ line: String) -> Bool { output(Array(line.utf8) + [0x0A]) }

  /// Writes text as it is to standard output.
  @discardableResult func write(_ text: String) -> Bool { output(Array(text.utf8)) }

  /// Writes a line to standard error.
  func report(_ line: String) { _ = error(Array(line.utf8) + [0x0A]) }

  /// Writes text as it is to standard error.
  func writeError(_ text: String) { _ = error(Array(text.utf8)) }
}
