/// The metrics in Prometheus' text exposition format, version 0.0.4.
enum PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  static func render(
    _ metrics: ServiceMetrics, lastEventOrdinal: Int64, isReady: Bool,
    more: [Metric] = []
  ) -> String {
    var text = ""
    head("muster_requests_total", .counter, "Requests answered, by operation and HTTP status.", &text)
    let used = metrics.requests.all.map { ($0.operation, $0.series, $0.series.byStatus.map(\.current)) }
    for (operation, _, counts) in used {
      for (index, count) in counts.enumerated() where count > 0 {
        let status = index < RequestMetrics.statuses.count ? String(RequestMetrics.statuses[index]) : "other"
        text += "muster_requests_total{operation=\"\(operation)\",status=\"\(status)\"} \(count)\n"
      }
    }
    head("muster_request_duration_seconds", .histogram, "Time from a request's last byte to its reply.", &text)
    for (operation, series, counts) in used where counts.contains(where: { $0 > 0 }) {
      histogram(operation, series, &text)
    }
    let own = [
      Metric(
        "muster_positions_total", .counter, "Positions in batches answered 200, refused items included.",
        metrics.positions.current),
      Metric("muster_events_total", .counter, "Geofence events committed, ever.", Int(lastEventOrdinal)),
      Metric("muster_event_streams", .gauge, "Event streams open now.", metrics.openStreams.current),
      Metric(
        "muster_streamed_events_total", .counter, "Events written to event streams.", metrics.streamedEvents.current),
      Metric("muster_ready", .gauge, "1 when changes can be stored, else 0.", isReady ? 1 : 0),
    ]
    for metric in own + more {
      head(metric.name, metric.kind, metric.help, &text)
      text += "\(metric.name) \(metric.value)\n"
    }
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

  private static func head(_ name: String, _ kind: Metric.Kind, _ help: String, _ text: inout String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }
}
