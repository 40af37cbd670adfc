internal import MusterRuntime
internal import MusterValues

/// `muster watch`
struct WatchCommand: Command, Equatable {
  static let after = Option("after", "EVENT-ID", .text, help: "Begin with the event after this one.")
  static let fromStart = Flag("from-start", help: "Begin with the oldest event that the server keeps.")
  static let device = Option("device", "ID", .text, help: "Show only this device.", isRepeatable: true)
  static let collection = Option("collection", "NAME", .text, help: "Show only this collection.", isRepeatable: true)
  static let count = Option("count", "N", .integer(1...Int.max), help: "End after this many events.")

  static let specification = CommandSpecification(
    "watch", summary: "Show who enters and leaves which geofence, live",
    discussion: """
      Reconnects when the connection breaks and goes on after the last event seen; repeats are dropped. With --json \
      each event is one line, as its subscribers get it.
      """,
    options: [
      after.specification, fromStart.specification, device.specification, collection.specification,
      count.specification,
    ] + ConnectionOptions.all,
    examples: [.init("muster watch --data ./muster-data"), .init("muster watch --from-start --json --count 10")],
    make: { (invocation) throws(UsageError) in try WatchCommand(invocation) })

  let start: EventStart
  let filter: EventFilter
  let count: Int?
  let connection: ConnectionSettings
  let isJSON: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    let after = invocation.value(Self.after)
    if after != nil, invocation.has(Self.fromStart) {
      throw UsageError("--after and --from-start exclude each other", path: invocation.path)
    }
    start = after.map { .after($0) } ?? (invocation.has(Self.fromStart) ? .oldest : .now)
    filter = EventFilter(
      devices: Set(invocation.values(Self.device).map { Identifier($0) }),
      collections: Set(invocation.values(Self.collection).map { Identifier($0) }))
    count = invocation.value(Self.count)
    connection = try ConnectionSettings(invocation)
    isJSON = invocation.has(GeneralOptions.json)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    context.endOnSignals()
    let endpoint = connection.endpoint
    let follower = EventFollower(client: try context.client(connection), start: start, context: context) {
      context.console.report("muster: watching \(endpoint); Ctrl-C ends")
    }
    let remaining = Locked(count)
    let isJSON = isJSON
    let filter = filter
    return try follower.runUntilInterrupted { event in
      guard filter.accepts(event) else { return true }
      let line =
        isJSON
        ? event.envelope.encodedText
        : EventLine.text(event, colour: context.console.usesColour, offset: context.secondsFromGreenwich)
      guard context.console.print(line) else { return false }
      return remaining.withLock { left in
        guard let value = left else { return true }
        left = value - 1
        return value > 1
      }
    }
  }
}
