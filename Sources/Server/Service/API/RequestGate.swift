internal import AmazonLocation
public import MusterHTTPServer
public import MusterIdentity
public import MusterValues

/// Decides who sent a request and what they may do.
public protocol RequestGate: Sendable {
  /// Who signed the request.
  ///
  /// - Parameters:
  ///   - service: the signing name that the request's path belongs to, such as `geo`.
  ///   - arrived: when the request came in, by the server's clock.
  func caller(
    of request: HTTPRequest, service: String, arrived: Timestamp
  ) -> Result<Principal, ProtocolFailure>

  /// nil when the caller may; else the AccessDeniedException to answer. The question is only built when somebody must
  /// look at it.
  func refusal(_ caller: Principal, _ question: () -> AccessQuestion) -> ProtocolFailure?
}

/// Signature Version 4, and one authorizer.
public struct IdentityGate: RequestGate {
  private let authenticator: RequestAuthenticator
  private let authorizer: any Authorizer

  public init(authenticator: RequestAuthenticator, authorizer: any Authorizer) {
    self.authenticator = authenticator
    self.authorizer = authorizer
  }

  public func caller(
    of request: HTTPRequest, service: String, arrived: Timestamp
  ) -> Result<Principal, ProtocolFailure> {
    let signed = SignedRequest(
      method: request.method, target: request.target, headers: HeaderFields(request.headers), body: request.body,
      arrived: arrived)
    return authenticator.authenticate(signed, service: service).mapError { ProtocolFailure($0) }
  }

  public func refusal(_ caller: Principal, _ question: () -> AccessQuestion) -> ProtocolFailure? {
    if authorizer.allowsEverything(caller) { return nil }
    let question = question()
    return authorizer.authorize(
      caller, action: question.action, resource: question.resource, context: question.context
    ).failure.map { ProtocolFailure($0) }
  }
}

extension HeaderFields {
  /// As the server read them: bytes that are no UTF-8 are ISO 8859-1, as they are for clients that send such.
  fileprivate init(_ headers: HTTPHeaders) {
    if headers.isASCII, let fields = HeaderFields(bytes: headers.bytes, ends: headers.ends) {
      self = fields
    } else {
      self.init(headers.map { $0 })
    }
  }
}

extension ProtocolFailure {
  init(_ failure: AuthenticationFailure) {
    self.init(
      status: failure.status(for: .restJSON), code: failure.name(for: .restJSON), message: failure.message)
  }
}
