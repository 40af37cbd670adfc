internal import Geodesy
internal import MusterValues

/// `muster fence import FILE`
struct FenceImportCommand: Command, Equatable {
  static let specification = CommandSpecification(
    "import", summary: "Put every feature of a GeoJSON or Geobuf file",
    discussion: """
      Polygon and MultiPolygon features become geofences as they are, Point features with a number 'radius' (metres) \
      circles. Features that can't be used are reported with their place, the others are put, and the command ends \
      with status 1.
      """,
    operands: [FenceCommands.file.specification],
    options: [
      FenceCommands.importCollection.specification, FenceCommands.idProperty.specification,
      FenceCommands.dryRun.specification,
    ] + ConnectionOptions.all,
    examples: [
      .init("muster fence import site.geojson --dry-run"),
      .init("muster fence import site.geojson --collection MusterPoints"),
    ],
    make: { (invocation) throws(UsageError) in try FenceImportCommand(invocation) })

  let file: String
  let collection: String?
  let idProperty: String
  let isDryRun: Bool
  let connection: ConnectionSettings
  let isJSON: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    file = try invocation.required(FenceCommands.file)
    collection = invocation.value(FenceCommands.importCollection)
    idProperty = try invocation.required(FenceCommands.idProperty)
    isDryRun = invocation.has(FenceCommands.dryRun)
    connection = try ConnectionSettings(invocation)
    isJSON = invocation.has(GeneralOptions.json)
    if collection == nil, !isDryRun {
      throw UsageError("--collection is required, except with --dry-run", path: invocation.path)
    }
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let features = try FeatureFile.read(file, idProperty: idProperty, context)
    var plan = FenceImportPlan(features)
    var put = 0
    if !isDryRun, let collection {
      context.endOnSignals()
      let client = try context.client(connection)
      put = try FenceUploader(client: client, collection: collection, context: context).upload(&plan)
    }
    report(plan, put: put, context)
    return plan.refusals.isEmpty ? .success : .failure
  }

  private func report(_ plan: FenceImportPlan, put: Int, _ context: CommandContext) {
    let refusals = plan.refusals.sorted { $0.index < $1.index }
    let json: JSONValue = [
      "Features": .integer(Int64(plan.entries.count + plan.localRefusals)), "Put": .integer(Int64(put)),
      "DryRun": .bool(isDryRun), "Refused": .array(refusals.map(\.json)),
    ]
    context.writer(json: isJSON).answer(json) {
      isDryRun
        ? "\(plan.entries.count) of \(plan.entries.count + plan.localRefusals) features can be put.\n"
        : "Put \(put) of \(plan.entries.count + plan.localRefusals) features.\n"
    }
    if !isJSON { for refusal in refusals { context.console.report(refusal.line(in: file)) } }
  }
}
