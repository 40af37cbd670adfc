internal import AmazonLocation

/// What the server counts about itself.
public final class ServiceMetrics: Sendable {
  public let requests = RequestMetrics()
  /// Positions whose batch was answered 200, refused items included.
  public let positions = Counter()
  /// Event streams that are open now.
  public let openStreams = Counter()
  /// Events written to streams.
  public let streamedEvents = Counter()

  public init() {}
}

/// Requests by operation, with their statuses and durations.
public final class RequestMetrics: Sendable {
  /// Upper bounds of the duration histogram's buckets, in nanoseconds: 0.5 ms to 10 s.
  static let bounds: [UInt64] = [
    500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
    500_000_000, 1_000_000_000, 2_500_000_000, 10_000_000_000,
  ]
  static let statuses = [200, 400, 402, 403, 404, 409, 413, 429, 500, 503]
  /// What has no operation's name is counted here.
  static let otherOperation = "other"

  final class Series: Sendable {
    /// One for each of `statuses`, and one for all others.
    let byStatus: [Counter] = (0...RequestMetrics.statuses.count).map { _ in Counter() }
    /// One for each bound, and one for all above.
    let buckets: [Counter] = (0...RequestMetrics.bounds.count).map { _ in Counter() }
    let microseconds = Counter()
  }

  let series: [String: Series]
  private let other = Series()

  init() {
    var series: [String: Series] = [:]
    for operation in LocationOperation.allCases { series[operation.rawValue] = Series() }
    for definition in LocationOperation.extensions { series[definition.name] = Series() }
    for name in ["WatchEvents", "Health", "Metrics"] { series[name] = Series() }
    self.series = series
  }

  func count(operation: String?, status: Int, nanoseconds: UInt64) {
    let series = operation.flatMap { self.series[$0] } ?? other
    series.byStatus[Self.statuses.firstIndex(of: status) ?? Self.statuses.count].add()
    series.buckets[Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count].add()
    series.microseconds.add(Int(clamping: nanoseconds / 1000))
  }

  /// Every series, by name.
  var all: [(operation: String, series: Series)] {
    series.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } + [(Self.otherOperation, other)]
  }
}
