import TestSupport
import Testing

@testable import MusterCommandLine

@Suite struct ServerSentEventTests {
  private static let stream = Array(
    "\u{FEFF}: hello\n\nid: 1\ndata: a\ndata:b\n\nid: 2\r\nevent: x\r\ndata:  é€\r\n\r\ndata\rretry: 5\runknown: y\r\rid\ndata: z\n\nid: 9\ndata: lost"
      .utf8)

  private static let expected = [
    ServerSentEvent(id: "1", type: "message", data: "a\nb"), ServerSentEvent(id: "2", type: "x", data: " é€"),
    ServerSentEvent(id: "2", type: "message", data: ""), ServerSentEvent(id: "", type: "message", data: "z"),
  ]

  @Test func readsWhole() {
    var parser = ServerSentEventParser()
    #expect(parser.take(Self.stream) == Self.expected)
  }

  @Test func readsSplitAtAnyByte() {
    for first in 0...Self.stream.count {
      var parser = ServerSentEventParser()
      #expect(parser.take(Self.stream[..<first]) + parser.take(Self.stream[first...]) == Self.expected)
    }
    var parser = ServerSentEventParser()
    #expect(Self.stream.flatMap { parser.take([$0]) } == Self.expected)
  }

  @Test func readsSplitAtRandom() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      var parser = ServerSentEventParser()
      var rest = Self.stream[...]
      var events: [ServerSentEvent] = []
      while !rest.isEmpty {
        let count = Int.random(in: 1...9, using: &random)
        events += parser.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(events == Self.expected)
    }
  }

  @Test func anIdWithNulIsIgnored() {
    var parser = ServerSentEventParser()
    #expect(parser.take(Array("id: a\nid: b\0\ndata: x\n\n".utf8)).map(\.id) == ["a"])
  }

  @Test func aLineThatIsTooLongIsDropped() {
    var parser = ServerSentEventParser()
    var bytes = Array("data: ".utf8)
    bytes += [UInt8](repeating: 0x61, count: ServerSentEventParser.limit + 10)
    #expect(parser.take(bytes).isEmpty)
    #expect(parser.take(Array("\n\ndata: ok\n\n".utf8)).map(\.data) == ["ok"])
  }
}
