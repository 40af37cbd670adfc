internal import MusterValues

/// `muster collection ...`
struct CollectionCommand: Command, Equatable {
  enum Action: Equatable, Sendable {
    case create(name: String, description: String?, tags: [NamedText])
    case describe(name: String)
    case list
    case update(name: String, description: String?)
    case delete(name: String)
  }

  let action: Action
  let connection: ConnectionSettings
  let isJSON: Bool

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let client = try context.client(connection)
    let writer = context.writer(json: isJSON)
    switch action {
    case .create(let name, let description, let tags):
      let answer = try client.call(.createCollection(name, description: description, tags: tags))
      writer.done("Made collection \(Shown.text(name)).", answer)
    case .describe(let name):
      let answer = try client.call(.describeCollection(name))
      writer.answer(answer) { ResultWriter.fields(answer) }
    case .list:
      let collections = try client.elements("Entries") { .listCollections(next: $0) }
      writer.answer(["Entries": .array(collections)]) {
        var table = TextTable([.init("COLLECTION"), .init("CREATED"), .init("DESCRIPTION")])
        for collection in collections {
          table.add(["CollectionName", "CreateTime", "Description"].map { ResultWriter.cell(collection[$0]) })
        }
        return table.text
      }
    case .update(let name, let description):
      let answer = try client.call(.updateCollection(name, description: description))
      writer.done("Changed collection \(Shown.text(name)).", answer)
    case .delete(let name):
      writer.done("Deleted collection \(Shown.text(name)).", try client.call(.deleteCollection(name)))
    }
    return .success
  }
}
