/// Why a request's claim about its signature can't be read. It repeats names of parameters, never their values.
public struct SignatureClaimError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// Neither an `Authorization` header nor presigning parameters.
    case missing
    /// Both of them.
    case bothForms
    /// Another scheme or algorithm than `AWS4-HMAC-SHA256`.
    case unsupportedAlgorithm
    case missingParameter(String)
    case repeatedParameter(String)
    case malformedParameter(String)
    /// A part of the `Authorization` header that is no `name=value` with a known name.
    case unknownParameter
    /// Not an integer in 1...604800.
    case expiryOutOfRange
  }

  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}

extension SignatureClaimError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch reason {
    case .missing: "Missing Authentication Token"
    case .bothForms: "The request is signed both in the Authorization header and in the query."
    case .unsupportedAlgorithm: "Unsupported AWS 'algorithm', supported are: 'AWS4-HMAC-SHA256'."
    case .missingParameter(let name): "The request's signature requires '\(name)' parameter."
    case .repeatedParameter(let name): "The request's signature has '\(name)' parameter more than once."
    case .malformedParameter(let name): "The request's signature has a malformed '\(name)' parameter."
    case .unknownParameter: "The Authorization header has a part that is not a valid key=value pair."
    case .expiryOutOfRange: "X-Amz-Expires must be a number of seconds from 1 to 604800."
    }
  }

  public var debugDescription: String { "SignatureClaimError(\(reason))" }
}
