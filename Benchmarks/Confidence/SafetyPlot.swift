internal import Foundation
internal import MovementSimulation

/// False-safe seconds of every scenario as a bar chart on a logarithmic scale; readable on light and on dark, and at the
/// width of a phone.
struct SafetyPlot {
  private static let width = 640.0
  private static let left = 96.0
  private static let right = 70.0
  private static let rowHeight = 52.0
  private static let top = 78.0
  /// Seconds per member-hour at the axis' ends.
  private static let least = 0.1
  private static let most = 1000.0

  private let rows: [(name: String, amazon: Double, confident: Double)]

  init(_ report: SimulateReport) {
    rows = report.rows.map { ($0.scenario, $0.measures[0].falseSafeAlive, $0.measures[2].falseSafeAlive) }
  }

  private func x(_ value: Double) -> Double {
    let share = log10(max(value, Self.least) / Self.least) / log10(Self.most / Self.least)
    return Self.left + min(1, share) * (Self.width - Self.left - Self.right)
  }

  private func text(_ x: Double, _ y: Double, _ text: String, _ attributes: String = "") -> String {
    String(format: "<text x=\"%.1f\" y=\"%.1f\" \(attributes)>\(text)</text>\n", x, y)
  }

  private func bar(_ y: Double, _ value: Double, _ name: String) -> String {
    String(
      format: "<rect class=\"\(name)\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"17\" rx=\"2\"/>\n", Self.left, y,
      max(2, x(value) - Self.left)) + text(x(value) + 5, y + 14, String(format: value < 10 ? "%.1f" : "%.0f", value))
  }

  var svg: String {
    let height = Self.top + Double(rows.count) * Self.rowHeight + 44
    var body = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 \(Int(height))" role="img" \
      aria-label="False-safe seconds per member-hour by scenario, Amazon's rule and confident evaluation">
      <style>
      svg { font: 16px system-ui, sans-serif; background: #ffffff; }
      text { fill: #1f2328; } .small { font-size: 14px; } .title { font-weight: 600; font-size: 18px; }
      .grid { stroke: #d0d7de; } .amazon { fill: #b35900; } .confident { fill: #0f6fb8; } .page { fill: #ffffff; }
      @media (prefers-color-scheme: dark) {
        svg { background: #0d1117; } .page { fill: #0d1117; } text { fill: #e6edf3; } .grid { stroke: #3d444d; }
        .amazon { fill: #f0983e; } .confident { fill: #58a6ff; }
      }
      </style>
      <rect class="page" width="640" height="\(Int(height))"/>

      """
    body += text(16, 28, "Shown safe but outside, seconds per member-hour", "class=\"title\"")
    body += "<rect class=\"amazon\" x=\"16\" y=\"42\" width=\"14\" height=\"14\"/>\n"
    body += text(36, 55, "Amazon's rule")
    body += "<rect class=\"confident\" x=\"166\" y=\"42\" width=\"14\" height=\"14\"/>\n"
    body += text(186, 55, "confident evaluation (phones alive, log scale)")
    let bottom = Self.top + Double(rows.count) * Self.rowHeight
    for value in [0.1, 1.0, 10, 100, 1000] {
      body += String(
        format: "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", x(value), x(value),
        Self.top - 8, bottom)
      body += text(x(value), bottom + 20, value < 1 ? "0.1" : "\(Int(value))", "class=\"small\" text-anchor=\"middle\"")
    }
    for (index, row) in rows.enumerated() {
      let y = Self.top + Double(index) * Self.rowHeight
      body += text(Self.left - 10, y + 24, row.name, "text-anchor=\"end\"")
      body += bar(y, row.amazon, "amazon") + bar(y + 19, row.confident, "confident")
    }
    return body + "</svg>\n"
  }
}
