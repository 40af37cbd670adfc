/// One level of commands as the completion scripts need it.
struct CompletionEntry: Sendable {
  /// Names joined by a space, the program's excluded; empty for the program itself.
  let path: String
  let command: CommandSpecification

  /// Every command under `root`, groups before their members.
  static func all(of root: CommandSpecification) -> [CompletionEntry] {
    func visit(_ command: CommandSpecification, _ path: [String]) -> [CompletionEntry] {
      [CompletionEntry(path: path.joined(separator: " "), command: command)]
        + command.subcommands.flatMap { visit($0, path + [$0.name]) }
    }
    return visit(root, [])
  }

  /// Every spelling of the options.
  var flags: [String] {
    command.options.flatMap { option in ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }
  }

  /// What stands in the first operand's place.
  var operandKind: ValueKind? { command.operands.first?.kind }
}

enum ShellQuoting {
  /// The text in single quotes for a POSIX shell.
  static func single(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
