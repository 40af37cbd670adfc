internal import AmazonLocation
internal import MusterHTTPServer
internal import MusterValues

/// The server's front door: finds the surface that a path belongs to.
struct ServerHandler: HTTPHandler {
  let location: LocationAPI
  let events: EventStreamEndpoint
  let health: HealthEndpoints
  let observer: ExchangeObserver

  func handle(_ request: HTTPRequest, reply: HTTPReplier) {
    let exchange = Exchange(request, reply, observer: observer)
    let path = request.path
    if UnknownOperations.isServicePath(path) || path.starts(with: "/muster/v1/collections/".utf8) {
      location.handle(exchange)
    } else if path.elementsEqual(EventStreamEndpoint.path.utf8) {
      guard request.method == "GET" else {
        return exchange.reply(HTTPResponse(status: 405, headers: [("Allow", "GET")]))
      }
      events.handle(exchange)
    } else if request.method == "POST", path.elementsEqual("/".utf8) {
      // Services that share one path: by X-Amz-Target, or a form.
      let isTargeted = request.headers["X-Amz-Target"] != nil
      exchange.fail(UnknownOperations.unknownTarget(isForm: !isTargeted), isTargeted ? .json11 : .query)
    } else if !health.handle(exchange) {
      exchange.reply(
        HTTPResponse(
          status: 404, headers: [("Content-Type", "application/json")], body: Array(#"{"message":"Not found"}"#.utf8)))
    }
  }

  func bodyLimit(method: String, path: ArraySlice<UInt8>) -> Int { LocationAPI.bodyLimit(path: path) }
}
