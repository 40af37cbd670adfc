internal import MusterValues

/// Sends positions to a tracker, ten a request.
struct PositionSender {
  struct Outcome: Equatable, Sendable {
    var accepted = 0
    /// What the service said of each position that it refused.
    var refusals: [String] = []
  }

  let client: LocationClient
  let tracker: String

  func send(_ updates: [JSONValue]) throws(CommandFailure) -> Outcome {
    var outcome = Outcome()
    for start in stride(from: 0, to: updates.count, by: 10) {
      let batch = Array(updates[start..<min(start + 10, updates.count)])
      let errors = try client.call(.updatePositions(tracker, batch))["Errors"]?.elements ?? []
      outcome.accepted += batch.count - errors.count
      outcome.refusals += errors.map { BatchFault.line($0, name: "DeviceId") }
    }
    return outcome
  }
}
