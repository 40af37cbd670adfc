internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterIdentity
internal import MusterRuntime
internal import MusterValues

/// One request on its way to its reply: remembers who and what for the access log and the metrics, and writes both when
/// the reply is given.
final class Exchange: Sendable {
  private struct Notes {
    var caller: Principal?
    var operation: String?
  }

  let request: HTTPRequest
  private let replier: HTTPReplier
  private let observer: ExchangeObserver
  private let started: UInt64
  private let notes = Locked(Notes())

  init(_ request: HTTPRequest, _ replier: HTTPReplier, observer: ExchangeObserver) {
    self.request = request
    self.replier = replier
    self.observer = observer
    started = observer.clock.nanoseconds()
  }

  func note(caller: Principal) { notes.withLock { $0.caller = caller } }
  func note(operation: String) { notes.withLock { $0.operation = operation } }

  func reply(_ response: HTTPResponse) {
    finish(status: response.status, bytes: response.body.count)
    replier(.response(response))
  }

  func stream(headers: [(String, String)], _ source: any HTTPStreamSource) {
    finish(status: 200, bytes: 0)
    replier(.stream(status: 200, headers: headers, source))
  }

  func fail(_ error: ServiceError, _ kind: ErrorProtocol) { fail(ProtocolFailure(error), kind) }

  func fail(_ failure: ProtocolFailure, _ kind: ErrorProtocol) {
    reply(kind.response(to: failure, requestID: request.id))
  }

  private func finish(status: Int, bytes: Int) {
    let notes = notes.withLock { $0 }
    observer.observe(
      requestID: request.id, operation: notes.operation, status: status,
      nanoseconds: observer.clock.nanoseconds() &- started, accessKeyID: notes.caller?.accessKey,
      bytesIn: request.body.count, bytesOut: bytes)
  }
}

/// What is written down about requests: never a position, never a secret.
struct ExchangeObserver: Sendable {
  let clock: any MonotonicClock
  let metrics: ServiceMetrics
  /// nil: no access log.
  let accessLog: Logger?

  func observe(
    requestID: String, operation: String?, status: Int, nanoseconds: UInt64, accessKeyID: String?, bytesIn: Int,
    bytesOut: Int
  ) {
    metrics.requests.count(operation: operation, status: status, nanoseconds: nanoseconds)
    accessLog?.info(
      "request",
      [
        ("request", .string(requestID)),
        ("operation", operation.map { .string($0) } ?? .null),
        ("status", .integer(Int64(status))),
        ("milliseconds", .number(Double(nanoseconds / 1000) / 1000)),
        ("accessKey", accessKeyID.map { .string($0) } ?? .null),
        ("bytesIn", .integer(Int64(bytesIn))),
        ("bytesOut", .integer(Int64(bytesOut))),
      ])
  }
}
