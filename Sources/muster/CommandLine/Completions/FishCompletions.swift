enum FishCompletions {
  static func script(for root: CommandSpecification) -> String {
    let program = root.name
    let entries = CompletionEntry.all(of: root)
    var lines = [
      "# fish completion for \(program); made by '\(program) completions fish'",
      "function __\(program)_path",
      "  set -l path",
      "  for word in (commandline -opc)[2..-1]",
      "    switch \"$path/$word\"",
    ]
    for entry in entries {
      for child in entry.command.subcommands {
        let inner = entry.path.isEmpty ? child.name : "\(entry.path) \(child.name)"
        lines.append("      case \(quoted("\(entry.path)/\(child.name)"))")
        lines.append("        set path \(quoted(inner))")
      }
    }
    lines += [
      "    end", "  end", "  echo \"$path\"", "end",
      "function __\(program)_at", "  test (__\(program)_path) = \"$argv[1]\"", "end",
      "complete -c \(program) -f",
    ]
    for entry in entries {
      let condition = "complete -c \(program) -n \(quoted("__\(program)_at '\(entry.path)'"))"
      for child in entry.command.subcommands {
        lines.append("\(condition) -a \(quoted(child.name)) -d \(quoted(child.summary))")
      }
      for option in entry.command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        lines.append("\(condition) -l \(option.name)\(short)\(value(of: option)) -d \(quoted(option.help))")
      }
      switch entry.operandKind {
      case .file, .directory: lines.append("\(condition) -F")
      case .choice(let names): lines.append("\(condition) -a \(quoted(names.joined(separator: " ")))")
      case .text, nil: break
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func value(of option: OptionSpecification) -> String {
    guard option.takesValue else { return "" }
    return switch option.kind {
    case .text: " -x"
    case .file, .directory: " -r -F"
    case .choice(let names): " -x -a \(quoted(names.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
