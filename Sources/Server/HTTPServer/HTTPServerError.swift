/// Why a server could not start.
public struct HTTPServerError: Error, Sendable, Equatable {
  /// Stable reasons, for programs to compare.
  public enum Code: String, Sendable {
    /// A configured number is out of range.
    case invalidConfiguration
    /// The host has no address here.
    case unknownHost
    case addressInUse
    /// Not allowed: a port below 1024, say.
    case permissionDenied
    /// Plain HTTP on an address that others reach.
    case plainHTTPRefused
    /// A certificate or key file can't be read or used.
    case badCertificate
    /// Called twice, or after `stop`.
    case alreadyStarted
    /// The system has no thread, memory or descriptor left.
    case systemFailure
  }

  public let code: Code
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension HTTPServerError: CustomStringConvertible, CustomDebugStringConvertible {
  public var debugDescription: String { "HTTPServerError(\(code.rawValue): \(description))" }
}
