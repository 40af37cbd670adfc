import Foundation
import MusterHTTPServer
import MusterRuntime

/// Answers with a closure, and remembers what it was asked.
final class TestHandler: HTTPHandler {
  typealias Answer = @Sendable (HTTPRequest, HTTPReplier) -> Void

  let requests = Locked<[HTTPRequest]>([])
  private let limit: Int
  private let answer: Answer

  init(limit: Int = .max, _ answer: @escaping Answer) {
    self.limit = limit
    self.answer = answer
  }

  /// Answers with the method, the raw target and the body's size.
  convenience init(limit: Int = .max) {
    self.init(limit: limit) { request, reply in
      let text = "\(request.method) \(String(decoding: request.target, as: UTF8.self)) \(request.body.count)"
      reply(.response(HTTPResponse(status: 200, headers: [("X-Test", "yes")], body: Array(text.utf8))))
    }
  }

  func handle(_ request: HTTPRequest, reply: HTTPReplier) {
    requests.withLock { $0.append(request) }
    answer(request, reply)
  }

  func bodyLimit(method: String, path: ArraySlice<UInt8>) -> Int { limit }

  var count: Int { requests.withLock { $0.count } }
}

/// A server on a free port of the loopback address for as long as `body` runs.
func withServer(
  _ handler: any HTTPHandler, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
  _ body: (HTTPServer, UInt16) throws -> Void
) throws {
  var configuration = HTTPServerConfiguration()
  configure(&configuration)
  let server = try HTTPServer(configuration: configuration, handler: handler, logger: .silent)
  let port = try server.start()
  defer { server.stop() }
  try body(server, port)
}

/// Waits until the condition holds; false when it does not within so many seconds.
func eventually(seconds: Double = 10, _ condition: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while !condition() {
    if Date() > end { return false }
    usleep(2_000)
  }
  return true
}

/// Runs blocking work on a thread of its own.
func onThread(_ body: @escaping @Sendable () -> Void) {
  Thread { body() }.start()
}
