internal import Geodesy
internal import MusterValues

/// `muster fence put`, `get`, `list` and `delete`
struct FenceCommand: Command, Equatable {
  enum Geometry: Equatable, Sendable {
    case circle(CircleArgument)
    case polygon([PointArgument])
    case file(String)
  }

  enum Action: Equatable, Sendable {
    case put(id: String, geometry: Geometry, properties: [NamedText])
    case get(id: String)
    case list
    case delete(ids: [String])
  }

  let action: Action
  let collection: String
  let connection: ConnectionSettings
  let isJSON: Bool

  init(_ invocation: Invocation, _ action: Action) throws(UsageError) {
    self.action = action
    collection = try invocation.required(FenceCommands.collection)
    connection = try ConnectionSettings(invocation)
    isJSON = invocation.has(GeneralOptions.json)
  }

  init(put invocation: Invocation) throws(UsageError) {
    let geometries: [Geometry?] = [
      invocation.value(FenceCommands.circle).map { .circle($0) },
      invocation.value(FenceCommands.polygon).map { .polygon($0) },
      invocation.value(FenceCommands.geojson).map { .file($0) },
    ]
    let given = geometries.compactMap { $0 }
    guard let geometry = given.first, given.count == 1 else {
      throw UsageError("give one of --circle, --polygon and --geojson", path: invocation.path)
    }
    let action = Action.put(
      id: try invocation.required(FenceCommands.id), geometry: geometry,
      properties: invocation.values(FenceCommands.property))
    try self.init(invocation, action)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let writer = context.writer(json: isJSON)
    switch action {
    case .put(let id, let geometry, let properties):
      let json = try Self.json(of: geometry, context)
      let client = try context.client(connection)
      let answer = try client.call(.putFence(collection, id: id, geometry: json, properties: properties))
      writer.done("Put geofence \(Shown.text(id)).", answer)
    case .get(let id):
      let answer = try context.client(connection).call(.fence(collection, id: id))
      writer.answer(answer) { ResultWriter.fields(answer) }
    case .list: try list(context, writer)
    case .delete(let ids): return try delete(ids, context, writer)
    }
    return .success
  }

  private static func json(of geometry: Geometry, _ context: CommandContext) throws(CommandFailure) -> JSONValue {
    switch geometry {
    case .circle(let circle): return circle.json
    case .polygon(let points): return PointArgument.polygon(points)
    case .file(let path):
      let features = try FeatureFile.read(path, idProperty: "name", context)
      guard let feature = features.first, features.count == 1 else {
        throw CommandFailure(
          .geometry, "\(Shown.text(path)) holds \(features.count) features",
          hint: "Use 'muster fence import' for more than one.")
      }
      switch feature.shape {
      case .success(let shape): return GeometryBody.json(of: shape)
      case .failure(let fault): throw CommandFailure(.geometry, "\(Shown.text(path)): \(fault.message)")
      }
    }
  }

  private func list(_ context: CommandContext, _ writer: ResultWriter) throws(CommandFailure) {
    let fences = try context.client(connection).elements("Entries") { .listFences(collection, next: $0) }
    writer.answer(["Entries": .array(fences)]) {
      var table = TextTable([.init("GEOFENCE"), .init("SHAPE"), .init("STATUS"), .init("UPDATED"), .init("PROPERTIES")])
      for fence in fences {
        table.add([
          ResultWriter.cell(fence["GeofenceId"]), GeometryBody.summary(of: fence["Geometry"]),
          ResultWriter.cell(fence["Status"]), ResultWriter.cell(fence["UpdateTime"]),
          ResultWriter.cell(fence["GeofenceProperties"]),
        ])
      }
      return table.text
    }
  }

  private func delete(
    _ ids: [String], _ context: CommandContext, _ writer: ResultWriter
  ) throws(CommandFailure) -> ExitCode {
    let client = try context.client(connection)
    var errors: [JSONValue] = []
    for start in stride(from: 0, to: ids.count, by: 10) {
      let batch = Array(ids[start..<min(start + 10, ids.count)])
      errors += try client.call(.deleteFences(collection, ids: batch))["Errors"]?.elements ?? []
    }
    writer.answer(["Errors": .array(errors)]) { "Deleted \(ids.count - errors.count) of \(ids.count).\n" }
    if !isJSON { for error in errors { context.console.report(BatchFault.line(error, name: "GeofenceId")) } }
    return errors.isEmpty ? .success : .failure
  }
}
