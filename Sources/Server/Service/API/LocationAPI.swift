internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterIdentity
internal import MusterIngest
internal import MusterJSON
internal import MusterRuntime
internal import MusterValues

/// The Amazon Location surface: from an HTTP request to its reply.
///
/// Route, authenticate, decode, authorize, perform. A request that is wrong and not allowed is told that it is not
/// allowed.
struct LocationAPI: Sendable {
  let service: LocationService
  let gate: any RequestGate
  let decoder: RequestDecoder
  let workers: WorkerPool
  let metrics: ServiceMetrics
  let router = OperationRouter()
  let reader = PositionUpdatesReader()

  /// Bodies larger than this are read on a worker: hashing, parsing and checking them takes a while.
  private static let inlineBody = 32 << 10
  private static let jsonHeaders = [("Content-Type", "application/json")]

  func handle(_ exchange: Exchange) {
    let request = exchange.request
    do throws(ServiceError) {
      guard let match = try router.match(method: request.method, path: request.path) else {
        // Whoever asks: what this server does not offer is no secret.
        return exchange.fail(UnknownOperations.failure(method: request.method, path: request.path), .restJSON)
      }
      let exchange = exchange.noting(operation: match.definition.name)
      if request.body.count <= Self.inlineBody { return authenticate(exchange, match) }
      onWorker(exchange) { authenticate(exchange, match) }
    } catch {
      exchange.fail(error, .restJSON)
    }
  }

  private func onWorker(_ exchange: Exchange, _ job: @escaping @Sendable () -> Void) {
    if !workers.run(job) {
      exchange.fail(ServiceError(.unavailable, "The server is busy. Try again later."), .restJSON)
    }
  }

  private func authenticate(_ exchange: Exchange, _ match: OperationRouter.Match) {
    switch gate.caller(of: exchange.request, service: "geo", arrived: service.clock.now()) {
    case .success(let caller):
      decode(exchange.noting(caller: caller), caller, match)
    case .failure(let failure): exchange.fail(failure, .restJSON)
    }
  }

  private func decode(_ exchange: Exchange, _ caller: Principal, _ match: OperationRouter.Match) {
    let decoded: Result<LocationRequest, ServiceError>
    do throws(ServiceError) {
      decoded = .success(try read(exchange.request, match))
    } catch {
      decoded = .failure(error)
    }
    let refusal = gate.refusal(caller) {
      AccessQuestion(
        match.operation, try? decoded.get(), pathParameters: match.pathParameters, partition: service.partition)
    }
    if let refusal { return exchange.fail(refusal, .restJSON) }
    switch decoded {
    case .failure(let error): exchange.fail(error, .restJSON)
    case .success(let typed):
      guard LocationService.mayBlock(match.operation) else { return perform(typed, exchange) }
      onWorker(exchange) { perform(typed, exchange) }
    }
  }

  private func perform(_ request: LocationRequest, _ exchange: Exchange) {
    let positions = request.updateCount
    service.perform(request) { outcome in
      switch outcome {
      case .success(let body):
        if positions > 0 { metrics.positions.add(positions) }
        exchange.reply(HTTPResponse(status: 200, headers: Self.jsonHeaders, body: body))
      case .failure(let error): exchange.fail(error, .restJSON)
      }
    }
  }

  private func read(_ request: HTTPRequest, _ match: OperationRouter.Match) throws(ServiceError) -> LocationRequest {
    if let fast = regularPositions(request, match) { return fast }
    var input = RequestInput(pathParameters: match.pathParameters)
    if let query = request.query {
      guard let items = PathAndQuery.queryItems(query) else {
        throw .invalid("query", "is not percent-encoded UTF-8", reason: .cannotParse)
      }
      input.queryItems = items
    }
    if match.definition.hasBody, !request.body.isEmpty {
      do throws(JSONError) {
        input.body = try request.withPaddedBody { (bytes) throws(JSONError) in try JSON.parse(bytes) }
      } catch {
        throw .invalid("body", error.description, reason: .cannotParse)
      }
    }
    return try decoder.decode(match.definition, input)
  }

  /// The hot path; nil when anything about the request is unusual.
  private func regularPositions(_ request: HTTPRequest, _ match: OperationRouter.Match) -> LocationRequest? {
    guard match.operation == .batchUpdateDevicePosition || match.operation == .batchEvaluateGeofences,
      let name = match.pathParameters.first?.value, TextRule.resourceName.accepts(name)
    else { return nil }
    if match.operation == .batchUpdateDevicePosition {
      return reader.read(request, form: .updates).map { .batchUpdateDevicePosition(tracker: Identifier(name), $0) }
    }
    return reader.read(request, form: .devicePositionUpdates).map {
      .batchEvaluateGeofences(collection: Identifier(name), $0)
    }
  }

  /// 16 MiB where Geobuf may be sent, 1 MiB elsewhere.
  static func bodyLimit(path: ArraySlice<UInt8>) -> Int {
    guard path.starts(with: "/geofencing/".utf8), let segments = PathAndQuery.segments(of: path) else { return 1 << 20 }
    let isGeofencePath =
      segments.count > 4
      && (segments[4].elementsEqual("geofences".utf8) || segments[4].elementsEqual("put-geofences".utf8))
    return isGeofencePath ? 16 << 20 : 1 << 20
  }
}

extension LocationRequest {
  /// How many positions the request brings.
  fileprivate var updateCount: Int {
    switch self {
    case .batchUpdateDevicePosition(_, let updates), .batchEvaluateGeofences(_, let updates): updates.count
    default: 0
    }
  }
}
