import Foundation
import MusterHTTPClient
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct StreamTests {
  private func streaming(_ stream: TestStream) -> TestHandler {
    TestHandler { _, reply in reply(.stream(status: 200, headers: [], stream)) }
  }

  @Test func waitingStreamNoticesThatTheClientWentAway() throws {
    let stream = TestStream()
    try withServer(streaming(stream)) { server, port in
      do {
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.wait(for: "\r\n\r\n"))
        #expect(eventually { stream.isWaiting })
      }
      #expect(eventually { stream.cancellations == 1 })
      #expect(eventually { server.connectionCount == 0 })
      stream.push("nobody reads this")
      #expect(stream.cancellations == 1)
    }
  }

  @Test func sendingStreamNoticesThatTheClientWentAway() throws {
    let stream = TestStream()
    try withServer(streaming(stream)) { _, port in
      do {
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.wait(for: "\r\n\r\n"))
      }
      #expect(
        eventually {
          stream.push(.bytes([UInt8](repeating: 0x62, count: 10_000)))
          return stream.cancellations == 1
        })
    }
  }

  @Test func drainEndsStreamsCleanly() throws {
    let stream = TestStream()
    try withServer(streaming(stream)) { server, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      stream.push("first")
      #expect(client.wait(for: "first"))
      #expect(eventually { stream.isWaiting })
      #expect(server.drain(timeout: 10))
      #expect(client.wait(for: "0\r\n\r\n"))
      #expect(client.waitForEnd())
      #expect(stream.cancellations == 1)
    }
  }

  @Test func stopEndsStreams() throws {
    let streams = (0..<20).map { _ in TestStream() }
    let next = Locked(0)
    let handler = TestHandler { _, reply in
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      reply(.stream(status: 200, headers: [], streams[index]))
    }
    try withServer(handler) { server, port in
      let clients = try streams.map { _ in try RawClient(port: port) }
      for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
      #expect(eventually { streams.allSatisfy(\.isWaiting) })
      server.stop()
      #expect(streams.map(\.cancellations) == streams.map { _ in 1 })
      for client in clients { #expect(client.waitForEnd()) }
      for stream in streams { stream.push("too late") }
    }
  }

  /// Wakes from many threads, in vain or not, lose nothing and break nothing.
  @Test func wakeStorm() throws {
    let stream = TestStream()
    try withServer(streaming(stream)) { _, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(eventually { stream.state.withLock { $0.wake != nil } })
      let finished = Locked(0)
      for _ in 0..<8 {
        onThread {
          for number in 0..<500 {
            if number % 2 == 0 { stream.push("#") } else { stream.state.withLock { $0.wake }?() }
          }
          finished.withLock { $0 += 1 }
        }
      }
      #expect(eventually(seconds: 60) { finished.withLock { $0 } == 8 })
      stream.push(.end)
      #expect(client.wait(for: "0\r\n\r\n", seconds: 60))
      #expect(client.text.filter { $0 == "#" }.count == 2000)
      #expect(stream.cancellations == 0)
    }
  }

  @Test func streamOfALateReply() throws {
    let stream = TestStream()
    stream.push("late")
    stream.push(.end)
    let handler = TestHandler { _, reply in
      onThread { reply(.stream(status: 207, headers: [("X-A", "b")], stream)) }
    }
    try withServer(handler) { _, port in
      let client = HTTPClient()
      var text = ""
      let answer = try client.stream(url: "http://127.0.0.1:\(port)/") { bytes in
        text += String(decoding: bytes, as: UTF8.self)
        return true
      }
      #expect(answer.status == 207)
      #expect(answer[header: "x-a"] == "b")
      #expect(text == "late")
    }
  }

  @Test func headOfAStreamCancelsIt() throws {
    let stream = TestStream()
    try withServer(streaming(stream)) { _, port in
      let client = try RawClient(port: port)
      client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer(isHead: true).status == 200)
      #expect(eventually { stream.cancellations == 1 })
    }
  }

  @Test func http10StreamEndsWithTheConnection() throws {
    let stream = TestStream()
    stream.push("one")
    stream.push("two")
    stream.push(.end)
    try withServer(streaming(stream)) { _, port in
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try client.answer().text == "onetwo")
    }
  }
}
