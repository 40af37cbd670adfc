internal import MusterValues

/// Writes what a command found: JSON for machines, text for people.
struct ResultWriter {
  let console: Console
  let isJSON: Bool

  /// A service's answer, or for people what `text` makes of it.
  func answer(_ value: JSONValue, text: () -> String) {
    if isJSON {
      console.print(value.encodedText)
    } else {
      console.write(text())
    }
  }

  /// That something was done.
  func done(_ sentence: String, _ value: JSONValue = .object([])) {
    answer(value) { sentence + "\n" }
  }

  /// `name  value` lines of an object's members.
  static func fields(_ value: JSONValue) -> String {
    let members = value.members ?? []
    let width = members.map { DisplayWidth.of(Shown.text($0.name)) }.max() ?? 0
    return members.map { member in
      let name = Shown.text(member.name)
      let padding = String(repeating: " ", count: width - DisplayWidth.of(name) + 2)
      return name + padding + cell(member.value) + "\n"
    }.joined()
  }

  /// A value in one table cell.
  static func cell(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: "-"
    case .string(let text): text.isEmpty ? "-" : Shown.text(text)
    case .bool(let flag): flag ? "yes" : "no"
    case .some(let other):
      if case .object(let members) = other, members.isEmpty { "-" } else { Shown.text(other.encodedText, limit: 300) }
    }
  }
}
