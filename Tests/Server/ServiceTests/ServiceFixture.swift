import AmazonLocation
import Foundation
import Geodesy
import Geofencing
import MusterHTTPServer
import MusterIdentity
import MusterJSON
import MusterRuntime
import MusterValues

@testable import MusterService

/// Lets everybody in who does not call himself a stranger; writes down what it was asked.
final class FakeGate: RequestGate {
  let questions = Locked<[AccessQuestion]>([])
  let denied: String?

  init(denied: String? = nil) { self.denied = denied }

  func caller(
    of request: HTTPRequest, service: String, arrived: Timestamp
  ) -> Result<Principal, ProtocolFailure> {
    guard request.headers["Stranger"] == nil else {
      return .failure(ProtocolFailure(status: 403, code: "MissingAuthenticationTokenException", message: "Who?"))
    }
    return .success(.root(account: "000000000000", accessKey: "AKTEST"))
  }

  func refusal(_ caller: Principal, _ question: () -> AccessQuestion) -> ProtocolFailure? {
    let question = question()
    questions.withLock { $0.append(question) }
    return question.action == denied
      ? ProtocolFailure(ServiceError(.accessDenied, "User is not authorized to perform: \(question.action)")) : nil
  }
}

struct FixedClock: WallClock {
  let time: Timestamp

  func now() -> Timestamp { time }
}

/// The whole service over a fake ledger, without a socket.
final class ServiceFixture: Sendable {
  static let clock = FixedClock(time: Timestamp(milliseconds: 1_700_000_000_000))

  let ledger = FakeLedger()
  let gate: FakeGate
  let metrics = ServiceMetrics()
  let workers: WorkerPool
  let heartbeats = Heartbeats(every: nil)
  let log = Locked<[String]>([])
  let isDraining = Locked(false)
  let handler: ServerHandler

  init(denied: String? = nil, workerCapacity: Int = 1000, rules: FenceRuleReader? = nil) {
    let partition = ResourcePartition()
    let gate = FakeGate(denied: denied)
    let workers = WorkerPool(threads: 1, capacity: workerCapacity)
    let log = log
    self.gate = gate
    self.workers = workers
    handler = ServerHandler(
      location: LocationAPI(
        service: LocationService(
          ledger: ledger, partition: partition, tokens: PaginationTokens(key: Array(repeating: 9, count: 32)),
          clock: Self.clock, rules: rules),
        gate: gate, decoder: RequestDecoder(profile: .muster), workers: workers, metrics: metrics),
      events: EventStreamEndpoint(
        ledger: ledger, partition: partition, gate: gate, clock: Self.clock, workers: workers, heartbeats: heartbeats,
        metrics: metrics),
      health: HealthEndpoints(ledger: ledger, metrics: metrics, isDraining: isDraining, moreMetrics: { [] }),
      observer: ExchangeObserver(
        clock: SystemMonotonicClock(), metrics: metrics,
        accessLog: Logger(
          clock: Self.clock, sink: { line in log.withLock { $0.append(String(decoding: line, as: UTF8.self)) } })))
  }

  func reply(
    _ method: String, _ target: String, _ body: String = "", headers: [(String, String)] = []
  ) async -> HTTPReply {
    await withCheckedContinuation { continuation in
      handler.handle(
        HTTPRequest(method: method, target: target, headers: headers, body: Array(body.utf8), id: "request-1"),
        reply: HTTPReplier { continuation.resume(returning: $0) })
    }
  }

  func call(
    _ method: String, _ target: String, _ body: String = "", headers: [(String, String)] = []
  ) async throws -> Answer {
    guard case .response(let response) = await reply(method, target, body, headers: headers) else { throw NoResponse() }
    return Answer(response: response)
  }

  struct NoResponse: Error {}
}

struct Answer {
  let response: HTTPResponse

  var status: Int { response.status }
  var text: String { String(decoding: response.body, as: UTF8.self) }
  var errorType: String? { header("x-amzn-ErrorType") }

  func header(_ name: String) -> String? { response.headers.first { $0.0 == name }?.1 }
  func json() throws -> JSONValue { try JSON.parse(response.body) }
}
