internal import MusterHTTPServer
internal import MusterIngest
internal import MusterRuntime

/// `/healthz`, `/readyz` and `/metrics`, for operators. Unsigned: they tell numbers, and nothing of anybody.
struct HealthEndpoints: Sendable {
  let ledger: any LocationLedger
  let metrics: ServiceMetrics
  let isDraining: Locked<Bool>
  /// More lines for `/metrics`: what other parts count.
  let moreMetrics: @Sendable () -> [Metric]

  /// Returns false for any other path.
  func handle(_ exchange: Exchange) -> Bool {
    let path = exchange.request.path
    let isReading = exchange.request.method == "GET" || exchange.request.method == "HEAD"
    if path.elementsEqual("/healthz".utf8) {
      exchange.noting(operation: "Health").reply(isReading ? Self.text(200, "ok\n") : Self.methodNotAllowed)
    } else if path.elementsEqual("/readyz".utf8) {
      let isReady = ledger.isReady && !isDraining.withLock { $0 }
      exchange.noting(operation: "Health").reply(
        isReading ? isReady ? Self.text(200, "ready\n") : Self.text(503, "not ready\n") : Self.methodNotAllowed)
    } else if path.elementsEqual("/metrics".utf8) {
      exchange.noting(operation: "Metrics").reply(isReading ? page() : Self.methodNotAllowed)
    } else {
      return false
    }
    return true
  }

  private func page() -> HTTPResponse {
    let text = PrometheusText.render(
      metrics, lastEventOrdinal: ledger.lastEventOrdinal, isReady: ledger.isReady, more: moreMetrics())
    return HTTPResponse(status: 200, headers: [("Content-Type", PrometheusText.contentType)], body: Array(text.utf8))
  }

  private static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
  }

  private static let methodNotAllowed = HTTPResponse(status: 405, headers: [("Allow", "GET, HEAD")])
}
