import Foundation
import MusterHTTPServer
import MusterRuntime
import MusterStorage
import Testing

@testable import MusterService

@Suite struct EventStreamTests {
  let service = ServiceFixture()

  /// Reads a stream the way the HTTP server does.
  final class Reader: Sendable {
    let source: any HTTPStreamSource
    private let wakes: AsyncStream<Void>
    private let text = Locked("")

    init(_ source: any HTTPStreamSource) {
      self.source = source
      let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
      self.wakes = wakes
      source.attach { continuation.yield() }
    }

    /// Reads until the text ends as wanted, or the stream does.
    func read(maximum: Int = 1000, until isDone: (String) -> Bool) async -> String {
      var iterator = wakes.makeAsyncIterator()
      while true {
        switch source.next(maximum: maximum) {
        case .bytes(let bytes):
          text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
          if isDone(text.withLock { $0 }) { return text.withLock { $0 } }
        case .wait:
          if isDone(text.withLock { $0 }) { return text.withLock { $0 } }
          await iterator.next()
        case .end: return text.withLock { $0 } + "END"
        }
      }
    }
  }

  private func open(_ query: String = "", headers: [(String, String)] = []) async throws -> Reader {
    guard
      case .stream(let status, let headers, let source) = await service.reply(
        "GET", "/muster/v1/events" + query, headers: headers)
    else { throw ServiceFixture.NoResponse() }
    #expect(status == 200)
    #expect(headers.contains { $0 == ("Content-Type", "text/event-stream") })
    return Reader(source)
  }

  private func event(_ ordinal: Int64) -> String {
    "id: \(EventIdentifier(high: 7, low: UInt64(ordinal)).uuid)\ndata: {\"n\":\(ordinal)}\n\n"
  }

  @Test func beginsWithWhatIsNew() async throws {
    service.ledger.publish(3)
    let reader = try await open()
    service.ledger.publish(2)
    let text = await reader.read { $0.contains("\"n\":5}") }
    #expect(text == "retry: 1000\n\n" + event(4) + event(5))
    service.ledger.publish(1)
    #expect(await reader.read { $0.contains("\"n\":6}\n\n") }.hasSuffix(event(6)))
  }

  @Test func beginsAtTheStartAndMissesNothing() async throws {
    service.ledger.publish(200)
    let reader = try await open("?from=start")
    let text = await reader.read(maximum: 7) { $0.hasSuffix("\"n\":200}\n\n") }
    #expect(text == "retry: 1000\n\n" + (1...200).map { event($0) }.joined())
  }

  @Test func continuesAfterAnEvent() async throws {
    service.ledger.publish(5)
    let third = EventIdentifier(high: 7, low: 3).uuid
    let byQuery = try await open("?after=\(third)")
    #expect(await byQuery.read { $0.hasSuffix(event(5)) } == "retry: 1000\n\n" + event(4) + event(5))
    let byHeader = try await open("?from=start", headers: [("Last-Event-ID", third)])
    #expect(await byHeader.read { $0.hasSuffix(event(5)) } == "retry: 1000\n\n" + event(4) + event(5))
  }

  @Test(arguments: [
    "?after=nonsense", "?after=00000000-0000-0000-0000-000000000009", "?from=yesterday", "?from=%2",
    "?after=00000000-0000-0000-0000-000000000009&from=start",
  ])
  func refusesUnknownPlaces(_ query: String) async throws {
    let answer = try await service.call("GET", "/muster/v1/events" + query)
    #expect(answer.status == 400)
    #expect(answer.errorType == "ValidationException")
  }

  @Test func isForTheAllowedOnly() async throws {
    #expect(try await service.call("GET", "/muster/v1/events", headers: [("Stranger", "1")]).status == 403)
    let strict = ServiceFixture(denied: "muster:WatchEvents")
    #expect(try await strict.call("GET", "/muster/v1/events").errorType == "AccessDeniedException")
    #expect(try await service.call("POST", "/muster/v1/events").status == 405)
  }

  @Test func beatsWhenQuietAndForgetsWhoLeft() async throws {
    let reader = try await open()
    _ = await reader.read { !$0.isEmpty }
    service.heartbeats.beat()
    #expect(await reader.read { $0.hasSuffix(": \n\n") } == "retry: 1000\n\n: \n\n")
    #expect(service.metrics.openStreams.current == 1)
    reader.source.cancelled()
    reader.source.cancelled()
    #expect(service.metrics.openStreams.current == 0)
    #expect(service.ledger.state.withLock { $0.wakes.isEmpty })
    if case .end = reader.source.next(maximum: 10) {} else { Issue.record("a cancelled stream goes on") }
  }

  @Test func aSlowReaderHoldsOnePage() async throws {
    let reader = try await open("?from=start")
    service.ledger.publish(10_000)
    _ = await reader.read { $0.contains("\"n\":1}") }
    // Everything after the first page is still in the log; the reader gets it when it asks.
    let text = await reader.read(maximum: 1 << 20) { $0.hasSuffix("\"n\":10000}\n\n") }
    #expect(text.components(separatedBy: "id: ").count == 10_001)
  }
}
