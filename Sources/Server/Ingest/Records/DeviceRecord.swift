internal import AmazonLocation
internal import Geodesy
internal import Geofencing
internal import MusterValues

/// What the server knows of one device of one source.
///
/// Changed by `apply` only, on the live path and in recovery alike, so that both come to the same state.
struct DeviceRecord: Sendable, Equatable {
  let number: Int32
  /// The tracker's or collection's number.
  let source: Int32
  let id: Identifier
  /// Order, filter, membership.
  var state = EvaluationState()
  /// What is believed by the accuracy of fixes; membership follows it in collections that ask for that.
  var confidence = DeviceConfidence.none
  /// Of the last evaluated sample.
  var evaluatedProperties = PropertyMap()
  /// The stored sample that is last in the device's order: by effective time, then sample time. A sample ahead of the
  /// clock thus gives way to the next one that arrives, not only when real time has passed it.
  var latest: Sample?
  /// Samples of a deleted history that were ahead of the clock: should they come again, they are no news.
  var forgotten: [SampleIdentity] = []
  /// Counts this device's events; never reset, so that an event's id is never used again.
  var nextOrdinal: Int64 = 0

  init(number: Int32, source: Int32, id: Identifier) {
    self.number = number
    self.source = source
    self.id = id
  }

  /// Numbers of the fences the device is inside of, ascending.
  var inside: [Int32] { state.inside }

  /// The last evaluated sample.
  var evaluated: Sample? { state.evaluated.map { Sample($0, properties: evaluatedProperties) } }

  mutating func apply(_ entry: SampleEntry) {
    let sample = entry.sample
    state.apply(entry.decision, of: sample.observation)
    if entry.decision.endsStateLife { confidence = .none }
    if entry.decision.isEvaluated { evaluatedProperties = sample.properties }
    if entry.decision.isStored, latest.map({ sample.isLater(than: $0) }) ?? true { latest = sample }
    apply(entry.effects)
  }

  mutating func apply(_ change: MembershipChange, _ effects: DecisionEffects) {
    state.apply(change)
    apply(effects)
  }

  private mutating func apply(_ effects: DecisionEffects) {
    nextOrdinal += effects.ordinals
    if let changed = effects.confidence { confidence = changed }
    if !effects.memories.isEmpty { state.memories.take(effects.memories) }
  }

  mutating func forgetHistory(keeping identities: [SampleIdentity]) {
    latest = nil
    state.reference = nil
    forgotten = identities
  }
}

/// What a decision leaves behind beside the change of membership.
struct DecisionEffects: Sendable, Equatable {
  /// How many event ordinals the decision took: one for each event it made.
  var ordinals: Int64 = 0
  /// What the rules of fences remember otherwise now; empty memories are forgotten.
  var memories: [FenceMemory] = []
  /// What is believed now, where that changed.
  var confidence: DeviceConfidence?
}
