internal import MusterValues

/// Puts a plan's geofences, ten a request.
struct FenceUploader {
  let client: LocationClient
  let collection: String
  let context: CommandContext

  /// Returns how many were put; what the server refused is added to the plan's refusals.
  func upload(_ plan: inout FenceImportPlan) throws(CommandFailure) -> Int {
    let progress = context.progress("Importing", total: plan.entries.count)
    defer { progress.finish() }
    var put = 0
    let entries = plan.entries
    for start in stride(from: 0, to: entries.count, by: 10) {
      if context.interruption.hasHappened {
        throw CommandFailure(.interrupted, "interrupted after \(put) of \(entries.count) geofences")
      }
      let batch = Array(entries[start..<min(start + 10, entries.count)])
      let refused = try send(batch, &plan)
      put += batch.count - refused
      progress.advance(by: batch.count)
    }
    return put
  }

  private func send(_ batch: [FenceImportPlan.Entry], _ plan: inout FenceImportPlan) throws(CommandFailure) -> Int {
    let answer: JSONValue
    do {
      answer = try client.call(.putFences(collection, batch.map(\.json)))
    } catch {
      // A broken constraint of one entry fails its whole request: find out which one.
      guard error.code == .refused, batch.count > 1, error.details == "status 400" else {
        guard error.details == "status 400", let entry = batch.first else { throw error }
        plan.refuse(entry, error.message)
        return 1
      }
      var refused = 0
      for entry in batch { refused += try send([entry], &plan) }
      return refused
    }
    let errors = answer["Errors"]?.elements ?? []
    for error in errors {
      let id = error["GeofenceId"]?.text.map { Identifier($0) }
      let message = error["Error"]?["Message"]?.text ?? error["Error"]?["Code"]?.text ?? "refused"
      if let entry = batch.first(where: { Identifier($0.id) == id }) { plan.refuse(entry, message) }
    }
    return errors.count
  }
}
