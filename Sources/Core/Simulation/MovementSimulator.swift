public import MusterValues

/// A crew on the move: the same movers, start and seed give the same fixes.
public struct MovementSimulator: Sendable {
  private var states: [MoverState]
  private var now: Timestamp

  public init(movers: [SimulatedMover], start: Timestamp, seed: UInt64, noise: PositionNoise = .phone) {
    var seeds = SimulationRandom(seed: seed)
    states = movers.map { MoverState($0, noise: noise, start: start, random: SimulationRandom(seed: seeds.next())) }
    now = start
  }

  /// Lets time run to `time` and returns the fixes on the way, in order of time. A time before the last one gives none.
  ///
  /// Costs as much as the fixes returned: elapsed time over reporting interval for each mover.
  public mutating func step(to time: Timestamp) -> [SimulatedFix] {
    guard time >= now else { return [] }
    now = time
    var fixes: [SimulatedFix] = []
    for index in states.indices {
      while let fix = states[index].report(by: time) { fixes.append(fix) }
    }
    return fixes.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
  }
}
