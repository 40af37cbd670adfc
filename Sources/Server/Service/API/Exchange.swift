internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterIdentity
internal import MusterRuntime
internal import MusterValues

/// One request on its way to its reply: a value that knows who asked for what, for the access log and the metrics, and
/// writes both when the reply is given.
struct Exchange: Sendable {
  /// What stays the same, behind one reference: an exchange is handed on many times.
  private final class Arrival: Sendable {
    let request: HTTPRequest
    let replier: HTTPReplier
    let observer: ExchangeObserver
    let nanoseconds: UInt64

    init(_ request: HTTPRequest, _ replier: HTTPReplier, _ observer: ExchangeObserver) {
      self.request = request
      self.replier = replier
      self.observer = observer
      nanoseconds = observer.clock.nanoseconds()
    }
  }

  private let arrival: Arrival
  private var accessKey: String?
  private var operation: String?
  private var error: String?

  init(_ request: HTTPRequest, _ replier: HTTPReplier, observer: ExchangeObserver) {
    arrival = Arrival(request, replier, observer)
  }

  var request: HTTPRequest { arrival.request }

  func noting(caller: Principal) -> Exchange {
    var exchange = self
    exchange.accessKey = caller.accessKey
    return exchange
  }

  func noting(operation: String) -> Exchange {
    var exchange = self
    exchange.operation = operation
    return exchange
  }

  func reply(_ response: HTTPResponse) {
    finish(status: response.status, bytes: response.body.count)
    arrival.replier(.response(response))
  }

  func stream(headers: [(String, String)], _ source: any HTTPStreamSource) {
    finish(status: 200, bytes: 0)
    arrival.replier(.stream(status: 200, headers: headers, source))
  }

  func fail(_ error: ServiceError, _ kind: ErrorProtocol) { fail(ProtocolFailure(error), kind) }

  func fail(_ failure: ProtocolFailure, _ kind: ErrorProtocol) {
    var exchange = self
    exchange.error = failure.logged
    exchange.reply(kind.response(to: failure, requestID: request.id))
  }

  private func finish(status: Int, bytes: Int) {
    let observer = arrival.observer
    observer.observe(
      requestID: arrival.request.id, operation: operation, status: status,
      nanoseconds: observer.clock.nanoseconds() &- arrival.nanoseconds, accessKeyID: accessKey,
      bytesIn: arrival.request.body.count, bytesOut: bytes, error: error)
  }
}
