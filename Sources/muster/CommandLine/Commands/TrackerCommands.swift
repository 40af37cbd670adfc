/// The rows of `muster tracker`.
enum TrackerCommands {
  enum Filtering: String, CaseIterable, Sendable {
    case timeBased = "TimeBased"
    case distanceBased = "DistanceBased"
    case accuracyBased = "AccuracyBased"
  }

  enum Switch: String, CaseIterable, Sendable {
    case on, off
  }

  static let name = Operand("NAME", .text, help: "The tracker's name.")
  static let collection = Operand("COLLECTION", .text, help: "The collection's name or ARN.")
  static let description = Option("description", "TEXT", .plain, help: "What it is for.")
  static let filtering = Option(
    "filtering", "RULE", ValueParser<Filtering>.choice, help: "Which positions are kept and evaluated.")
  static let events = Option(
    "position-events", "on|off", ValueParser<Switch>.choice, help: "Whether every accepted position is an event.")
  static let tag = Option("tag", "KEY=VALUE", .namedText, help: "A tag.", isRepeatable: true)

  static let specification = CommandSpecification(
    group: "tracker", summary: "Make and manage trackers, and link them to geofence collections",
    examples: [.init("muster tracker create MyTracker --data ./muster-data")],
    subcommands: [
      row(
        "create", "Make a tracker", [name.specification],
        [description.specification, filtering.specification, events.specification, tag.specification],
        "muster tracker create MyTracker --filtering DistanceBased --tag site=north"
      ) { (invocation) throws(UsageError) in
        .create(
          name: try invocation.required(name), description: invocation.value(description),
          filtering: invocation.value(filtering), events: invocation.value(events), tags: invocation.values(tag))
      },
      row("describe", "Show a tracker", [name.specification], [], "muster tracker describe MyTracker") {
        (invocation) throws(UsageError) in .describe(name: try invocation.required(name))
      },
      row("list", "List the trackers", [], [], "muster tracker list --json") {
        (_: Invocation) throws(UsageError) in .list
      },
      row(
        "update", "Change a tracker", [name.specification],
        [description.specification, filtering.specification, events.specification],
        "muster tracker update MyTracker --position-events on"
      ) { (invocation) throws(UsageError) in
        .update(
          name: try invocation.required(name), description: invocation.value(description),
          filtering: invocation.value(filtering), events: invocation.value(events))
      },
      row("delete", "Delete a tracker and its positions", [name.specification], [], "muster tracker delete MyTracker") {
        (invocation) throws(UsageError) in .delete(name: try invocation.required(name))
      },
      row(
        "link", "Have a collection evaluate a tracker's positions", [name.specification, collection.specification], [],
        "muster tracker link MyTracker MusterPoints"
      ) { (invocation) throws(UsageError) in
        .link(name: try invocation.required(name), collection: try invocation.required(collection))
      },
      row(
        "unlink", "Undo a link", [name.specification, collection.specification], [],
        "muster tracker unlink MyTracker MusterPoints"
      ) { (invocation) throws(UsageError) in
        .unlink(name: try invocation.required(name), collection: try invocation.required(collection))
      },
      row("links", "List the collections of a tracker", [name.specification], [], "muster tracker links MyTracker") {
        (invocation) throws(UsageError) in .links(name: try invocation.required(name))
      },
    ])

  private static func row(
    _ name: String, _ summary: String, _ operands: [OperandSpecification], _ options: [OptionSpecification],
    _ example: String, action: @escaping @Sendable (Invocation) throws(UsageError) -> TrackerCommand.Action
  ) -> CommandSpecification {
    CommandSpecification(
      name, summary: summary, operands: operands, options: options + ConnectionOptions.all,
      examples: [.init(example)],
      make: { (invocation) throws(UsageError) in
        TrackerCommand(
          action: try action(invocation), connection: try ConnectionSettings(invocation),
          isJSON: invocation.has(GeneralOptions.json))
      })
  }
}
