internal import MusterValues

/// `muster fence forecast LONGITUDE LATITUDE`
struct FenceForecastCommand: Command, Equatable {
  let collection: String
  let position: PointArgument
  let speed: Double?
  let horizon: Double?
  let heading: Double?
  let uncertainty: Double?
  let connection: ConnectionSettings
  let isJSON: Bool

  private static let speed = Option("speed", "KM/H", .number(0...1e6), help: "The device's speed.")
  private static let horizon = Option("horizon", "MINUTES", .number(0...1e9), help: "How far to look ahead.")
  private static let heading = Option(
    "heading", "DEGREES", .number(0...360), help: "Where it is going, clockwise from north.",
    defaultText: "anywhere")
  private static let uncertainty = Option(
    "heading-uncertainty", "DEGREES", .number(0...180), help: "How far the heading may be wrong to either side.")

  static let specification = CommandSpecification(
    "forecast", summary: "Show which geofences a device may enter or leave soon",
    operands: [PositionCommands.longitude.specification, PositionCommands.latitude.specification],
    options: [
      FenceCommands.collection.specification, speed.specification, horizon.specification, heading.specification,
      uncertainty.specification,
    ] + ConnectionOptions.all,
    examples: [
      .init("muster fence forecast 13.4 52.47 --speed 5 --horizon 10 --heading 90 --collection MusterPoints")
    ],
    make: { (invocation) throws(UsageError) in try FenceForecastCommand(invocation) })

  init(_ invocation: Invocation) throws(UsageError) {
    collection = try invocation.required(FenceCommands.collection)
    position = PointArgument(
      longitude: try invocation.required(PositionCommands.longitude),
      latitude: try invocation.required(PositionCommands.latitude))
    speed = invocation.value(Self.speed)
    horizon = invocation.value(Self.horizon)
    heading = invocation.value(Self.heading)
    uncertainty = invocation.value(Self.uncertainty)
    connection = try ConnectionSettings(invocation)
    isJSON = invocation.has(GeneralOptions.json)
    if uncertainty != nil, heading == nil {
      throw UsageError("--heading-uncertainty needs --heading", path: invocation.path)
    }
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let state: [(String, JSONValue?)] = [
      ("Position", position.json), ("Speed", speed.map { .number($0) }), ("Heading", heading.map { .number($0) }),
      ("HeadingUncertainty", uncertainty.map { .number($0) }),
    ]
    let events = try context.client(connection).elements("ForecastedEvents") {
      .forecast(collection, state: state, minutes: horizon, heading: heading != nil, next: $0)
    }
    context.writer(json: isJSON).answer(["ForecastedEvents": .array(events)]) { Self.table(events).text }
    return .success
  }

  private static func table(_ events: [JSONValue]) -> TextTable {
    var table = TextTable([.init("EVENT"), .init("GEOFENCE"), .init("DISTANCE", .right), .init("AT"), .init("UNTIL")])
    for event in events {
      table.add([
        ResultWriter.cell(event["EventType"]), ResultWriter.cell(event["GeofenceId"]),
        event["NearestDistance"]?.double.map { NumberText.fixed($0, decimals: 3) + " km" } ?? "-",
        ResultWriter.cell(event["ForecastedBreachTime"]),
        event["ForecastedEntryTime"] == nil ? "-" : ResultWriter.cell(event["ForecastedExitTime"]),
      ])
    }
    return table
  }
}
