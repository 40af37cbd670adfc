import Foundation
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct LimitTests {
  @Test func declaredBodyBeyondTheLimitIsRefusedBeforeItIsSent() throws {
    let handler = TestHandler()
    try withServer(handler, configure: { $0.bodyLimit = 1000 }) { _, port in
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
      let answer = try client.answer()
      #expect(answer.status == 413)
      #expect(answer.text.contains("too large"))
      #expect(answer.header("x-amzn-requestid")?.count == 36)
      #expect(client.waitForEnd())
      #expect(handler.count == 0)
      let other = try RawClient(port: port)
      other.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n")
      #expect(try other.answer().status == 413)
      #expect(handler.count == 0)
    }
  }

  @Test func bodyAtTheLimitIsTaken() throws {
    let handler = TestHandler(limit: 1000)
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "b", count: 1000))
      #expect(try client.answer().text == "POST / 1000")
      client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<10 { client.send("64\r\n" + String(repeating: "c", count: 100) + "\r\n") }
      client.send("0\r\n\r\n")
      #expect(try client.answer().text == "POST / 1000")
    }
  }

  @Test func chunkedBodyBeyondTheLimitIsRefused() throws {
    let handler = TestHandler(limit: 1000)
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<200 { client.send("400\r\n" + String(repeating: "c", count: 1024) + "\r\n") }
      client.send("0\r\n\r\n")
      #expect(try client.answer().status == 413)
      #expect(client.waitForEnd())
      #expect(handler.count == 0)
    }
  }

  @Test func endlessRefusedBodyIsCutOff() throws {
    let handler = TestHandler(limit: 10)
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      let piece = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65536) + Array("\r\n".utf8)
      var sent = 0
      while sent < 4000, client.send(piece) { sent += 1 }
      #expect(sent < 4000)
      #expect(handler.count == 0)
    }
  }

  @Test func bodiesTogetherBeyondTheMemoryAreRefused() throws {
    let handler = TestHandler()
    try withServer(
      handler,
      configure: {
        $0.bodyMemory = 150_000
        $0.bodyLimit = 100_000
      }
    ) { _, port in
      let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
      // Two send all but their last byte: when the server has read both parts, only one of them fits, and the other is
      // refused when its body ends. How long the reading takes is not ours to say, so try until it was long enough.
      var outcomes: [[Int]] = []
      #expect(
        eventually {
          guard let clients = try? [RawClient(port: port), RawClient(port: port)] else { return false }
          for client in clients {
            client.send(head)
            client.send([UInt8](repeating: 1, count: 99_999))
          }
          let statuses = clients.map { client in
            client.send([1])
            return (try? client.answer().status) ?? 0
          }
          outcomes.append(statuses.sorted())
          return outcomes.last == [200, 503]
        })
      #expect(outcomes.allSatisfy { $0 == [200, 503] || $0 == [200, 200] })
      // All of it is given back, at the latest some time after the answers.
      #expect(
        eventually {
          guard let last = try? RawClient(port: port) else { return false }
          last.send(head)
          last.send([UInt8](repeating: 3, count: 100_000))
          return (try? last.answer().status) == 200
        })
    }
  }

  @Test func headTooLargeIsRefused() throws {
    let handler = TestHandler()
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + String(repeating: "h", count: 60_000) + "\r\n\r\n")
      #expect(try client.answer().status == 431)
      let other = try RawClient(port: port)
      other.send("GET /" + String(repeating: "t", count: 60_000) + " HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try other.answer().status == 414)
      #expect(handler.count == 0)
    }
  }

  @Test func connectionsBeyondTheTotalLimitAreRefused() throws {
    try withServer(TestHandler(), configure: { $0.connectionLimit = 3 }) { server, port in
      var open = try (0..<3).map { _ in try RawClient(port: port) }
      for client in open { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
      for client in open { #expect(try client.answer().status == 200) }
      let refused = try RawClient(port: port)
      let answer = try refused.answer()
      #expect(answer.status == 503)
      #expect(answer.header("x-amzn-requestid") != nil)
      #expect(answer.text == "{\"message\":\"Too many connections\"}")
      open.removeLast()
      #expect(eventually { server.connectionCount == 2 })
      #expect(
        eventually {
          guard let client = try? RawClient(port: port) else { return false }
          client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
          return (try? client.answer().status) == 200
        })
    }
  }

  @Test func connectionsOfOneAddressBeyondTheLimitAreRefused() throws {
    try withServer(TestHandler(), configure: { $0.connectionLimitPerAddress = 2 }) { _, port in
      let open = try (0..<2).map { _ in try RawClient(port: port) }
      for client in open { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
      for client in open { #expect(try client.answer().status == 200) }
      #expect(try RawClient(port: port).answer().status == 429)
    }
  }

  @Test func streamsBeyondTheLimitAreRefused() throws {
    let streams = Locked<[TestStream]>([])
    let handler = TestHandler { _, reply in
      let stream = TestStream()
      streams.withLock { $0.append(stream) }
      reply(.stream(status: 200, headers: [], stream))
    }
    try withServer(handler, configure: { $0.streamLimit = 1 }) { _, port in
      let first = try RawClient(port: port)
      first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(first.wait(for: "\r\n\r\n"))
      let second = try RawClient(port: port)
      second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try second.answer().status == 503)
      #expect(streams.withLock { $0.map(\.cancellations) } == [0, 1])
      streams.withLock { $0.first }?.push(.end)
      #expect(first.wait(for: "0\r\n\r\n"))
      #expect(
        eventually {
          second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
          return second.wait(for: "HTTP/1.1 200", seconds: 0.1)
        })
    }
  }
}
