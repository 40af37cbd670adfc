public import MusterValues

/// What the evaluator knows of one device of one source.
public struct EvaluationState: Sendable, Equatable {
  /// Arrival of the last accepted sample or heartbeat of the present state's life.
  public var lastHeard = Timestamp.distantPast
  /// The greatest sample time accepted, evaluated or not: a later one can't be a repetition.
  public var greatestSampleTime = Timestamp.distantPast
  /// The last evaluated sample.
  public var evaluated: PositionSample?
  /// The last sample that the filter stored: what the next one is compared with.
  public var reference: PositionFilter.Reference?
  /// Numbers of the fences the device is inside of, ascending.
  public var inside: [Int32] = []
  /// What the rules of fences remember.
  public var memories = FenceMemories()

  public init() {}

  /// Whether the device was silent for longer than a state lives.
  public func hasEnded(at moment: Timestamp) -> Bool {
    evaluated != nil && StateLife.hasEnded(lastSample: lastHeard, at: moment)
  }

  /// Takes in what was decided about a sample; what the rules of fences remember of it comes after, by
  /// `memories.take`. The same function serves a live decision and one read back from a log.
  public mutating func apply(_ decision: SampleDecision, of sample: PositionSample) {
    // Of a state that has ended, only a newer sample starts another: what was late can't bring it back.
    if decision.order == .newer { lastHeard = max(lastHeard, sample.arrival) } else { hear(at: sample.arrival) }
    greatestSampleTime = max(greatestSampleTime, sample.sampleTime)
    if decision.endsStateLife {
      inside = []
      reference = nil
      memories = FenceMemories()
    }
    if decision.isEvaluated { evaluated = sample }
    if decision.isStored, decision.order == .newer { reference = sample.filterReference }
    apply(decision.change)
  }

  /// Takes in a change of membership that no sample made.
  public mutating func apply(_ change: MembershipChange) {
    guard !change.isEmpty else { return }
    if change.left.count > 16 {
      let left = Set(change.left)
      inside.removeAll(where: left.contains)
    } else {
      inside.removeAll(where: change.left.contains)
    }
    inside.append(contentsOf: change.entered)
    inside.sort()
  }

  /// The newest sample came again, or an older one: the device lives, nothing else.
  public mutating func hear(at arrival: Timestamp) {
    guard !StateLife.hasEnded(lastSample: lastHeard, at: arrival) else { return }
    lastHeard = max(lastHeard, arrival)
  }
}
