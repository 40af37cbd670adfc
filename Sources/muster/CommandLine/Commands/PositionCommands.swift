internal import MusterValues

/// The rows of `muster position`.
enum PositionCommands {
  static let tracker = Option(
    "tracker", "NAME", .text, help: "The tracker.", environment: ["MUSTER_TRACKER"], isRequired: true)
  static let collection = Option(
    "collection", "NAME", .text, help: "The geofence collection.", environment: ["MUSTER_COLLECTION"], isRequired: true)
  static let device = Operand("DEVICE", .text, help: "The device's name.")
  static let devices = Operand("DEVICE", .text, help: "The devices' names.", arity: .oneOrMore)
  static let longitude = Operand("LONGITUDE", .longitude, help: "Degrees east, -180 to 180.")
  static let latitude = Operand("LATITUDE", .latitude, help: "Degrees north, -90 to 90.")
  static let time = Option(
    "time", "TIME", .timestamp, help: "When the device was there, as in 2026-01-31T08:30:00Z.", defaultText: "now")
  static let accuracy = Option("accuracy", "METRES", .number(0...10_000_000), help: "Horizontal accuracy.")
  static let property = Option(
    "property", "KEY=VALUE", .namedText, help: "A property of the position.", isRepeatable: true)
  static let from = Option(
    "from", "TIME", .timestamp, help: "The first moment.", defaultText: "24 hours ago")
  static let within = Option(
    "within", "'LON,LAT ...'", .ring, help: "Only devices inside the polygon with these corners.")
  static let to = Option("to", "TIME", .timestamp, help: "The moment after the last.", defaultText: "now")

  static let specification = CommandSpecification(
    group: "position", summary: "Send and read positions",
    examples: [.init("muster position put truck-1 -122.3350 47.6080 --tracker MyTracker")],
    subcommands: [
      CommandSpecification(
        "put", summary: "Send a device's position to a tracker",
        operands: [device.specification, longitude.specification, latitude.specification],
        options: [tracker.specification, time.specification, accuracy.specification, property.specification]
          + ConnectionOptions.all,
        examples: [.init("muster position put truck-1 -122.3350 47.6080 --accuracy 5 --tracker MyTracker")],
        make: { (invocation) throws(UsageError) in
          try PositionCommand(
            invocation, .put(tracker: try invocation.required(tracker), try PositionCommand.Sample(invocation)))
        }),
      CommandSpecification(
        "get", summary: "Show where devices are", operands: [devices.specification],
        options: [tracker.specification] + ConnectionOptions.all,
        examples: [.init("muster position get truck-1 truck-2 --tracker MyTracker")],
        make: { (invocation) throws(UsageError) in
          try PositionCommand(
            invocation, .get(tracker: try invocation.required(tracker), devices: invocation.values(devices)))
        }),
      CommandSpecification(
        "history", summary: "Show where a device was", operands: [device.specification],
        options: [tracker.specification, from.specification, to.specification] + ConnectionOptions.all,
        examples: [.init("muster position history truck-1 --from 2026-01-31T08:00:00Z --tracker MyTracker")],
        make: { (invocation) throws(UsageError) in
          let action = PositionCommand.Action.history(
            tracker: try invocation.required(tracker), device: try invocation.required(device),
            from: invocation.value(from), to: invocation.value(to))
          return try PositionCommand(invocation, action)
        }),
      CommandSpecification(
        "list", summary: "List the latest position of every device",
        options: [tracker.specification, within.specification] + ConnectionOptions.all,
        examples: [.init("muster position list --tracker MyTracker")],
        make: { (invocation) throws(UsageError) in
          try PositionCommand(
            invocation, .list(tracker: try invocation.required(tracker), within: invocation.value(within)))
        }),
      CommandSpecification(
        "evaluate", summary: "Evaluate a position against a collection, without a tracker",
        operands: [device.specification, longitude.specification, latitude.specification],
        options: [collection.specification, time.specification, accuracy.specification, property.specification]
          + ConnectionOptions.all,
        examples: [.init("muster position evaluate truck-1 -122.3350 47.6080 --collection MusterPoints")],
        make: { (invocation) throws(UsageError) in
          try PositionCommand(
            invocation,
            .evaluate(collection: try invocation.required(collection), try PositionCommand.Sample(invocation)))
        }),
    ])
}
