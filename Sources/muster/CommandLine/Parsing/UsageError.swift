/// A command line that can't be understood. The program ends with status 64.
struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  let message: String
  let suggestion: String?
  /// The command whose help explains more.
  let path: [String]

  init(_ message: String, suggestion: String? = nil, path: [String]) {
    self.message = message
    self.suggestion = suggestion
    self.path = path
  }

  var description: String {
    let command = (["muster"] + path).joined(separator: " ")
    let question = suggestion.map { " Did you mean '\($0)'?" } ?? ""
    return "\(command): \(message).\(question)\nTry '\(command) --help'."
  }
}
