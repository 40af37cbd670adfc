/// Why a request is not let in, under the names Amazon's services use.
public struct AuthenticationFailure: Error, Equatable, Sendable {
  /// The raw value is the exception's name in the JSON protocols.
  public enum Code: String, Sendable, CaseIterable {
    case missingAuthenticationToken = "MissingAuthenticationTokenException"
    case incompleteSignature = "IncompleteSignatureException"
    /// The signature is wrong, out of time, or out of scope.
    case invalidSignature = "InvalidSignatureException"
    /// The access key or the session token is unknown.
    case unrecognizedClient = "UnrecognizedClientException"
    case expiredToken = "ExpiredTokenException"
    case accessDenied = "AccessDeniedException"
  }

  /// How the service that was asked writes errors.
  public enum WireProtocol: Sendable {
    /// Amazon Location: the name goes into the header `x-amzn-ErrorType`.
    case restJSON
    /// Cognito, EventBridge (`X-Amz-Target`): the name goes into the member `__type`.
    case awsJSON
    /// IAM, STS: XML.
    case query
  }

  public let code: Code
  /// For the client: no secret, no signature, no header's value but dates.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The HTTP status of this failure; services of the JSON 1.1 protocol answer 400 to all of them.
  public func status(for wireProtocol: WireProtocol) -> Int {
    switch (wireProtocol, code) {
    case (.restJSON, _): 403
    case (.awsJSON, _): 400
    case (.query, .incompleteSignature): 400
    case (.query, _): 403
    }
  }

  /// The name of this failure on the wire.
  public func name(for wireProtocol: WireProtocol) -> String {
    guard case .query = wireProtocol else { return code.rawValue }
    return switch code {
    case .missingAuthenticationToken: "MissingAuthenticationToken"
    case .incompleteSignature: "IncompleteSignature"
    case .invalidSignature: "SignatureDoesNotMatch"
    case .unrecognizedClient: "InvalidClientTokenId"
    case .expiredToken: "ExpiredToken"
    case .accessDenied: "AccessDenied"
    }
  }
}

extension AuthenticationFailure: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { message }
  public var debugDescription: String { "\(code.rawValue): \(message)" }
}
