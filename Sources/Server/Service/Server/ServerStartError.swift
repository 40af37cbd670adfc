/// Why a server could not start.
public struct ServerStartError: Error, Sendable {
  public enum Code: String, Sendable {
    case invalidConfiguration
    case credentials
    case store
    case network
    case system
  }

  public let code: Code
  /// One sentence for the operator.
  public let description: String
  /// The same with what lies behind it.
  public let debugDescription: String

  init(_ code: Code, _ cause: any Error) {
    self.code = code
    description = "\(cause)"
    debugDescription = "ServerStartError(\(code.rawValue)): \(String(reflecting: cause))"
  }

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
    debugDescription = "ServerStartError(\(code.rawValue)): \(description)"
  }
}

extension ServerStartError: CustomStringConvertible, CustomDebugStringConvertible {}
