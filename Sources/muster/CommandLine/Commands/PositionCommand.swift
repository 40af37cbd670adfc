internal import MusterValues

/// `muster position ...`
struct PositionCommand: Command, Equatable {
  struct Sample: Equatable, Sendable {
    let device: String
    let longitude: Double
    let latitude: Double
    let time: Timestamp?
    let accuracy: Double?
    let properties: [NamedText]

    init(_ invocation: Invocation) throws(UsageError) {
      device = try invocation.required(PositionCommands.device)
      longitude = try invocation.required(PositionCommands.longitude)
      latitude = try invocation.required(PositionCommands.latitude)
      time = invocation.value(PositionCommands.time)
      accuracy = invocation.value(PositionCommands.accuracy)
      properties = invocation.values(PositionCommands.property)
    }

    func update(now: Timestamp) -> JSONValue {
      LocationOperation.update(
        device: device, longitude: longitude, latitude: latitude, time: time ?? now, accuracy: accuracy,
        properties: properties)
    }
  }

  enum Action: Equatable, Sendable {
    case put(tracker: String, Sample)
    case get(tracker: String, devices: [String])
    case history(tracker: String, device: String, from: Timestamp?, to: Timestamp?)
    case list(tracker: String, within: [PointArgument]?)
    case evaluate(collection: String, Sample)
  }

  let action: Action
  let connection: ConnectionSettings
  let isJSON: Bool

  init(_ invocation: Invocation, _ action: Action) throws(UsageError) {
    self.action = action
    connection = try ConnectionSettings(invocation)
    isJSON = invocation.has(GeneralOptions.json)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let client = try context.client(connection)
    switch action {
    case .put(let tracker, let sample):
      return finish(try client.call(.updatePositions(tracker, [sample.update(now: context.now())])), "Sent", context)
    case .evaluate(let collection, let sample):
      return finish(try client.call(.evaluate(collection, [sample.update(now: context.now())])), "Evaluated", context)
    case .get(let tracker, let devices): return try get(devices, of: tracker, client, context)
    case .history(let tracker, let device, let from, let to):
      let positions = try client.elements("DevicePositions") {
        .history(tracker, device: device, from: from, to: to, next: $0)
      }
      show(["DevicePositions": .array(positions)], positions, context)
    case .list(let tracker, let within):
      let area = within.map(PointArgument.polygon)
      let positions = try client.elements("Entries") { .listPositions(tracker, within: area, next: $0) }
      show(["Entries": .array(positions)], positions, context)
    }
    return .success
  }

  private func get(
    _ devices: [String], of tracker: String, _ client: LocationClient, _ context: CommandContext
  ) throws(CommandFailure) -> ExitCode {
    if devices.count == 1, let device = devices.first {
      let answer = try client.call(.position(tracker, device: device))
      show(answer, [answer], context)
      return .success
    }
    var positions: [JSONValue] = []
    var errors: [JSONValue] = []
    for start in stride(from: 0, to: devices.count, by: 10) {
      let batch = Array(devices[start..<min(start + 10, devices.count)])
      let answer = try client.call(.positions(tracker, devices: batch))
      positions += answer["DevicePositions"]?.elements ?? []
      errors += answer["Errors"]?.elements ?? []
    }
    show(["DevicePositions": .array(positions), "Errors": .array(errors)], positions, context)
    let found = Set(positions.compactMap { $0["DeviceId"]?.text.map { Identifier($0) } })
    let missing = devices.filter { !found.contains(Identifier($0)) }
    if !missing.isEmpty {
      context.console.report("muster: no position of " + missing.map { Shown.text($0) }.joined(separator: ", "))
    }
    return missing.isEmpty ? .success : .failure
  }

  private func show(_ value: JSONValue, _ positions: [JSONValue], _ context: CommandContext) {
    context.writer(json: isJSON).answer(value) { Self.table(positions).text }
  }

  static func table(_ positions: [JSONValue]) -> TextTable {
    var table = TextTable([
      .init("DEVICE"), .init("SAMPLED"), .init("LONGITUDE", .right), .init("LATITUDE", .right),
      .init("ACCURACY", .right), .init("PROPERTIES"),
    ])
    for position in positions {
      let place = position["Position"]?.elements ?? []
      let accuracy = position["Accuracy"]?["Horizontal"]?.double
      table.add([
        ResultWriter.cell(position["DeviceId"]), ResultWriter.cell(position["SampleTime"]),
        place.first?.double.map { NumberText.fixed($0, decimals: 6) } ?? "-",
        place.last?.double.map { NumberText.fixed($0, decimals: 6) } ?? "-",
        accuracy.map { NumberText.fixed($0, decimals: 1) + " m" } ?? "-",
        ResultWriter.cell(position["PositionProperties"]),
      ])
    }
    return table
  }

  private func finish(_ answer: JSONValue, _ done: String, _ context: CommandContext) -> ExitCode {
    let errors = answer["Errors"]?.elements ?? []
    context.writer(json: isJSON).answer(answer) { errors.isEmpty ? "\(done) 1 position.\n" : "" }
    if !isJSON { for error in errors { context.console.report("muster: " + BatchFault.line(error, name: "DeviceId")) } }
    return errors.isEmpty ? .success : .failure
  }
}
