import Foundation
import MusterHTTPServer
import Testing

@Suite struct ProtocolTests {
  @Test func headHasTheHeadersAndNoBody() throws {
    try withServer(TestHandler()) { _, port in
      let client = try RawClient(port: port)
      client.send("HEAD /h HTTP/1.1\r\nHost: x\r\n\r\nGET /g HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try client.answer(isHead: true)
      #expect(head.status == 200)
      #expect(head.header("content-length") == "9")
      #expect(try client.answer().text == "GET /g 0")
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let handler = TestHandler { request, reply in
      let text = String(decoding: request.target, as: UTF8.self)
      let answer = HTTPReply.response(HTTPResponse(status: 200, body: Array(text.utf8) + request.body))
      // Every other reply comes later, from another thread.
      if text.utf8.last == 0x31 { onThread { reply(answer) } } else { reply(answer) }
    }
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      var text = ""
      for number in 0..<100 {
        text += "POST /\(number)/\(number % 2) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nb\(number % 10)b"
      }
      client.send(text)
      for number in 0..<100 { #expect(try client.answer().text == "/\(number)/\(number % 2)b\(number % 10)b") }
    }
  }

  @Test func continueIsSentWhenAskedFor() throws {
    try withServer(TestHandler(limit: 10)) { _, port in
      let client = try RawClient(port: port)
      client.send("PUT /c HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
      #expect(try client.answer().status == 100)
      client.send("body")
      #expect(try client.answer().text == "PUT /c 4")
      client.send("PUT /c HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n")
      #expect(try client.answer().status == 413)
    }
  }

  @Test func http10ClientIsServedAndClosed() throws {
    try withServer(TestHandler()) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /old HTTP/1.0\r\n\r\n")
      #expect(try client.answer().text == "GET /old 0")
      #expect(client.waitForEnd())
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    ("GET /\u{1} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\nbroken line\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nabc", 501),
    ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
  ])
  func malformedRequestsAreRefused(text: String, status: Int) throws {
    let handler = TestHandler()
    try withServer(handler) { _, port in
      let client = try RawClient(port: port)
      client.send(text)
      #expect(try client.answer().status == status)
      #expect(client.waitForEnd())
      #expect(handler.count == 0)
    }
  }

  /// Whatever comes in, the server lives.
  @Test func randomBytesDoNoHarm() throws {
    let handler = TestHandler()
    try withServer(handler, configure: { $0.idleTimeout = 0.2 }) { _, port in
      var random = SeededBytes(seed: 20_240_607)
      let seeds = [
        "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n01234567890123456789",
        "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\nTrailer: 1\r\n\r\n",
        "GET /x?y HTTP/1.1\r\nHost: x\r\nCookie: a=b; c=\"d\"\r\n\r\n",
      ]
      for round in 0..<300 {
        var bytes = Array(seeds[round % seeds.count].utf8)
        for _ in 0..<random.below(4) + 1 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        let client = try RawClient(port: port)
        client.send(bytes)
        if round % 3 == 0 { _ = client.receive(seconds: 0.01) }
      }
      let client = try RawClient(port: port)
      client.send("GET /alive HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.answer().text == "GET /alive 0")
    }
  }
}
