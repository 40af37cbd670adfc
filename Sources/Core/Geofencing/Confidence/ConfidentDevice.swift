internal import Geodesy
internal import MusterValues

/// Confident evaluation of one device: its trace, and what is believed about each fence that it is not surely outside of.
///
/// Pure: the same fixes, fences and rules give the same transitions. The caller orders the fixes and ends the state's life
/// (`StateLife`).
public struct ConfidentDevice: Hashable, Sendable {
  public var trace: DeviceTrace
  /// By the fence's number; one that is missing is `ConfidentMembership.outside`.
  public var memberships: [Int32: ConfidentMembership]

  public init(trace: DeviceTrace = DeviceTrace(), memberships: [Int32: ConfidentMembership] = [:]) {
    self.trace = trace
    self.memberships = memberships
  }

  /// Takes in a fix and gives the transitions: every `exited` first, then by fence. A fix that can't be used, or is earlier
  /// than the last, gives none.
  public mutating func evaluate(
    _ fix: PositionFix, in fences: some FenceIndex, _ rules: ConfidenceRules
  ) -> [ConfidentTransition] {
    guard let evidence = trace.take(fix, rules) else { return [] }
    return step(evidence, fences, Self.candidates(near: evidence.mark, in: fences), rules)
  }

  /// Asks the newest usable fix again about fences that were put, replaced or linked since. It is the same fix: it
  /// confirms nothing that it said before.
  public mutating func reevaluate(
    _ changed: [Int32], in fences: some FenceIndex, _ rules: ConfidenceRules
  ) -> [ConfidentTransition] {
    guard let evidence = trace.evidence(rules) else { return [] }
    return step(evidence, fences, changed.sorted(), rules, only: Set(changed))
  }

  /// Drops what is believed about a fence that is no more; true when the device was confirmed inside, which is an EXIT.
  public mutating func forget(_ fence: Int32) -> Bool { memberships.removeValue(forKey: fence)?.isInside ?? false }

  /// The fences that a fix may say something about, ascending.
  static func candidates(near mark: DeviceTrace.Mark, in fences: some FenceIndex) -> [Int32] {
    let reach = BoundingBox(around: mark.position, cep68: mark.cep68)
    return fences.fences(meeting: reach)
  }

  private mutating func step(
    _ evidence: FixEvidence, _ fences: some FenceIndex, _ candidates: [Int32], _ rules: ConfidenceRules,
    only: Set<Int32>? = nil
  ) -> [ConfidentTransition] {
    var numbers = candidates
    if only == nil, !memberships.isEmpty {
      numbers = Set(candidates).union(memberships.keys).sorted()
    }
    var transitions: [ConfidentTransition] = []
    for fence in numbers {
      guard let shape = fences.shape(of: fence) else { continue }
      var membership = memberships[fence] ?? .outside
      let step = membership.step(evidence, shape, rules)
      memberships[fence] = membership == .outside ? nil : membership
      if let kind = step.kind {
        transitions.append(ConfidentTransition(fence: fence, kind: kind, probability: step.probability))
      }
    }
    let exits = transitions.filter { $0.kind == .exited }
    return exits.isEmpty ? transitions : exits + transitions.filter { $0.kind != .exited }
  }
}
