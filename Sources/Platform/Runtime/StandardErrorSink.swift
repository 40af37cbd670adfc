internal import Foundation

/// The process's standard error as a log's destination; lines of several threads never mix.
public enum StandardErrorSink {
  private static let turn = Locked(())

  /// Writes the line whole; gives up on it silently when standard error can't be written to.
  @Sendable public static func write(_ line: [UInt8]) {
    turn.withLock { _ in
      line.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
          let written = Foundation.write(STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
        }
      }
    }
  }
}
