import Foundation
import MusterHTTPClient
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct ReplyTests {
  @Test func onlyTheFirstReplyCounts() throws {
    let handler = TestHandler { _, reply in
      reply(.response(HTTPResponse(status: 201)))
      reply(.response(HTTPResponse(status: 202)))
      onThread { reply(.response(HTTPResponse(status: 203))) }
    }
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      for _ in 0..<50 {
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 201)
      }
    }
  }

  @Test func idsAreTheRequestsOwn() throws {
    let handler = TestHandler { request, reply in
      reply(.response(HTTPResponse(status: 200, body: Array(request.id.utf8))))
    }
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      var seen = Set<String>()
      for _ in 0..<200 {
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.header("x-amzn-RequestId") == answer.text)
        #expect(UUID(uuidString: answer.text) != nil)
        seen.insert(answer.text)
      }
      #expect(seen.count == 200)
    }
  }

  @Test func idsCanBeInjected() throws {
    let numbers = Locked(0)
    let server = try HTTPServer(
      configuration: HTTPServerConfiguration(), handler: TestHandler(), logger: .silent,
      makeRequestID: {
        let number = numbers.withLock { number in
          number += 1
          return number
        }
        return "id-\(number)"
      })
    let port = try server.start()
    defer { server.stop() }
    let client = HTTPClient()
    #expect(try client.send(url: "http://127.0.0.1:\(port)/")[header: "x-amzn-requestid"] == "id-1")
    #expect(try client.send(url: "http://127.0.0.1:\(port)/")[header: "x-amzn-requestid"] == "id-2")
  }

  @Test func headersThatWouldBreakTheAnswerAreLeftOut() throws {
    let handler = TestHandler { _, reply in
      reply(
        .response(
          HTTPResponse(
            status: 200,
            headers: [
              ("X-Bad", "a\r\nX-Injected: 1"), ("X Bad", "a"), ("content-length", "7"), ("Transfer-Encoding", "gzip"),
              ("X-Good", "\u{E5}ngstr\u{F6}m"), ("X-Good", "again"),
            ], body: Array("ok".utf8))))
    }
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try client.answer()
      #expect(answer.text == "ok")
      #expect(answer.header("x-injected") == nil)
      #expect(answer.header("x-bad") == nil)
      #expect(answer.header("transfer-encoding") == nil)
      #expect(answer.header("x-good") == "\u{E5}ngstr\u{F6}m")
      #expect(answer.head.components(separatedBy: "X-Good").count == 3)
    }
  }

  /// Many clients at once, replies given at once, later, or in the handler's last moment.
  @Test func manyClientsAtOnce() throws {
    let handler = TestHandler { request, reply in
      let answer = HTTPReply.response(HTTPResponse(status: 200, body: request.body))
      switch request.body.count % 3 {
      case 0: reply(answer)
      case 1: onThread { reply(answer) }
      default: DispatchQueue.global().async { reply(answer) }
      }
    }
    try withServer(handler) { server, port in
      let failures = Locked(0)
      let finished = Locked(0)
      for number in 0..<40 {
        onThread {
          do {
            let client = try RawClient(port: port)
            for round in 0..<50 {
              let body = [UInt8](repeating: UInt8(number), count: number * 7 + round)
              client.send(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
              let answer = try client.answer()
              if answer.status != 200 || answer.body != body { failures.withLock { $0 += 1 } }
            }
          } catch {
            failures.withLock { $0 += 1 }
          }
          finished.withLock { $0 += 1 }
        }
      }
      #expect(eventually(seconds: 60) { finished.withLock { $0 } == 40 })
      #expect(failures.withLock { $0 } == 0)
      #expect(handler.count == 2000)
      #expect(eventually { server.connectionCount == 0 })
    }
  }

  @Test func bodyIsPadded() throws {
    let sizes = Locked<[Int]>([])
    let handler = TestHandler { request, reply in
      let stored = request.body.withUnsafeBytes { $0.baseAddress }
      let size = request.withPaddedBody { buffer in
        // Stored with the padding already: nothing is copied.
        request.body.isEmpty || buffer.baseAddress == stored ? buffer.count : -1
      }
      sizes.withLock { $0.append(size) }
      reply(.response(HTTPResponse(status: 204)))
    }
    try withServer(handler) { _, port in
      let client = HTTPClient()
      for size in [0, 1, 64, 4095, 16_384, 16_385, 200_000] {
        let answer = try client.send(
          method: "POST", url: "http://127.0.0.1:\(port)/", body: [UInt8](repeating: 1, count: size))
        #expect(answer.status == 204)
      }
      #expect(sizes.withLock { $0 } == [0, 1, 64, 4095, 16_384, 16_385, 200_000])
    }
    let made = HTTPRequest(method: "POST", target: "/", body: [1, 2, 3])
    #expect(made.withPaddedBody { Array($0) } == [1, 2, 3])
  }
}
