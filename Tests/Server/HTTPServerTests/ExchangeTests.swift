import Foundation
import MusterHTTPClient
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct ExchangeTests {
  @Test func getAndPostOverOneConnection() throws {
    let handler = TestHandler()
    try withServer(handler) { server, port in
      let client = HTTPClient()
      let first = try client.send(url: "http://127.0.0.1:\(port)/a?b=c")
      #expect(first.status == 200)
      #expect(first.text == "GET /a?b=c 0")
      #expect(first[header: "x-test"] == "yes")
      let body = [UInt8](repeating: 7, count: 100_000)
      let second = try client.send(method: "POST", url: "http://127.0.0.1:\(port)/p", body: body)
      #expect(second.text == "POST /p 100000")
      #expect(server.connectionCount == 1)
      #expect(handler.requests.withLock { $0.last?.body } == body)
    }
  }

  @Test func rawTargetArrivesUntouched() throws {
    let handler = TestHandler()
    try withServer(handler) { _, port in
      let targets = [
        "/a%00b/c%2Fd+e?x=%26+1&&y", "/%C3%85/%E2%84%AB", "/\u{C5}/\u{212B}?q=\u{1F600}", "/../a/./b//c", "/",
      ]
      for target in targets {
        let client = try RawClient(port: port)
        client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().text == "GET \(target) 0")
        #expect(handler.requests.withLock { $0.last?.target } == Array(target.utf8))
      }
      let first = try #require(handler.requests.withLock { $0.first })
      #expect(String(decoding: first.path, as: UTF8.self) == "/a%00b/c%2Fd+e")
      #expect(first.query.map { String(decoding: $0, as: UTF8.self) } == "x=%26+1&&y")
    }
  }

  @Test func bytesThatAreNotUTF8ArriveInTargetAndHeaders() throws {
    let handler = TestHandler()
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send(
        Array("GET /".utf8) + [0xFF, 0xFE] + Array(" HTTP/1.1\r\nHost: x\r\nX-A: ".utf8) + [0xE9]
          + Array("\r\n\r\n".utf8))
      #expect(try client.answer().status == 200)
      let request = try #require(handler.requests.withLock { $0.first })
      #expect(request.target == [0x2F, 0xFF, 0xFE])
      #expect(request.headers["x-a"] == "\u{E9}")
      #expect(request.headers.bytes(of: "X-A").map { Array($0) } == [0xE9])
    }
  }

  @Test func streamSendsWhatTheSourceGives() throws {
    let stream = TestStream()
    let handler = TestHandler { _, reply in
      reply(.stream(status: 200, headers: [("Content-Type", "text/event-stream")], stream))
    }
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
      for number in 0..<50 {
        #expect(eventually { stream.isWaiting })
        stream.push("event \(number)\n")
        #expect(client.wait(for: "event \(number)\n"))
      }
      stream.push(.bytes([UInt8](repeating: 0x61, count: 300_000)))
      stream.push(.end)
      #expect(client.wait(for: "0\r\n\r\n"))
      #expect(client.text.filter { $0 == "a" }.count >= 300_000)
      #expect(stream.cancellations == 0)
    }
  }
}
