internal import AmazonLocation
internal import Geofencing
internal import MusterIngest
internal import MusterRuntime
internal import MusterValues

/// Carries out typed requests: commands go to the ledger, questions are answered from its committed views.
struct LocationService: Sendable {
  typealias Outcome = Result<[UInt8], ServiceError>
  typealias Completion = @Sendable (Outcome) -> Void

  let ledger: any LocationLedger
  let partition: ResourcePartition
  let tokens: PaginationTokens
  let clock: any WallClock
  /// Reads the rules that tags and properties spell out; nil where they mean nothing.
  var rules: FenceRuleReader?

  var writer: ResponseWriter { ResponseWriter(partition: partition) }

  /// Whether answering may read from disk or take long, which a thread that serves connections must not wait for.
  static func mayBlock(_ operation: LocationOperation) -> Bool {
    switch operation {
    case .getDevicePositionHistory, .listDevicePositions, .listGeofences, .forecastGeofenceEvents: true
    default: false
    }
  }

  /// Calls `completion` once: at once for questions, after the commit for commands.
  func perform(_ request: LocationRequest, completion: @escaping Completion) {
    if let refusal = refusal(ofRulesIn: request) { return completion(.failure(refusal)) }
    switch request {
    case .createTracker, .updateTracker, .deleteTracker, .associateTrackerConsumer, .disassociateTrackerConsumer,
      .createGeofenceCollection, .updateGeofenceCollection, .deleteGeofenceCollection, .tagResource, .untagResource:
      changeResource(request, completion: completion)
    case .putGeofence, .batchPutGeofence, .batchDeleteGeofence, .batchUpdateDevicePosition, .batchEvaluateGeofences,
      .batchDeleteDevicePositionHistory:
      changeItems(request, completion: completion)
    default: completion(answer(request))
    }
  }

  /// Submits a command and renders its outcome. An outcome of another kind than the command's is a fault of ours.
  func submit(
    _ command: Command, completion: @escaping Completion, render: @escaping @Sendable (CommandOutcome) -> [UInt8]?
  ) {
    ledger.submit(command) { result in
      completion(
        result.flatMap { outcome in
          guard let body = render(outcome) else {
            return .failure(ServiceError(.internalServer, "The outcome does not fit the request."))
          }
          return .success(body)
        })
    }
  }

  private func answer(_ request: LocationRequest) -> Outcome {
    do throws(ServiceError) {
      switch request {
      case .describeTracker, .describeGeofenceCollection, .listTagsForResource, .getGeofence, .getDevicePosition,
        .batchGetDevicePosition:
        return .success(try one(request))
      default:
        return .success(try page(request))
      }
    } catch {
      return .failure(error)
    }
  }
}
