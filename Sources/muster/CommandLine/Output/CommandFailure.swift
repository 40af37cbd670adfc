/// Why a command could not do what it was asked to. The program ends with status 1.
struct CommandFailure: Error, Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  enum Code: String, Sendable {
    case unreachable
    case refused
    case unexpectedAnswer
    case credentials
    case file
    case geometry
    case policy
    case server
    case interrupted
    case partial
  }

  let code: Code
  /// One line, safe to show: no secret, no exact position.
  let message: String
  let hint: String?
  let details: String

  init(_ code: Code, _ message: String, hint: String? = nil, details: String = "") {
    self.code = code
    self.message = message
    self.hint = hint
    self.details = details
  }

  var description: String { hint.map { "\(message)\n\($0)" } ?? message }
  var debugDescription: String { "\(code.rawValue): \(message) \(details)" }
}
