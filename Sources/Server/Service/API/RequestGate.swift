public import MusterHTTPServer
public import MusterValues

/// Decides who sent a request and what they may do. One implementation a way of proving who one is.
public protocol RequestGate: Sendable {
  /// Who signed the request.
  ///
  /// - Parameter arrived: when the request came in, by the server's clock.
  func caller(of request: HTTPRequest, arrived: Timestamp) -> Result<Caller, ProtocolFailure>

  /// nil when the caller may; else the AccessDeniedException to answer. The question is only built when somebody must
  /// look at it.
  func refusal(_ caller: Caller, _ question: () -> AccessQuestion) -> ProtocolFailure?
}

/// Somebody whose signature was right.
public struct Caller: Sendable {
  /// Not secret: it is in every request.
  public let accessKeyID: String
  /// Belongs to the server's owner, whom no policy limits.
  public let isRoot: Bool
  /// `arn:aws:iam::ACCOUNT:root` and the like, for messages.
  public let arn: String

  public init(accessKeyID: String, isRoot: Bool, arn: String) {
    self.accessKeyID = accessKeyID
    self.isRoot = isRoot
    self.arn = arn
  }
}
