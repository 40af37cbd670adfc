/// A section of a file in AWS's shared credentials format.
struct SharedCredentials: Equatable, Sendable {
  var accessKey: String
  var secretKey: String
  var sessionToken: String?
  var region: String?

  /// Reads the section `[profile]`; nil when it is absent or has no key pair.
  init?(text: String, profile: String) {
    var section = ""
    var values: [String: String] = [:]
    for rawLine in text.split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(rawLine)
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        section = Self.trimmed(line[line.index(after: line.startIndex)..<end])
        if section.hasPrefix("profile ") { section = Self.trimmed(section.dropFirst(8)) }
      } else if section == profile, let separator = line.firstIndex(of: "=") {
        values[Self.trimmed(line[..<separator]).lowercased()] = Self.trimmed(line[line.index(after: separator)...])
      }
    }
    guard let accessKey = values["aws_access_key_id"], let secretKey = values["aws_secret_access_key"] else {
      return nil
    }
    self.init(
      accessKey: accessKey, secretKey: secretKey, sessionToken: values["aws_session_token"], region: values["region"])
  }

  init(accessKey: String, secretKey: String, sessionToken: String? = nil, region: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
    self.region = region
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }
}

extension SharedCredentials: CustomStringConvertible, CustomDebugStringConvertible {
  /// Never the secret.
  var description: String { "access key \(accessKey)" }
  var debugDescription: String { description }
}
