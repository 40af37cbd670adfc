/// How much a log line matters; ordered from `debug` to `error`.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  case debug, info, warning, error

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }

  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }
}
