public import MusterValues

/// The rules by which a device's samples become transitions: a pure state machine.
///
/// `EvaluationState` x `PositionSample` -> `Evaluation`; `EvaluationState.apply` makes the next state of it. Which fences
/// hold a place is an input, so the rules are the same over any index.
///
/// - The point alone decides; a device's first sighting counts as having been outside everything.
/// - ENTER and EXIT of a fence strictly alternate within one life of a device's state.
/// - Order is by effective time. What is older than the newest evaluated sample changes nothing but the history.
public struct GeofenceEvaluator: Sendable, Equatable {
  /// nil evaluates every sample and stores none (BatchEvaluateGeofences).
  public let filter: PositionFilter?
  /// Whether samples that are not evaluated since they came too late go to the history, past the filter.
  public let keepsLateSamples: Bool

  public init(filter: PositionFilter?, keepsLateSamples: Bool = true) {
    self.filter = filter
    self.keepsLateSamples = keepsLateSamples
  }

  /// Decides about a sample.
  ///
  /// - Parameters:
  ///   - isKnown: whether this very sample (time and position) was accepted before. Asked only when it could have been.
  ///   - fences: the numbers of the fences that hold the sample's place, ascending. Asked only when it is evaluated.
  /// - Complexity: O(fences inside before and after), beside the two questions.
  public func evaluate(
    _ sample: PositionSample, in state: EvaluationState, isKnown: () -> Bool, fences: () -> [Int32]
  ) -> Evaluation {
    let order = SampleOrder.of(sample.mark, after: state.evaluated?.mark)
    if order == .heartbeat { return .heartbeat }
    // At or before a time seen already: perhaps the same sample again.
    if order != .newer || sample.sampleTime <= state.greatestSampleTime, isKnown() { return .repetition }
    guard order == .newer else {
      return .accepted(
        SampleDecision(
          order: order, isStored: filter != nil && keepsLateSamples, isEvaluated: false, endsStateLife: false,
          change: MembershipChange()))
    }
    let endsStateLife = state.hasEnded(at: sample.arrival)
    let verdict =
      filter?.decide(sample.filterReference, after: endsStateLife ? nil : state.reference)
      ?? PositionFilter.Decision(stores: false, evaluates: true)
    let change =
      verdict.evaluates
      ? MembershipChange(from: endsStateLife ? [] : state.inside, to: fences()) : MembershipChange()
    return .accepted(
      SampleDecision(
        order: order, isStored: verdict.stores, isEvaluated: verdict.evaluates, endsStateLife: endsStateLife,
        change: change))
  }

  /// Decides about the last evaluated sample once more, since fences or links changed.
  ///
  /// - Returns: nil when there is nothing to say: no sample was evaluated, or the state's life has ended.
  public static func reevaluate(
    _ state: EvaluationState, at moment: Timestamp, fences: (PositionSample) -> [Int32]
  ) -> MembershipChange? {
    guard let sample = state.evaluated, !state.hasEnded(at: moment) else { return nil }
    let change = MembershipChange(from: state.inside, to: fences(sample))
    return change.isEmpty ? nil : change
  }

  /// The order in which a batch's samples are decided: by sample time, equal times as they were given.
  ///
  /// - Parameter time: the sample time of each; a closure, since generic code is slow across modules.
  /// - Returns: nil when they are in order already.
  public static func order(of count: Int, time: (Int) -> Timestamp) -> [Int]? {
    var last = Timestamp.distantPast
    var isSorted = true
    for index in 0..<max(count, 0) {
      let next = time(index)
      if next < last {
        isSorted = false
        break
      }
      last = next
    }
    if isSorted { return nil }
    return (0..<count).sorted { (time($0), $0) < (time($1), $1) }
  }
}
