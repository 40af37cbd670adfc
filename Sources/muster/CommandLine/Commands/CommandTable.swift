/// The one table of commands and options: parsing, help and completions are made from it.
enum CommandTable {
  static let version = "0.1.0"

  static let root = CommandSpecification(
    group: "muster",
    summary: "A self-hosted server for trackers and geofences that speaks Amazon Location's API",
    discussion: "Every command but 'serve', 'demo' and 'policy' is a client of a running server.",
    options: [VersionOption.flag.specification],
    examples: [
      .init("muster demo", "a server, a crew on the move and live events"),
      .init("muster serve --data ./muster-data"),
    ],
    subcommands: [
      ServeCommand.specification, DemoCommand.specification, TrackerCommands.specification,
      CollectionCommands.specification, FenceCommands.specification, PositionCommands.specification,
      PolicyCommands.specification, ReplayCommand.specification, WatchCommand.specification,
      CompletionsCommand.specification,
      HelpCommand.specification,
    ])

  /// The command that a path of names leads to.
  static func command(at path: [String]) -> CommandSpecification? {
    var command = root
    for name in path {
      guard let next = command.subcommand(named: name) else { return nil }
      command = next
    }
    return command
  }
}

enum VersionOption {
  static let flag = Flag("version", help: "Show the version.", group: .general)
}
