/// What was decided about an accepted sample.
public struct SampleDecision: Sendable, Equatable {
  /// Never a heartbeat.
  public let order: SampleOrder
  /// Whether the tracker's history shows it.
  public let isStored: Bool
  public let isEvaluated: Bool
  /// The device was silent for longer than a state lives: its membership starts from nothing.
  public let endsStateLife: Bool
  public let change: MembershipChange

  public init(
    order: SampleOrder, isStored: Bool, isEvaluated: Bool, endsStateLife: Bool, change: MembershipChange
  ) {
    self.order = order
    self.isStored = isStored
    self.isEvaluated = isEvaluated
    self.endsStateLife = endsStateLife
    self.change = change
  }
}

/// What a sample is to a device's state.
public enum Evaluation: Sendable, Equatable {
  /// The newest sample again: 'last heard' moves, nothing else.
  case heartbeat
  /// A sample that was accepted before: changes nothing.
  case repetition
  case accepted(SampleDecision)
}
