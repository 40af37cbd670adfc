/// Compares rules on the same members, fixes and truth: pure, so that a seed always gives the same figures.
public struct CrewSimulation: Sendable {
  public var membersPerSeed: Int
  /// Seconds of a run.
  public var duration: Int
  public var recordings: [RecordedError]

  public init(membersPerSeed: Int = 20, duration: Int = 3 * 3600, recordings: [RecordedError] = []) {
    self.membersPerSeed = membersPerSeed
    self.duration = duration
    self.recordings = recordings
  }

  /// The rules' figures in one scenario, in the order of `rules`.
  public func run(_ scenario: CrewScenario, seed: UInt64, rules: [SafetyRule]) -> [CrewMeasure] {
    var seeds = SimulationRandom(seed: seed)
    var measures = [CrewMeasure](repeating: CrewMeasure(), count: rules.count)
    for _ in 0..<membersPerSeed {
      var random = SimulationRandom(seed: seeds.next())
      guard let member = CrewMember(scenario, seconds: duration, recordings: recordings, &random) else { continue }
      for (index, rule) in rules.enumerated() { measures[index].add(rule.judge(member), member) }
    }
    return measures
  }
}
