import Foundation
import MusterHTTPClient
import MusterHTTPServer
import MusterRuntime
import Testing

@Suite struct HTTPClientTests {
  @Test func pathGoesOutAsGiven() throws {
    let handler = TestHandler()
    try withServer(handler) { _, port in
      let client = HTTPClient()
      for path in ["/a/../b/./c", "/%2e%2e/%2F", "/a//b?x=+%20&y"] {
        let answer = try client.send(url: "http://127.0.0.1:\(port)\(path)")
        #expect(answer.text == "GET \(path) 0")
      }
    }
  }

  @Test func redirectsAreNotFollowed() throws {
    let handler = TestHandler { _, reply in
      reply(.response(HTTPResponse(status: 302, headers: [("Location", "/elsewhere")])))
    }
    try withServer(handler) { _, port in
      let answer = try HTTPClient().send(url: "http://127.0.0.1:\(port)/")
      #expect(answer.status == 302)
      #expect(answer[header: "LOCATION"] == "/elsewhere")
      #expect(handler.count == 1)
    }
  }

  @Test func methodsHeadersAndBodies() throws {
    let handler = TestHandler()
    try withServer(handler) { _, port in
      let client = HTTPClient()
      let url = "http://127.0.0.1:\(port)/m"
      #expect(try client.send(method: "DELETE", url: url).text == "DELETE /m 0")
      #expect(try client.send(method: "POST", url: url).text == "POST /m 0")
      #expect(try client.send(method: "PATCH", url: url, body: [1, 2]).text == "PATCH /m 2")
      #expect(try client.send(method: "GET", url: url, body: [0, 0, 0]).text == "GET /m 3")
      let head = try client.send(method: "HEAD", url: url)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      // Larger than what libcurl announces with Expect: 100-continue.
      let large = [UInt8](repeating: 9, count: 1_040_000)
      #expect(
        try client.send(method: "PUT", url: url, headers: [("X-One", "1"), ("X-None", "")], body: large).status == 200)
      let last = try #require(handler.requests.withLock { $0.last })
      #expect(last.headers["x-one"] == "1")
      #expect(last.headers["x-none"] == "")
      #expect(last.headers["content-type"] == nil)
      #expect(last.body == large)
    }
  }

  @Test func failuresAreNamed() throws {
    func code(_ body: () throws -> Void) -> HTTPClientError.Code? {
      do {
        try body()
        return nil
      } catch {
        return (error as? HTTPClientError)?.code
      }
    }
    let client = HTTPClient()
    #expect(code { _ = try client.send(url: "ftp://127.0.0.1/") } == .invalidRequest)
    #expect(code { _ = try client.send(url: "http://a b/") } == .invalidRequest)
    #expect(code { _ = try client.send(url: "http://no.such.host.invalid/") } == .unknownHost)
    #expect(code { _ = try client.send(url: "http://127.0.0.1:1/", headers: [("A", "b\r\nC: d")]) } == .invalidRequest)
    var free: UInt16 = 0
    try withServer(TestHandler()) { _, port in free = port }
    #expect(code { _ = try client.send(url: "http://127.0.0.1:\(free)/") } == .connectionFailed)
    try withServer(TestHandler { _, _ in }) { _, port in
      #expect(code { _ = try client.send(url: "http://127.0.0.1:\(port)/", timeout: 0.2) } == .timedOut)
    }
    try withServer(TestHandler()) { _, port in
      let small = HTTPClient(configuration: .init(maximumBodySize: 3))
      #expect(code { _ = try small.send(url: "http://127.0.0.1:\(port)/") } == .badAnswer)
    }
  }

  @Test func streamEndsWhenTheCallerHasEnough() throws {
    let stream = TestStream()
    for number in 0..<10 { stream.push("\(number)") }
    try withServer(TestHandler { _, reply in reply(.stream(status: 200, headers: [], stream)) }) { _, port in
      let client = HTTPClient()
      var text = ""
      try client.stream(url: "http://127.0.0.1:\(port)/") { bytes in
        text += String(decoding: bytes, as: UTF8.self)
        return text.count < 5
      }
      #expect(text.hasPrefix("01234"))
      #expect(eventually { stream.cancellations == 1 })
    }
  }
}
