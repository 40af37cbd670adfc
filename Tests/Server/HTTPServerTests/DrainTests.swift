import Foundation
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct DrainTests {
  @Test func drainFinishesRequestsInProgressAndRefusesNewOnes() throws {
    let kept = Locked<HTTPReplier?>(nil)
    defer { kept.withLock { $0 = nil } }
    let handler = TestHandler { _, reply in kept.withLock { $0 = reply } }
    try withServer(handler) { server, port in
      let idle = try RawClient(port: port)
      let busy = try RawClient(port: port)
      busy.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(eventually { kept.withLock { $0 != nil } })
      let result = Locked<Bool?>(nil)
      onThread {
        let isClean = server.drain(timeout: 30)
        result.withLock { $0 = isClean }
      }
      #expect(idle.waitForEnd())
      #expect(eventually { (try? RawClient(port: port)) == nil })
      #expect(result.withLock { $0 } == nil)
      kept.withLock { $0 }?(.response(HTTPResponse(status: 200, body: Array("done".utf8))))
      let answer = try busy.answer()
      #expect(answer.text == "done")
      #expect(answer.header("connection")?.lowercased() == "close")
      #expect(eventually { result.withLock { $0 } == true })
    }
  }

  @Test func halfARequestWhoseClientHasGoneIsGivenUp() throws {
    let handler = TestHandler()
    // Far longer than the test waits: it must be noticed that nothing more can come.
    try withServer(
      handler,
      configure: {
        $0.idleTimeout = 600
        $0.requestTimeout = 600
      }
    ) { server, port in
      var client: RawClient? = try RawClient(port: port)
      client?.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n12345")
      #expect(eventually { server.connectionCount == 1 })
      client = nil
      #expect(eventually(seconds: 60) { server.connectionCount == 0 })
      #expect(handler.count == 0)
    }
  }

  @Test func drainAnswersWhatIsNotReadyInTime() throws {
    let kept = Locked<HTTPReplier?>(nil)
    defer { kept.withLock { $0 = nil } }
    let handler = TestHandler { _, reply in kept.withLock { $0 = reply } }
    try withServer(handler) { server, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(eventually { kept.withLock { $0 != nil } })
      #expect(server.drain(timeout: 0.1) == false)
      #expect(try client.answer().status == 503)
      kept.withLock { $0 }?(.response(HTTPResponse(status: 200)))
    }
  }

  /// The library would end the process if it were stopped with a connection suspended.
  @Test func stopWithRepliesOutstanding() throws {
    for _ in 0..<10 {
      let kept = Locked<[HTTPReplier]>([])
      defer { kept.withLock { $0 = [] } }
      let handler = TestHandler { _, reply in kept.withLock { $0.append(reply) } }
      try withServer(handler) { server, port in
        let clients = try (0..<10).map { _ in try RawClient(port: port) }
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(eventually { kept.withLock { $0.count } > 5 })
        onThread { for reply in kept.withLock({ $0 }) { reply(.response(HTTPResponse(status: 200))) } }
        server.stop()
        for client in clients { #expect(client.waitForEnd()) }
        #expect(server.connectionCount == 0)
      }
    }
  }

  @Test func stopUnderLoad() throws {
    for round in 0..<5 {
      let handler = TestHandler { request, reply in
        if request.body.count % 2 == 0 {
          reply(.response(HTTPResponse(status: 200)))
        } else {
          onThread { reply(.response(HTTPResponse(status: 200))) }
        }
      }
      try withServer(handler) { server, port in
        let finished = Locked(0)
        for _ in 0..<8 {
          onThread {
            if let client = try? RawClient(port: port) {
              for number in 0..<100_000 {
                client.send(
                  "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(number % 2)\r\n\r\n\(number % 2 == 1 ? "a" : "")")
                if (try? client.answer()) == nil { break }
              }
            }
            finished.withLock { $0 += 1 }
          }
        }
        #expect(eventually { handler.count > 200 })
        if round % 2 == 0 { server.drain(timeout: 5) }
        server.stop()
        #expect(eventually { finished.withLock { $0 } == 8 })
      }
    }
  }
}
