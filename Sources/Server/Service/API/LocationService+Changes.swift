internal import AmazonLocation
internal import MusterIngest
internal import MusterValues

extension LocationService {
  /// Commands about trackers, collections, links and tags.
  func changeResource(_ request: LocationRequest, completion: @escaping Completion) {
    let writer = writer
    switch request {
    case .createTracker(let settings):
      submit(.createTracker(settings), completion: completion) { $0.tracker.map(writer.created(tracker:)) }
    case .updateTracker(let name, let changes):
      submit(.updateTracker(name, changes), completion: completion) { $0.tracker.map(writer.updated(tracker:)) }
    case .deleteTracker(let name): submitPlain(.deleteTracker(name), completion)
    case .createGeofenceCollection(let settings):
      submit(.createCollection(settings), completion: completion) { $0.collection.map(writer.created(collection:)) }
    case .updateGeofenceCollection(let name, let changes):
      submit(.updateCollection(name, changes), completion: completion) {
        $0.collection.map(writer.updated(collection:))
      }
    case .deleteGeofenceCollection(let name): submitPlain(.deleteCollection(name), completion)
    case .associateTrackerConsumer(let tracker, let consumer):
      guard let collection = collection(consumer, completion) else { return }
      submitPlain(.associate(tracker: tracker, collection: collection), completion)
    case .disassociateTrackerConsumer(let tracker, let consumer):
      guard let collection = collection(consumer, completion) else { return }
      submitPlain(.disassociate(tracker: tracker, collection: collection), completion)
    case .tagResource(let arn, let tags):
      guard let resource = resource(arn, completion) else { return }
      submitPlain(.tag(resource, tags), completion)
    case .untagResource(let arn, let keys):
      guard let resource = resource(arn, completion) else { return }
      submitPlain(.untag(resource, keys), completion)
    default: completion(.failure(ServiceError(.internalServer, "The request is no change of a resource.")))
    }
  }

  /// Commands about geofences and positions.
  func changeItems(_ request: LocationRequest, completion: @escaping Completion) {
    switch request {
    case .putGeofence(let collection, let geofence):
      submit(.putGeofences(collection: collection, [geofence]), completion: completion) {
        $0.stamps?.first.map { ResponseWriter.put($0.id, created: $0.created, updated: $0.updated) }
      }
    case .batchPutGeofence(let collection, let entries): putBatch(collection, entries, completion)
    case .batchDeleteGeofence(let collection, let ids):
      submit(.deleteGeofences(collection: collection, ids), completion: completion) {
        $0.items.map { ResponseWriter.errors(ofGeofences: ids, $0) }
      }
    case .batchUpdateDevicePosition(let tracker, let updates):
      submit(.updatePositions(tracker: tracker, updates), completion: completion) {
        $0.items.map { ResponseWriter.errors(of: updates, $0) }
      }
    case .batchEvaluateGeofences(let collection, let updates):
      submit(.evaluateGeofences(collection: collection, updates), completion: completion) {
        $0.items.map { ResponseWriter.errors(of: updates, $0) }
      }
    case .batchDeleteDevicePositionHistory(let tracker, let devices):
      submit(.deletePositionHistory(tracker: tracker, devices: devices), completion: completion) {
        $0.items.map { ResponseWriter.errors(ofDevices: devices, $0) }
      }
    default: completion(.failure(ServiceError(.internalServer, "The request is no change of items.")))
    }
  }

  private func putBatch(_ collection: Identifier, _ entries: [BatchPutEntry], _ completion: @escaping Completion) {
    var puts: [GeofencePut] = []
    var errors: [(id: Identifier, error: BatchItemError)] = []
    for entry in entries {
      switch entry.outcome {
      case .success(let put):
        if let fault = faults(of: put).first {
          errors.append((entry.id, BatchItemError(.validation, "\(fault.name): \(fault.message)")))
        } else {
          puts.append(put)
        }
      case .failure(let error): errors.append((entry.id, error))
      }
    }
    guard !puts.isEmpty else {
      // Nothing to commit, but a missing collection is still the request's fault.
      let isKnown = ledger.collection(collection) != nil
      return completion(
        isKnown
          ? .success(ResponseWriter.put(successes: [], errors: errors)) : .failure(.collectionNotFound(collection)))
    }
    let refused = errors
    submit(.putGeofences(collection: collection, puts), completion: completion) {
      $0.stamps.map { stamps in
        ResponseWriter.put(successes: stamps.map { ($0.id, $0.created, $0.updated) }, errors: refused)
      }
    }
  }

  private func submitPlain(_ command: Command, _ completion: @escaping Completion) {
    submit(command, completion: completion) { _ in ResponseWriter.empty }
  }

  /// The collection a consumer ARN names; completes with a ValidationException when it names anything else.
  private func collection(_ arn: String, _ completion: Completion) -> Identifier? {
    if case .geofenceCollection(let name) = ResourceName(arn: arn, in: partition) { return name }
    completion(
      .failure(
        .invalid(
          "ConsumerArn", "must name a geofence collection of this server: \(partition.prefix)geofence-collection/NAME"))
    )
    return nil
  }

  private func resource(_ arn: String, _ completion: Completion) -> ResourceName? {
    if let resource = ResourceName(arn: arn, in: partition) { return resource }
    completion(.failure(.resourceNotFound(arn: arn)))
    return nil
  }
}

extension CommandOutcome {
  fileprivate var tracker: TrackerDescription? { if case .tracker(let value) = self { value } else { nil } }
  fileprivate var collection: CollectionDescription? { if case .collection(let value) = self { value } else { nil } }
  fileprivate var stamps: [GeofenceStamp]? { if case .geofences(let value) = self { value } else { nil } }
  fileprivate var items: [BatchItemError?]? { if case .items(let value) = self { value } else { nil } }
}
