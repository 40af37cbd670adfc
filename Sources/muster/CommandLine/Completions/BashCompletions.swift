enum BashCompletions {
  static func script(for root: CommandSpecification) -> String {
    let program = root.name
    let entries = CompletionEntry.all(of: root)
    var lines = [
      "# bash completion for \(program); made by '\(program) completions bash'",
      "_\(program)() {",
      "  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"",
      "  local path='' word words=''",
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
      "    case \"${path}/${word}\" in",
    ]
    for entry in entries {
      for child in entry.command.subcommands {
        let inner = entry.path.isEmpty ? child.name : "\(entry.path) \(child.name)"
        lines.append(
          "      \(ShellQuoting.single("\(entry.path)/\(child.name)"))) path=\(ShellQuoting.single(inner)) ;;")
      }
    }
    lines += ["    esac", "  done", "  COMPREPLY=()", "  case \"${path}/${previous}\" in"]
    for entry in entries {
      for option in entry.command.options where option.takesValue {
        lines.append(
          "    \(ShellQuoting.single("\(entry.path)/--\(option.name)"))) \(values(of: option.kind)); return ;;")
      }
    }
    lines += ["  esac", "  case \"${path}\" in"]
    for entry in entries {
      var words = entry.command.subcommands.map(\.name) + entry.flags
      var files = ""
      switch entry.operandKind {
      case .choice(let names): words = names + words
      case .file: files = "; [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- \"$current\"))"
      case .directory: files = "; [[ $current == -* ]] || COMPREPLY+=($(compgen -d -- \"$current\"))"
      case .text, nil: break
      }
      let list = ShellQuoting.single(words.joined(separator: " "))
      lines.append("    \(ShellQuoting.single(entry.path))) words=\(list)\(files) ;;")
    }
    lines += [
      "  esac", "  COMPREPLY+=($(compgen -W \"$words\" -- \"$current\"))", "}",
      "complete -o filenames -F _\(program) \(program)", "",
    ]
    return lines.joined(separator: "\n")
  }

  private static func values(of kind: ValueKind) -> String {
    switch kind {
    case .text: ":"
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directory: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .choice(let names):
      "COMPREPLY=($(compgen -W \(ShellQuoting.single(names.joined(separator: " "))) -- \"$current\"))"
    }
  }
}
