/// `muster help [COMMAND...]`
struct HelpCommand: Command, Equatable {
  static let command = Operand("COMMAND", .text, help: "The command to explain.", arity: .any)

  static let specification = CommandSpecification(
    "help", summary: "Explain a command", operands: [command.specification],
    examples: [.init("muster help fence import")],
    make: { invocation throws(UsageError) in try HelpCommand(invocation) })

  let path: [String]

  init(_ invocation: Invocation) throws(UsageError) {
    path = invocation.values(Self.command)
    var group = CommandTable.root
    for name in path {
      guard let next = group.subcommand(named: name) else {
        throw UsageError(
          "there is no command '\(Shown.text(name))'",
          suggestion: Suggestion.nearest(to: name, among: group.subcommands.map(\.name)), path: invocation.path)
      }
      group = next
    }
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    guard let command = CommandTable.command(at: path) else { return .failure }
    context.console.write(HelpText(program: "muster", width: context.console.columns).text(for: command, path: path))
    return .success
  }
}
