/// The rows of `muster collection`.
enum CollectionCommands {
  static let name = Operand("NAME", .text, help: "The collection's name.")

  static let specification = CommandSpecification(
    group: "collection", summary: "Make and manage geofence collections",
    examples: [.init("muster collection create MusterPoints --data ./muster-data")],
    subcommands: [
      row(
        "create", "Make a collection", [name.specification],
        [TrackerCommands.description.specification, TrackerCommands.tag.specification],
        "muster collection create MusterPoints --description 'Assembly areas'"
      ) { (invocation) throws(UsageError) in
        .create(
          name: try invocation.required(name), description: invocation.value(TrackerCommands.description),
          tags: invocation.values(TrackerCommands.tag))
      },
      row("describe", "Show a collection", [name.specification], [], "muster collection describe MusterPoints") {
        (invocation) throws(UsageError) in .describe(name: try invocation.required(name))
      },
      row("list", "List the collections", [], [], "muster collection list") {
        (_: Invocation) throws(UsageError) in .list
      },
      row(
        "update", "Change a collection", [name.specification], [TrackerCommands.description.specification],
        "muster collection update MusterPoints --description 'North site'"
      ) { (invocation) throws(UsageError) in
        .update(name: try invocation.required(name), description: invocation.value(TrackerCommands.description))
      },
      row(
        "delete", "Delete a collection and its geofences", [name.specification], [],
        "muster collection delete MusterPoints"
      ) { (invocation) throws(UsageError) in .delete(name: try invocation.required(name)) },
    ])

  private static func row(
    _ name: String, _ summary: String, _ operands: [OperandSpecification], _ options: [OptionSpecification],
    _ example: String, action: @escaping @Sendable (Invocation) throws(UsageError) -> CollectionCommand.Action
  ) -> CommandSpecification {
    CommandSpecification(
      name, summary: summary, operands: operands, options: options + ConnectionOptions.all,
      examples: [.init(example)],
      make: { (invocation) throws(UsageError) in
        CollectionCommand(
          action: try action(invocation), connection: try ConnectionSettings(invocation),
          isJSON: invocation.has(GeneralOptions.json))
      })
  }
}
