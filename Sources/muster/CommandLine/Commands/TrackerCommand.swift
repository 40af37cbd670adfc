internal import MusterValues

/// `muster tracker ...`
struct TrackerCommand: Command, Equatable {
  enum Action: Equatable, Sendable {
    case create(
      name: String, description: String?, filtering: TrackerCommands.Filtering?, events: TrackerCommands.Switch?,
      tags: [NamedText])
    case describe(name: String)
    case list
    case update(
      name: String, description: String?, filtering: TrackerCommands.Filtering?, events: TrackerCommands.Switch?)
    case delete(name: String)
    case link(name: String, collection: String)
    case unlink(name: String, collection: String)
    case links(name: String)
  }

  let action: Action
  let connection: ConnectionSettings
  let isJSON: Bool

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let client = try context.client(connection)
    let writer = context.writer(json: isJSON)
    switch action {
    case .create(let name, let description, let filtering, let events, let tags):
      let answer = try client.call(
        .createTracker(
          name, description: description, filtering: filtering?.rawValue, events: events.map { $0 == .on }, tags: tags))
      writer.done("Made tracker \(Shown.text(name)).", answer)
    case .describe(let name):
      let answer = try client.call(.describeTracker(name))
      writer.answer(answer) { ResultWriter.fields(answer) }
    case .list: try list(client, writer)
    case .update(let name, let description, let filtering, let events):
      let answer = try client.call(
        .updateTracker(
          name, description: description, filtering: filtering?.rawValue, events: events.map { $0 == .on }))
      writer.done("Changed tracker \(Shown.text(name)).", answer)
    case .delete(let name):
      writer.done("Deleted tracker \(Shown.text(name)).", try client.call(.deleteTracker(name)))
    case .link(let name, let collection):
      let arn = try client.collectionARN(collection)
      writer.done("Linked \(Shown.text(name)) to \(Shown.text(arn)).", try client.call(.link(name, to: arn)))
    case .unlink(let name, let collection):
      let arn = try client.collectionARN(collection)
      writer.done("Unlinked \(Shown.text(name)) from \(Shown.text(arn)).", try client.call(.unlink(name, from: arn)))
    case .links(let name):
      let links = try client.elements("ConsumerArns") { .listLinks(name, next: $0) }
      writer.answer(["ConsumerArns": .array(links)]) {
        links.map { ResultWriter.cell($0) + "\n" }.joined()
      }
    }
    return .success
  }

  private func list(_ client: LocationClient, _ writer: ResultWriter) throws(CommandFailure) {
    let trackers = try client.elements("Entries") { .listTrackers(next: $0) }
    writer.answer(["Entries": .array(trackers)]) {
      var table = TextTable([.init("TRACKER"), .init("CREATED"), .init("DESCRIPTION")])
      for tracker in trackers {
        table.add(["TrackerName", "CreateTime", "Description"].map { ResultWriter.cell(tracker[$0]) })
      }
      return table.text
    }
  }
}

extension LocationClient {
  /// The ARN of a collection that is given by its name or ARN.
  func collectionARN(_ text: String) throws(CommandFailure) -> String {
    if text.hasPrefix("arn:") { return text }
    guard let arn = try call(.describeCollection(text))["CollectionArn"]?.text else {
      throw CommandFailure(.unexpectedAnswer, "DescribeGeofenceCollection: the answer has no CollectionArn")
    }
    return arn
  }
}
