/// `muster completions SHELL`
struct CompletionsCommand: Command, Equatable {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  static let shell = Operand("SHELL", ValueParser<Shell>.choice, help: "One of: bash, zsh, fish.")

  static let specification = CommandSpecification(
    "completions", summary: "Write a completion script for a shell", operands: [shell.specification],
    examples: [
      .init("source <(muster completions bash)", "in ~/.bashrc"),
      .init("muster completions fish > ~/.config/fish/completions/muster.fish"),
    ],
    make: { invocation throws(UsageError) in try CompletionsCommand(invocation) })

  let shell: Shell

  init(_ invocation: Invocation) throws(UsageError) { shell = try invocation.required(Self.shell) }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let script =
      switch shell {
      case .bash: BashCompletions.script(for: CommandTable.root)
      case .zsh: ZshCompletions.script(for: CommandTable.root)
      case .fish: FishCompletions.script(for: CommandTable.root)
      }
    context.console.write(script)
    return .success
  }
}
