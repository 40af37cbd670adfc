internal import MusterRuntime
internal import MusterValues

/// What is written down about requests: never a position, never a secret.
final class ExchangeObserver: Sendable {
  let clock: any MonotonicClock
  private let metrics: ServiceMetrics
  /// nil: no access log.
  private let accessLog: Logger?

  init(clock: any MonotonicClock, metrics: ServiceMetrics, accessLog: Logger?) {
    self.clock = clock
    self.metrics = metrics
    self.accessLog = accessLog
  }

  func observe(
    requestID: String, operation: String?, status: Int, nanoseconds: UInt64, accessKeyID: String?, bytesIn: Int,
    bytesOut: Int, error: String?
  ) {
    metrics.requests.count(operation: operation, status: status, nanoseconds: nanoseconds)
    guard let accessLog else { return }
    // Probes come all the time and say nothing as long as all is well.
    let isProbe = operation == "Health" && status == 200
    guard accessLog.level <= (isProbe ? .debug : .info) else { return }
    var line: [(String, JSONValue)] = [
      ("request", .string(requestID)),
      ("operation", operation.map { .string($0) } ?? .null),
      ("status", .integer(Int64(status))),
      ("milliseconds", .number(Double(nanoseconds / 1000) / 1000)),
      ("accessKey", accessKeyID.map { .string($0) } ?? .null),
      ("bytesIn", .integer(Int64(bytesIn))),
      ("bytesOut", .integer(Int64(bytesOut))),
    ]
    if let error { line.append(("error", .string(error))) }
    accessLog.log(isProbe ? .debug : .info, "request", line)
  }
}
