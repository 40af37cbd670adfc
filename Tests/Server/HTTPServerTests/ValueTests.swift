import Testing

@testable import MusterHTTPServer

@Suite struct HTTPHeadersTests {
  @Test func lookupIgnoresLetterCaseOfASCIIOnly() {
    let headers = HTTPHeaders([("Content-Type", "a"), ("X-A", "1"), ("x-a", "2"), ("X-\u{C5}", "3"), ("X-Empty", "")])
    #expect(headers["content-TYPE"] == "a")
    #expect(headers["X-a"] == "1")
    #expect(headers.values(of: "x-A") == ["1", "2"])
    #expect(headers["x-\u{212B}"] == nil)
    #expect(headers["x-\u{E5}"] == nil)
    #expect(headers["x-empty"] == "")
    #expect(headers["x-emp"] == nil)
    #expect(headers[""] == nil)
    #expect(headers.map(\.name) == ["Content-Type", "X-A", "x-a", "X-\u{C5}", "X-Empty"])
    #expect(headers.count == 5)
    // Letters, not the bytes 32 apart from them: @ and `, [ and {.
    #expect(HTTPHeaders([("@[", "1")])["`{"] == nil)
  }
}

@Suite struct HTTPTargetTests {
  @Test(arguments: [
    ("/a/b?c=d?e", "/a/b", "c=d?e"), ("/", "/", nil), ("/?", "/", ""), ("*", "*", nil),
    ("http://h:1/p?q", "/p", "q"), ("HTTPS://h/p", "/p", nil), ("http://h?q", "", "q"), ("http://h", "", nil),
    ("h:443", "h:443", nil),
  ])
  func isCut(target: String, path: String, query: String?) {
    let request = HTTPRequest(method: "GET", target: target)
    #expect(String(decoding: request.path, as: UTF8.self) == path)
    #expect(request.query.map { String(decoding: $0, as: UTF8.self) } == query)
    #expect(request.target == Array(target.utf8))
  }
}

@Suite struct RequestFramingTests {
  @Test(
    arguments: [
      ([("Host", "x")], RequestFraming.none),
      ([("Host", "x"), ("Content-Length", "0")], .none),
      ([("Host", "x"), ("content-length", "12")], .declared(12)),
      ([("Host", "x"), ("Content-Length", "12"), ("Content-Length", "12")], .declared(12)),
      ([("Host", "x"), ("Content-Length", "12"), ("Content-Length", "012")], .refused(status: 400, "")),
      ([("Host", "x"), ("Content-Length", "12, 12")], .refused(status: 400, "")),
      ([("Host", "x"), ("Content-Length", "+1")], .refused(status: 400, "")),
      ([("Host", "x"), ("Content-Length", "")], .refused(status: 400, "")),
      ([("Host", "x"), ("Content-Length", "18446744073709551616")], .declared(.max)),
      ([("Host", "x"), ("Transfer-Encoding", "Chunked")], .chunked),
      ([("Host", "x"), ("Transfer-Encoding", "gzip, chunked")], .refused(status: 501, "")),
      ([("Host", "x"), ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")], .refused(status: 501, "")),
      ([("Host", "x"), ("Transfer-Encoding", "chunked"), ("Content-Length", "1")], .refused(status: 400, "")),
      ([], .refused(status: 400, "")),
    ] as [([(String, String)], RequestFraming)])
  func lengthIsDecided(headers: [(String, String)], framing: RequestFraming) {
    #expect(RequestFraming(headers: HTTPHeaders(headers), isHTTP11: true) == framing)
  }

  @Test func http10NeedsNoHostAndHasNoChunks() {
    #expect(RequestFraming(headers: HTTPHeaders(), isHTTP11: false) == .none)
    #expect(
      RequestFraming(headers: HTTPHeaders([("Transfer-Encoding", "chunked")]), isHTTP11: false)
        == .refused(status: 501, ""))
  }
}

@Suite struct PeerAddressTests {
  @Test func textKeyAndLoopback() {
    let four = PeerAddress(ipv4: [192, 0, 2, 7])
    #expect(four.text == "192.0.2.7")
    #expect(!four.isLoopback)
    #expect(PeerAddress(ipv4: [127, 3, 0, 1]).isLoopback)
    let mapped = PeerAddress(ipv6: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 7])
    #expect(mapped.text == "192.0.2.7")
    #expect(mapped.key == four.key)
    let six = PeerAddress(ipv6: [0x20, 1, 0xD, 0xB8, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 9])
    #expect(six.text == "2001:db8:0:1::9")
    #expect(six.key == PeerAddress(ipv6: [0x20, 1, 0xD, 0xB8, 0, 0, 0, 1] + [8, 7, 6, 5, 4, 3, 2, 1]).key)
    #expect(six.key != PeerAddress(ipv6: [0x20, 1, 0xD, 0xB8, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 9]).key)
    #expect(PeerAddress(ipv6: [UInt8](repeating: 0, count: 15) + [1]).isLoopback)
    #expect(!six.isLoopback)
  }
}

