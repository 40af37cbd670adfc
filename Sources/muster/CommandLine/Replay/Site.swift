internal import MusterValues

/// A tracker linked to a collection of geofences.
struct Site {
  let client: LocationClient
  let tracker: String
  let collection: String

  /// Makes what is missing and puts the plan's geofences. A feature that can't be put is a failure.
  func lay(_ plan: FenceImportPlan, _ context: CommandContext, name: String) throws(CommandFailure) {
    try makeIfMissing(.createCollection(collection, description: nil, tags: []))
    try makeIfMissing(.link(tracker, to: try client.collectionARN(collection)))
    var plan = plan
    _ = try FenceUploader(client: client, collection: collection, context: context).upload(&plan)
    for refusal in plan.refusals { context.console.report("muster: " + refusal.line(in: name)) }
    if !plan.refusals.isEmpty {
      throw CommandFailure(.partial, "\(plan.refusals.count) features of \(Shown.text(name)) can't be put")
    }
  }

  func makeTracker() throws(CommandFailure) {
    try makeIfMissing(.createTracker(tracker, description: nil, filtering: nil, events: nil, tags: []))
  }

  /// What is there already is as good as made.
  private func makeIfMissing(_ operation: LocationOperation) throws(CommandFailure) {
    do {
      try client.call(operation)
    } catch {
      guard error.details == "status 409" else { throw error }
    }
  }
}
