internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterIdentity
internal import MusterIngest
internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

/// `GET /muster/v1/events`: the event log as it grows, as server-sent events.
///
/// Where to begin: header `Last-Event-ID` (a reconnecting browser), else `after=EVENT-ID`, else `from=start` or
/// `from=now`, which is the default. `id:` is the event's id, `data:` its envelope. Action: `muster:WatchEvents`.
struct EventStreamEndpoint: Sendable {
  static let path = "/muster/v1/events"
  static let operation = "WatchEvents"

  private enum Start {
    case beginning
    case now
    /// `source` says where the id was given.
    case after(EventIdentifier, source: String)
  }

  let ledger: any LocationLedger
  let partition: ResourcePartition
  let gate: any RequestGate
  let clock: any WallClock
  let workers: WorkerPool
  let heartbeats: Heartbeats
  let metrics: ServiceMetrics

  func handle(_ exchange: Exchange) {
    let exchange = exchange.noting(operation: Self.operation)
    let caller: Principal
    switch gate.caller(of: exchange.request, service: "geo", arrived: clock.now()) {
    case .success(let principal): caller = principal
    case .failure(let failure): return exchange.fail(failure, .restJSON)
    }
    let known = exchange.noting(caller: caller)
    let refusal = gate.refusal(caller) {
      AccessQuestion(action: "muster:WatchEvents", resource: partition.prefix + "events")
    }
    if let refusal { return known.fail(refusal, .restJSON) }
    do throws(ServiceError) {
      begin(try start(of: known.request), known)
    } catch {
      known.fail(error, .restJSON)
    }
  }

  private func start(of request: HTTPRequest) throws(ServiceError) -> Start {
    guard let items = PathAndQuery.queryItems(request.query ?? []) else {
      throw .invalid("query", "is not percent-encoded UTF-8", reason: .cannotParse)
    }
    if let last = request.headers["Last-Event-ID"], !last.isEmpty {
      return .after(try identifier(last, "Last-Event-ID"), source: "Last-Event-ID")
    }
    let after = items.last { $0.name == "after" }?.value
    let from = items.last { $0.name == "from" }?.value
    switch (after, from) {
    case (let id?, nil): return .after(try identifier(id, "after"), source: "after")
    case (nil, nil), (nil, "now"): return .now
    case (nil, "start"): return .beginning
    case (nil, _?): throw .invalid("from", "must be start or now")
    case (_?, _?): throw .invalid("from", "can't be given together with after")
    }
  }

  private func identifier(_ text: String, _ name: String) throws(ServiceError) -> EventIdentifier {
    guard let id = EventIdentifier(uuid: text) else {
      throw .invalid(name, "must be the id of an event: a UUID", reason: .cannotParse)
    }
    return id
  }

  private func begin(_ start: Start, _ exchange: Exchange) {
    switch start {
    case .beginning: open(after: 0, exchange)
    case .now: open(after: ledger.lastEventOrdinal, exchange)
    case .after(let id, let source):
      // Finding an old event may read from disk.
      let isQueued = workers.run {
        do throws(ServiceError) {
          guard let ordinal = try ledger.ordinal(ofEvent: id) else {
            throw .invalid(source, "is no event of this server, or one that is no longer kept")
          }
          open(after: ordinal, exchange)
        } catch {
          exchange.fail(error, .restJSON)
        }
      }
      if !isQueued { exchange.fail(ServiceError(.unavailable, "The server is busy. Try again later."), .restJSON) }
    }
  }

  private func open(after ordinal: Int64, _ exchange: Exchange) {
    let stream = EventStream(after: ordinal, ledger: ledger, workers: workers, metrics: metrics)
    heartbeats.add(stream)
    exchange.stream(
      headers: [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
      ], stream)
  }
}
