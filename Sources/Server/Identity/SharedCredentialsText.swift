/// The text of a shared credentials file: sections in brackets, `key = value`, comments after `#` or `;`.
struct SharedCredentialsText {
  private static let section = "default"
  private let lines: [String]

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }

  static func make(accessKey: String, secretKey: String, region: String) -> String {
    """
    [\(section)]
    aws_access_key_id = \(accessKey)
    aws_secret_access_key = \(secretKey)
    region = \(region)

    """
  }

  /// The value of a key in the section `[default]`; the last one counts.
  func value(_ key: String) -> String? {
    lineOf(key).map { Self.pair(lines[$0])?.value ?? "" }
  }

  /// The whole text with that key of `[default]` set, all else as it was.
  func setting(_ key: String, to value: String) -> String {
    var lines = lines
    if let index = lineOf(key) {
      lines[index] = "\(key) = \(value)"
    } else if let header = lines.firstIndex(where: { Self.sectionName($0) == Self.section }) {
      lines.insert("\(key) = \(value)", at: header + 1)
    }
    return lines.joined(separator: "\n")
  }

  private func lineOf(_ key: String) -> Int? {
    var isInSection = false
    var found: Int?
    for (index, line) in lines.enumerated() {
      if let name = Self.sectionName(line) {
        isInSection = name == Self.section
      } else if isInSection, Self.pair(line)?.key == key {
        found = index
      }
    }
    return found
  }

  private static func sectionName(_ line: String) -> String? {
    let text = trimmed(line[...])
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    return trimmed(text.dropFirst().dropLast())
  }

  private static func pair(_ line: String) -> (key: String, value: String)? {
    let text = trimmed(line[...])
    guard !text.hasPrefix("#"), !text.hasPrefix(";"), let mark = text.firstIndex(of: "=") else { return nil }
    return (trimmed(text[..<mark]), trimmed(text[text.index(after: mark)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
