/// A request that got no answer.
public struct HTTPClientError: Error, Sendable, Equatable {
  /// Stable reasons, for programs to compare.
  public enum Code: String, Sendable {
    /// The URL or a header can't be sent: malformed, or an unsupported scheme.
    case invalidRequest
    /// The host's name has no address.
    case unknownHost
    /// Nobody listens there, or the connection broke.
    case connectionFailed
    /// The peer's certificate is not trusted, or TLS failed.
    case tlsFailed
    case timedOut
    /// The peer closed without a whole answer, or answered something that is not HTTP.
    case badAnswer
    /// The caller's chunk callback returned false; not reported by `stream`, which returns normally.
    case cancelled
    case other
  }

  public let code: Code
  /// libcurl's words and number for it; no URL, header or body.
  public let detail: String

  public init(code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }
}

extension HTTPClientError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { detail }
  public var debugDescription: String { "HTTPClientError(\(code.rawValue): \(detail))" }
}
