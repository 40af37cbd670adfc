/// What a server does with requests.
public protocol HTTPHandler: Sendable {
  /// Answers a complete request, exactly once, by calling `reply`: inside this call, which is the fast way, or later
  /// from any thread. Called on one of the server's own threads, several at a time. Must not block: the thread serves
  /// many connections.
  func handle(_ request: HTTPRequest, reply: HTTPReplier)

  /// Largest body accepted, in bytes, for a request whose head has come; a larger one gets 413 and `handle` is not
  /// called. Called only for requests with a body. The configuration's limit holds besides.
  func bodyLimit(method: String, path: ArraySlice<UInt8>) -> Int
}

extension HTTPHandler {
  public func bodyLimit(method: String, path: ArraySlice<UInt8>) -> Int { .max }
}
