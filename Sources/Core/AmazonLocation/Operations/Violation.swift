/// One constraint that a request breaks.
public struct Violation: Sendable, Equatable {
  public let field: ServiceError.Field
  public let reason: ServiceError.ValidationReason

  init(_ name: String, _ message: String, _ reason: ServiceError.ValidationReason = .fieldValidationFailed) {
    field = ServiceError.Field(name: name, message: message)
    self.reason = reason
  }
}

extension ServiceError {
  /// A ValidationException about everything that is wrong with a request.
  ///
  /// The `reason` is CannotParse when a value is of another kind than it must be, Missing when members are missing and
  /// nothing else is wrong, and FieldValidationFailed otherwise.
  static func invalid(_ violations: [Violation]) -> ServiceError {
    let reasons = violations.map(\.reason)
    let reason: ValidationReason =
      if reasons.contains(.cannotParse) {
        .cannotParse
      } else if let first = reasons.first, reasons.allSatisfy({ $0 == first }) {
        first
      } else {
        .fieldValidationFailed
      }
    let shown = violations.prefix(3).map { "\($0.field.name): \($0.field.message)" }.joined(separator: "; ")
    let rest = violations.count > 3 ? "; and \(violations.count - 3) more" : ""
    return ServiceError(
      .validation, "Input validation failed: \(shown)\(rest)", reason: reason, fields: violations.map(\.field))
  }
}
