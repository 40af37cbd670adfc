internal import Foundation
internal import Geofencing
internal import MovementSimulation

/// Figures of every rule in every scenario.
struct SimulateReport: Sendable {
  struct Row: Sendable {
    let scenario: String
    let measures: [CrewMeasure]
  }

  let rules: [SafetyRule]
  let rows: [Row]

  static func run(_ options: SimulateOptions, rules numbers: ConfidenceRules = ConfidenceRules()) -> SimulateReport {
    let recordings = options.logs.map(RecordedLogs.read) ?? []
    if recordings.isEmpty {
      FileHandle.standardError.write(Data("muster-simulate: no recorded logs (--logs FOLDER); no replay\n".utf8))
    }
    let rules = [.amazon, .threshold, .confident(numbers)] + SafetyRule.ablations(numbers)
    let simulation = CrewSimulation(membersPerSeed: options.members, recordings: recordings)
    let scenarios = CrewScenario.synthetic + (recordings.isEmpty ? [] : [.replay])
    var rows = scenarios.map { scenario in
      var scenario = scenario
      scenario.hasFixedIntervals = options.hasFixedIntervals
      scenario.hasPoorAccuracy = options.hasPoorAccuracy
      let empty = [CrewMeasure](repeating: CrewMeasure(), count: rules.count)
      let measures = options.seeds.reduce(empty) { sum, seed in
        zip(sum, simulation.run(scenario, seed: seed, rules: rules)).map { $0 + $1 }
      }
      return Row(scenario: scenario.name, measures: measures)
    }
    let all = rules.indices.map { rule in rows.reduce(CrewMeasure()) { $0 + $1.measures[rule] } }
    rows.append(Row(scenario: "all", measures: all))
    return SimulateReport(rules: rules, rows: rows)
  }

  /// How many times fewer false-safe seconds the confident rule has than Amazon's.
  static func ratio(_ row: Row, _ rule: Int, _ value: (CrewMeasure) -> Double) -> Double {
    value(row.measures[0]) / max(value(row.measures[rule]), 1e-9)
  }

  var table: String {
    var text = ""
    for row in rows {
      text += "\(row.scenario)\n"
      text += "  rule                      false-safe s/h (alive, ratio)   shown safe  deep  false exits/h  enters/h"
      text += "  unsafe p50/p95  exit p50/p95  p50/limit\n"
      for (index, rule) in rules.enumerated() {
        let m = row.measures[index]
        text += String(
          format: "  %-24@ %9.2f %9.2f %7.1fx %9.1f %% %5.1f %%  %9.3f %9.3f   %5.0f %5.0f   %6.0f %6.0f  %6.2f\n",
          rule.name as NSString,
          m.falseSafe, m.falseSafeAlive, Self.ratio(row, index, \.falseSafeAlive), 100 * m.shownSafe,
          100 * m.shownSafeDeep, m.falseAlarms,
          m.falseArrivals, m.delayUntilUnsafe(0.5), m.delayUntilUnsafe(0.95), m.delayUntilExit(0.5),
          m.delayUntilExit(0.95), m.medianExitDelayInLimits)
      }
    }
    return text
  }

  /// One JSON object a line for every scenario and rule.
  var json: String {
    rows.flatMap { row in
      rules.enumerated().map { index, rule in
        let m = row.measures[index]
        let figures: [(String, Double)] = [
          ("falseSafeSecondsPerHour", m.falseSafe), ("falseSafeSecondsPerHourAlive", m.falseSafeAlive),
          ("ratioToAmazonAlive", Self.ratio(row, index, \.falseSafeAlive)), ("shownSafe", m.shownSafe),
          ("shownSafeDeep", m.shownSafeDeep),
          ("falseExitsPerHour", m.falseAlarms), ("falseEntersPerHour", m.falseArrivals),
          ("unsafeDelayMedian", m.delayUntilUnsafe(0.5)), ("unsafeDelayP95", m.delayUntilUnsafe(0.95)),
          ("exitDelayMedian", m.delayUntilExit(0.5)), ("exitDelayP95", m.delayUntilExit(0.95)),
          ("exitDelayMedianInLimits", m.medianExitDelayInLimits), ("departures", Double(m.departures.count)),
          ("memberHours", Double(m.memberSeconds) / 3600),
        ]
        let values = figures.map { "\"\($0.0)\":\($0.1.isFinite ? "\($0.1)" : "null")" }.joined(separator: ",")
        return "{\"scenario\":\"\(row.scenario)\",\"rule\":\"\(rule.name)\",\(values)}"
      }
    }.joined(separator: "\n")
  }
}
