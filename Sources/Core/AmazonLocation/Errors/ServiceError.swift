/// Why a whole request is refused, in terms every protocol surface can render.
///
/// Source: the Amazon Location service model, exceptions of the tracker and geofence operations.
public struct ServiceError: Error, Sendable {
  /// The modelled exceptions. The raw value is the name on the wire.
  public enum Code: String, Sendable, CaseIterable {
    case validation = "ValidationException"
    case serviceQuotaExceeded = "ServiceQuotaExceededException"
    case accessDenied = "AccessDeniedException"
    case resourceNotFound = "ResourceNotFoundException"
    case conflict = "ConflictException"
    case throttling = "ThrottlingException"
    case internalServer = "InternalServerException"
    /// Not modelled by Amazon: the store can't commit, or the server is draining. Clients retry a 503.
    case unavailable = "ServiceUnavailableException"

    /// The HTTP status of this exception.
    public var status: Int {
      switch self {
      case .validation: 400
      case .serviceQuotaExceeded: 402
      case .accessDenied: 403
      case .resourceNotFound: 404
      case .conflict: 409
      case .throttling: 429
      case .internalServer: 500
      case .unavailable: 503
      }
    }
  }

  /// The `reason` member of a ValidationException.
  public enum ValidationReason: String, Sendable, CaseIterable {
    case unknownOperation = "UnknownOperation"
    case missing = "Missing"
    case cannotParse = "CannotParse"
    case fieldValidationFailed = "FieldValidationFailed"
    case other = "Other"
    case unknownField = "UnknownField"
  }

  /// One entry of a ValidationException's `fieldList`.
  public struct Field: Sendable, Equatable {
    /// Where: the member's name, with the path to it (`Updates[3].Position`).
    public let name: String
    /// What is wrong, without an exact position.
    public let message: String

    public init(name: String, message: String) {
      self.name = name
      self.message = message
    }
  }

  public let code: Code
  public let message: String
  /// Set for `validation` only.
  public let reason: ValidationReason?
  public let fields: [Field]

  public init(_ code: Code, _ message: String, reason: ValidationReason? = nil, fields: [Field] = []) {
    self.code = code
    self.message = message
    self.reason = code == .validation ? reason ?? .other : nil
    self.fields = fields
  }

  /// A ValidationException about one member.
  public static func invalid(
    _ name: String, _ message: String, reason: ValidationReason = .fieldValidationFailed
  ) -> ServiceError {
    ServiceError(
      .validation, "Input validation failed: \(name): \(message)", reason: reason,
      fields: [Field(name: name, message: message)])
  }
}

extension ServiceError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "\(code.rawValue): \(message)" }
  public var debugDescription: String {
    "\(code.rawValue) (\(reason?.rawValue ?? "-")): \(message) \(fields.map { "\($0.name): \($0.message)" })"
  }
}
