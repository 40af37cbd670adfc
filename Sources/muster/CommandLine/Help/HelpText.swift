/// Writes the help of a command from its row of the table.
struct HelpText {
  let program: String
  /// Columns to fill; kept within 40 to 120.
  let width: Int

  init(program: String, width: Int) {
    self.program = program
    self.width = min(max(width, 40), 120)
  }

  func text(for command: CommandSpecification, path: [String]) -> String {
    var sections: [String] = []
    let introduction =
      command.discussion.isEmpty ? command.summary + "." : command.summary + ".\n\n" + command.discussion
    sections.append(TextWrapping.wrap(introduction, width: width).joined(separator: "\n"))
    sections.append(usage(command, path: path))
    if !command.subcommands.isEmpty {
      sections.append(section("Commands", command.subcommands.map { ($0.name, $0.summary + ".") }))
    }
    if !command.operands.isEmpty {
      sections.append(section("Arguments", command.operands.map { ($0.name, $0.help) }))
    }
    for group in OptionSpecification.Group.allCases {
      let options = command.options.filter { $0.group == group }
      if options.isEmpty { continue }
      sections.append(section(Self.title(group), options.map { (Self.heading($0), Self.description($0)) }))
    }
    sections.append(examples(command))
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func title(_ group: OptionSpecification.Group) -> String {
    switch group {
    case .command: "Options"
    case .connection: "Connection options"
    case .general: "General options"
    }
  }

  private func usage(_ command: CommandSpecification, path: [String]) -> String {
    var words = [program] + path
    if command.subcommands.isEmpty {
      for option in command.options where option.isRequired {
        words.append("--\(option.name)\u{A0}\(option.placeholder ?? "")")
      }
      words.append("[options]")
      words.append(contentsOf: command.operands.map(\.usage))
    } else {
      words.append("COMMAND")
      words.append("[options]")
    }
    let lines = TextWrapping.wrap(words.joined(separator: " "), width: width - 7)
    return "Usage: " + lines.joined(separator: "\n       ").replacing("\u{A0}", with: " ")
  }

  private static func heading(_ option: OptionSpecification) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return short + "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
  }

  private static func description(_ option: OptionSpecification) -> String {
    var text = option.help
    if case .choice(let names) = option.kind { text += " One of: " + names.joined(separator: ", ") + "." }
    if option.isRepeatable { text += " May be given more than once." }
    if option.isRequired { text += " [required]" }
    if let defaultText = option.defaultText { text += " [default: \(defaultText)]" }
    if !option.environment.isEmpty { text += " [env: \(option.environment.joined(separator: ", "))]" }
    return text
  }

  /// A heading and two columns; a long left part stands on a line of its own.
  private func section(_ title: String, _ rows: [(String, String)]) -> String {
    let limit = width / 3
    let column = min(rows.map(\.0.count).max() ?? 0, limit) + 4
    var lines = [title + ":"]
    for (left, right) in rows {
      let wrapped = TextWrapping.wrap(right, width: width - column)
      var first = "  " + left
      if first.count + 2 <= column {
        first += String(repeating: " ", count: column - first.count) + (wrapped.first ?? "")
        lines.append(first)
        lines.append(contentsOf: wrapped.dropFirst().map { String(repeating: " ", count: column) + $0 })
      } else {
        lines.append(first)
        lines.append(contentsOf: wrapped.map { String(repeating: " ", count: column) + $0 })
      }
    }
    return lines.joined(separator: "\n")
  }

  private func examples(_ command: CommandSpecification) -> String {
    guard !command.examples.isEmpty else { return "" }
    var lines = [command.examples.count == 1 ? "Example:" : "Examples:"]
    for example in command.examples {
      if let comment = example.comment { lines.append("  # " + comment) }
      lines.append("  " + example.line)
    }
    return lines.joined(separator: "\n")
  }
}
