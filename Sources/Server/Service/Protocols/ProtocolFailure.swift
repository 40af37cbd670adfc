public import AmazonLocation

/// An error in the terms all protocols share: what each of them writes differently.
public struct ProtocolFailure: Error, Sendable, Equatable {
  public let status: Int
  /// The name of the exception on the wire.
  public let code: String
  /// Safe to show.
  public let message: String
  /// ValidationException only.
  public let reason: ServiceError.ValidationReason?
  public let fields: [ServiceError.Field]

  public init(
    status: Int, code: String, message: String, reason: ServiceError.ValidationReason? = nil,
    fields: [ServiceError.Field] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.reason = reason
    self.fields = fields
  }

  /// For the log: the exception, and for a refused signature why, which tells a wrong clock from a wrong key. Messages
  /// that may repeat what a client sent stay out.
  var logged: String { status == 403 && code != "IncompleteSignatureException" ? "\(code): \(message)" : code }

  public init(_ error: ServiceError) {
    self.init(
      status: error.code.status, code: error.code.rawValue, message: error.message, reason: error.reason,
      fields: error.fields)
  }
}

extension ProtocolFailure: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "\(code): \(message)" }
  public var debugDescription: String {
    "\(status) \(code) (\(reason?.rawValue ?? "-")): \(message) \(fields.map { "\($0.name): \($0.message)" })"
  }
}
