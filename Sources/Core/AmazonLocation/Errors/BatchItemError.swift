/// Why one item of a batch is refused while the others go on.
public struct BatchItemError: Error, Sendable, Equatable {
  /// The codes of the service model's BatchItemErrorCode. The raw value is the name on the wire.
  public enum Code: String, Sendable, CaseIterable {
    case accessDenied = "AccessDeniedError"
    case conflict = "ConflictError"
    case internalServer = "InternalServerError"
    case resourceNotFound = "ResourceNotFoundError"
    case throttling = "ThrottlingError"
    case validation = "ValidationError"
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
