enum ZshCompletions {
  static func script(for root: CommandSpecification) -> String {
    let program = root.name
    var lines = [
      "#compdef \(program)", "# zsh completion for \(program); made by '\(program) completions zsh'", "",
    ]
    for entry in CompletionEntry.all(of: root) { lines += function(entry, program: program) }
    lines += [
      "if [ \"$funcstack[1]\" = \"_\(program)\" ]; then", "  _\(program) \"$@\"", "else",
      "  compdef _\(program) \(program)", "fi", "",
    ]
    return lines.joined(separator: "\n")
  }

  private static func name(_ path: String, program: String) -> String {
    let words = path.isEmpty ? [] : path.split(separator: " ").map(String.init)
    return "_" + ([program] + words).joined(separator: "_")
  }

  private static func function(_ entry: CompletionEntry, program: String) -> [String] {
    var lines = ["\(name(entry.path, program: program))() {"]
    var arguments = entry.command.options.flatMap(argument)
    guard !entry.command.subcommands.isEmpty else {
      for operand in entry.command.operands {
        let many = operand.maximum > 1 ? "*" : ""
        arguments.append(ShellQuoting.single("\(many):\(escaped(operand.name)):\(action(operand.kind))"))
      }
      lines.append("  _arguments -s \\")
      lines.append(arguments.map { "    " + $0 }.joined(separator: " \\\n"))
      return lines + ["}", ""]
    }
    lines.append("  local line state")
    lines.append("  _arguments -s -C \\")
    arguments += ["'1: :->command'", "'*:: :->arguments'"]
    lines.append(arguments.map { "    " + $0 }.joined(separator: " \\\n"))
    lines += ["  case $state in", "    command)", "      local -a commands=("]
    for child in entry.command.subcommands {
      lines.append("        \(ShellQuoting.single("\(child.name):\(child.summary)"))")
    }
    lines += ["      )", "      _describe command commands ;;", "    arguments)", "      case $line[1] in"]
    for child in entry.command.subcommands {
      let inner = entry.path.isEmpty ? child.name : "\(entry.path) \(child.name)"
      lines.append("        \(child.name)) \(name(inner, program: program)) ;;")
    }
    return lines + ["      esac ;;", "  esac", "}", ""]
  }

  private static func argument(_ option: OptionSpecification) -> [String] {
    let help = escaped(option.help)
    let many = option.isRepeatable ? "*" : ""
    let value = option.placeholder.map { ":\(escaped($0)):\(action(option.kind))" } ?? ""
    let long = ShellQuoting.single("\(many)--\(option.name)\(value.isEmpty ? "" : "=")[\(help)]\(value)")
    guard let short = option.short else { return [long] }
    return [ShellQuoting.single("\(many)-\(short)[\(help)]\(value)"), long]
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .text: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .choice(let names): "(\(names.joined(separator: " ")))"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
      ":", with: "\\:")
  }
}
