/// A command of the table: what parsing, help and completions need to know of it.
struct CommandSpecification: Sendable {
  struct Example: Sendable {
    let comment: String?
    let line: String

    init(_ line: String, _ comment: String? = nil) {
      self.line = line
      self.comment = comment
    }
  }

  let name: String
  /// One line, without a full stop.
  let summary: String
  let discussion: String
  let operands: [OperandSpecification]
  let options: [OptionSpecification]
  let examples: [Example]
  let subcommands: [CommandSpecification]
  /// Builds the command's value from the arguments; nil for a group of subcommands.
  let make: (@Sendable (Invocation) throws(UsageError) -> any Command)?

  init(
    _ name: String, summary: String, discussion: String = "", operands: [OperandSpecification] = [],
    options: [OptionSpecification] = [], examples: [Example],
    make: @escaping @Sendable (Invocation) throws(UsageError) -> any Command
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = operands
    self.options = options + [GeneralOptions.help.specification]
    self.examples = examples
    self.subcommands = []
    self.make = make
  }

  /// A group of subcommands.
  init(
    group name: String, summary: String, discussion: String = "", options: [OptionSpecification] = [],
    examples: [Example], subcommands: [CommandSpecification]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = []
    self.options = options + [GeneralOptions.help.specification]
    self.examples = examples
    self.subcommands = subcommands
    self.make = nil
  }

  func option(named name: Substring) -> OptionSpecification? { options.first { $0.name == name } }
  func option(short: Character) -> OptionSpecification? { options.first { $0.short == short } }
  func subcommand(named name: String) -> CommandSpecification? { subcommands.first { $0.name == name } }
}

/// What a command line asks for, as a value. `run` acts.
protocol Command: Sendable {
  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode
}
