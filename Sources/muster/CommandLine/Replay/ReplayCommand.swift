internal import MusterValues

/// `muster replay FILE.gpx...`
struct ReplayCommand: Command, Equatable {
  static let files = Operand("FILE", .file, help: "GPX files; each track becomes a device.", arity: .oneOrMore)
  static let speed = Option(
    "speed", "FACTOR", .number(0.01...1000), help: "How many seconds of a track pass in one.", default: 1)
  static let prefix = Option("device-prefix", "TEXT", .plain, help: "What devices' names begin with.", default: "")
  static let keepTimes = Flag("keep-times", help: "Report the times in the files instead of the present.")
  static let fences = Option(
    "fences", "FILE", .file, help: "A GeoJSON file with geofences to put first, in --collection, linked to the tracker."
  )
  static let collection = Option(
    "collection", "NAME", .text, help: "Where --fences go; made when missing.", default: "MusterPoints",
    environment: ["MUSTER_COLLECTION"])

  static let specification = CommandSpecification(
    "replay", summary: "Send recorded tracks to a tracker as if they happened now",
    discussion: """
      The first point of each track happens now and the spacing of the points is kept, divided by --speed. Points \
      without a usable time are spaced by their distance.
      """,
    operands: [files.specification],
    options: [
      PositionCommands.tracker.specification, speed.specification, prefix.specification, keepTimes.specification,
      fences.specification, collection.specification,
    ] + ConnectionOptions.all,
    examples: [.init("muster replay tour.gpx --speed 10 --tracker MyTracker")],
    make: { (invocation) throws(UsageError) in try ReplayCommand(invocation) })

  let files: [String]
  let tracker: String
  let speed: Double
  let prefix: String
  let keepsTimes: Bool
  let fences: String?
  let collection: String
  let connection: ConnectionSettings
  let isJSON: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    files = invocation.values(Self.files)
    tracker = try invocation.required(PositionCommands.tracker)
    speed = try invocation.required(Self.speed)
    prefix = invocation.value(Self.prefix) ?? ""
    keepsTimes = invocation.has(Self.keepTimes)
    fences = invocation.value(Self.fences)
    collection = try invocation.required(Self.collection)
    connection = try ConnectionSettings(invocation)
    isJSON = invocation.has(GeneralOptions.json)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let files = try TrackFiles.read(files, prefix: prefix, context)
    context.endOnSignals()
    let client = try context.client(connection)
    if let fences {
      let plan = FenceImportPlan(try FeatureFile.read(fences, idProperty: "name", context))
      try Site(client: client, tracker: tracker, collection: collection).lay(plan, context, name: fences)
    }
    var schedule = ReplaySchedule(tracks: files.tracks, start: context.now(), speed: speed, keepsTimes: keepsTimes)
    let outcome = try replay(&schedule, client, context)
    let summary: JSONValue = [
      "Devices": .array(files.tracks.map { .string($0.device.text) }), "Positions": .integer(Int64(schedule.total)),
      "Accepted": .integer(Int64(outcome.accepted)), "Refused": .integer(Int64(outcome.refusals.count)),
    ]
    context.writer(json: isJSON).answer(summary) {
      "Sent \(schedule.sent) of \(schedule.total) positions of \(files.tracks.count) devices; "
        + "\(outcome.refusals.count) refused.\n"
    }
    for refusal in outcome.refusals.prefix(10) { context.console.report("muster: " + refusal) }
    if outcome.refusals.count > 10 { context.console.report("muster: ... and \(outcome.refusals.count - 10) more") }
    return outcome.refusals.isEmpty && schedule.isFinished ? .success : .failure
  }

  private func replay(
    _ schedule: inout ReplaySchedule, _ client: LocationClient, _ context: CommandContext
  ) throws(CommandFailure) -> PositionSender.Outcome {
    let sender = PositionSender(client: client, tracker: tracker)
    let progress = context.progress("Replaying", total: schedule.total)
    defer { progress.finish() }
    var outcome = PositionSender.Outcome()
    while let due = schedule.nextDue {
      let now = context.now()
      if due > now, context.interruption.wait(milliseconds: due.milliseconds(since: now)) { break }
      if context.interruption.hasHappened { break }
      let positions = schedule.take(by: context.now(), limit: 10)
      let part = try sender.send(positions.map(\.update))
      outcome.accepted += part.accepted
      outcome.refusals += part.refusals
      progress.advance(by: positions.count)
    }
    return outcome
  }
}
