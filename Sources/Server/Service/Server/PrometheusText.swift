/// The metrics in Prometheus' text exposition format, version 0.0.4.
enum PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  static func render(
    _ metrics: ServiceMetrics, lastEventOrdinal: Int64, isReady: Bool,
    more: [(name: String, kind: String, value: Int)] = []
  ) -> String {
    var text = ""
    text += "# TYPE muster_requests_total counter\n"
    let used = metrics.requests.all.map { ($0.operation, $0.series, $0.series.byStatus.map(\.current)) }
    for (operation, _, counts) in used {
      for (index, count) in counts.enumerated() where count > 0 {
        let status = index < RequestMetrics.statuses.count ? String(RequestMetrics.statuses[index]) : "other"
        text += "muster_requests_total{operation=\"\(operation)\",status=\"\(status)\"} \(count)\n"
      }
    }
    text += "# TYPE muster_request_duration_seconds histogram\n"
    for (operation, series, counts) in used where counts.contains(where: { $0 > 0 }) {
      histogram(operation, series, &text)
    }
    single("muster_positions_total", "counter", metrics.positions.current, &text)
    single("muster_events_total", "counter", Int(lastEventOrdinal), &text)
    single("muster_event_streams", "gauge", metrics.openStreams.current, &text)
    single("muster_streamed_events_total", "counter", metrics.streamedEvents.current, &text)
    single("muster_ready", "gauge", isReady ? 1 : 0, &text)
    for (name, kind, value) in more { single(name, kind, value, &text) }
    return text
  }

  private static func histogram(_ operation: String, _ series: RequestMetrics.Series, _ text: inout String) {
    let name = "muster_request_duration_seconds"
    var total = 0
    for (index, bucket) in series.buckets.enumerated() {
      total += bucket.current
      let bound =
        index < RequestMetrics.bounds.count ? "\(Double(RequestMetrics.bounds[index]) / 1_000_000_000)" : "+Inf"
      text += "\(name)_bucket{operation=\"\(operation)\",le=\"\(bound)\"} \(total)\n"
    }
    text += "\(name)_sum{operation=\"\(operation)\"} \(Double(series.microseconds.current) / 1_000_000)\n"
    text += "\(name)_count{operation=\"\(operation)\"} \(total)\n"
  }

  private static func single(_ name: String, _ kind: String, _ value: Int, _ text: inout String) {
    text += "# TYPE \(name) \(kind)\n\(name) \(value)\n"
  }
}
