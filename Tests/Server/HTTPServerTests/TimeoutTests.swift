import Foundation
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct TimeoutTests {
  @Test func connectionWithoutRequestIsClosed() throws {
    try withServer(TestHandler(), configure: { $0.idleTimeout = 0.3 }) { server, port in
      let silent = try RawClient(port: port)
      #expect(silent.waitForEnd())
      let used = try RawClient(port: port)
      used.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try used.answer().status == 200)
      #expect(used.waitForEnd())
      #expect(eventually { server.connectionCount == 0 })
    }
  }

  /// Who has said nothing yet has less time than who has been served.
  @Test func firstRequestMustComeSoon() throws {
    try withServer(TestHandler(), configure: { $0.firstRequestTimeout = 0.3 }) { server, port in
      let silent = try RawClient(port: port)
      let used = try RawClient(port: port)
      used.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try used.answer().status == 200)
      #expect(silent.waitForEnd())
      used.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try used.answer().status == 200)
      #expect(eventually { server.connectionCount == 1 })
    }
  }

  /// Each byte comes in time, the whole never does.
  @Test(arguments: ["G", "GET / HTTP/1.1\r\nX-Slow: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"])
  func drippingClientIsClosed(start: String) throws {
    let handler = TestHandler()
    try withServer(
      handler,
      configure: {
        $0.idleTimeout = 0.5
        $0.requestTimeout = 0.5
      }
    ) { server, port in
      let client = try RawClient(port: port)
      client.send(start)
      #expect(
        eventually {
          client.send("a")
          return client.waitForEnd(seconds: 0.02)
        })
      #expect(handler.count == 0)
      #expect(eventually { server.connectionCount == 0 })
    }
  }

  @Test func replyNeverGivenIsAnswered() throws {
    let kept = Locked<[HTTPReplier]>([])
    defer { kept.withLock { $0 = [] } }
    let handler = TestHandler { _, reply in kept.withLock { $0.append(reply) } }
    try withServer(handler, configure: { $0.replyTimeout = 0.3 }) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try client.answer()
      #expect(answer.status == 503)
      #expect(answer.header("x-amzn-requestid")?.count == 36)
      #expect(answer.header("retry-after") == "1")
      // The reply that comes too late meets neither this request nor the next one of the connection.
      let stream = TestStream()
      kept.withLock { $0.first }?(.stream(status: 200, headers: [], stream))
      #expect(stream.cancellations == 1)
      client.send("GET /second HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(eventually { kept.withLock { $0.count } == 2 })
      kept.withLock { $0.first }?(.response(HTTPResponse(status: 201)))
      kept.withLock { $0.last }?(.response(HTTPResponse(status: 202)))
      #expect(try client.answer().status == 202)
    }
  }

  @Test func clientThatDoesNotReadItsAnswerIsClosed() throws {
    let handler = TestHandler { _, reply in
      reply(.response(HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 64 << 20))))
    }
    try withServer(handler, configure: { $0.sendTimeout = 0.5 }) { server, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(eventually { handler.count == 1 })
      #expect(eventually { server.connectionCount == 0 })
    }
  }
}