@Suite struct ConnectionAdmissionTests {
  /// Against a plain list of who is in.
  @Test func countsLikeAList() {
    var random = SeededBytes(seed: 11)
    var admission = ConnectionAdmission(limit: 12, limitPerPeer: 4)
    var open: [PeerAddress.Key] = []
    for _ in 0..<5000 {
      let peer = PeerAddress(ipv4: [10, 0, 0, UInt8(random.below(5))]).key
      if random.below(2) == 0 {
        let expected: ConnectionAdmission.Verdict =
          open.count >= 12 ? .tooMany : open.filter { $0 == peer }.count >= 4 ? .tooManyOfPeer : .admitted
        #expect(admission.admit(peer) == expected)
        if expected == .admitted { open.append(peer) }
      } else if let index = open.firstIndex(of: peer) {
        open.remove(at: index)
        admission.release(peer)
      }
      #expect(admission.count == open.count)
    }
  }
}

extension BodyCollector {
  fileprivate mutating func take(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { append($0) } }
}

@Suite struct BodyCollectorTests {
  @Test(arguments: [nil, 1, 5000, 60_000] as [Int?])
  func keepsBytesAndAccounts(declared: Int?) {
    let budget = Budget(limit: 200_000)
    var random = SeededBytes(seed: 3)
    var collector = BodyCollector(limit: 60_000, declared: declared, budget: budget)
    var expected: [UInt8] = []
    while expected.count < 59_000 {
      let piece = (0..<random.below(1000)).map { _ in UInt8(random.below(256)) }
      expected += piece
      #expect(collector.take(piece) == true)
      #expect(collector.bytes.count <= budget.inUse && budget.inUse <= 60_000)
    }
    #expect(collector.bytes == expected)
    #expect(collector.refusal == nil)
    #expect(collector.bytes.capacity >= collector.bytes.count + HTTPRequest.bodyPadding)
    collector.release()
    #expect(budget.inUse == 0)
    collector.release()
    #expect(budget.inUse == 0)
  }

  @Test func refusesAndStopsReading() {
    let budget = Budget(limit: 1000)
    var collector = BodyCollector(limit: 10, declared: nil, budget: budget)
    let piece = [UInt8](repeating: 1, count: 1 << 20)
    #expect(collector.take(piece) == true)
    #expect(collector.refusal == .tooLarge)
    #expect(budget.inUse == 0)
    for _ in 1..<16 { #expect(collector.take(piece) == true) }
    #expect(collector.take(piece) == false)
    var poor = BodyCollector(limit: 1 << 21, declared: nil, budget: budget)
    #expect(poor.take(piece) == true)
    #expect(poor.refusal == .outOfMemory)
  }
}

@Suite struct RequestIdentifiersTests {
  @Test func areUUIDsAndDistinct() {
    let make = RequestIdentifiers.generator()
    let other = RequestIdentifiers.generator()
    let made = (0..<10_000).flatMap { _ in [make(), other()] }
    #expect(Set(made).count == 20_000)
    #expect(made.allSatisfy { $0.utf8.count == 36 && Array($0.utf8)[14] == 0x34 })
  }
}
