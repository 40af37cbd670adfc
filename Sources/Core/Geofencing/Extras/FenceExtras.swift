internal import Geodesy
public import MusterValues

/// Dwell, approach and passing: what the rules of fences make of an evaluated sample. A pure function.
public struct FenceExtras: Sendable, Equatable {
  /// An approach is told again only after the device was beyond this many times the distance asked for.
  public static let release = 1.1

  /// Passed through first, then approaches, then stays; each by fence number.
  public private(set) var notices: [FenceNotice] = []
  /// The memories that changed; empty ones are forgotten.
  public private(set) var memories: [FenceMemory] = []

  public var isEmpty: Bool { notices.isEmpty && memories.isEmpty }

  private init() {}

  /// - Parameters:
  ///   - state: before the sample.
  ///   - decision: about the sample, which is evaluated.
  ///   - isSeen: whether the sample shows the device in a fence that it is a member of. Where accuracy is weighed, a
  ///     member may stay one by a sample from elsewhere.
  public static func of(
    _ sample: PositionSample, _ decision: SampleDecision, in state: EvaluationState, _ fences: some FenceSurroundings,
    isSeen: (Int32) -> Bool = { _ in true }
  ) -> FenceExtras {
    var extras = FenceExtras()
    let moment = sample.effectiveTime
    var after = decision.endsStateLife ? EvaluationState() : state
    let known = after.memories
    let before = after.inside
    after.apply(decision.change)
    extras.findPassed(sample, from: decision.endsStateLife ? nil : state.evaluated, before, after.inside, fences)
    let near = fences.near(sample.position, at: moment).filter { !after.inside.contains($0.fence) }
    extras.remember(
      known, inside: after.inside, entered: decision.change.entered, near: near, at: moment, fences, isSeen)
    extras.notices.sort { ($0.rank, $0.fence) < ($1.rank, $1.fence) }
    return extras
  }

  /// What a change of membership that no sample made leaves in the memories. It tells nothing.
  public static func of(
    _ change: MembershipChange, in state: EvaluationState, at moment: Timestamp, _ fences: some FenceSurroundings
  ) -> FenceExtras {
    var extras = FenceExtras()
    for fence in change.left + change.entered {
      let rules = fences.rules(of: fence, at: moment)
      let isInside = change.entered.contains(fence)
      var memory = FenceMemory(fence: fence)
      if isInside, rules?.dwell != nil { memory.entered = moment }
      memory.hasApproached = rules?.approach != nil
      extras.note(memory, instead: state.memories[fence])
    }
    return extras
  }

  private mutating func findPassed(
    _ sample: PositionSample, from previous: PositionSample?, _ before: [Int32], _ after: [Int32],
    _ fences: some FenceSurroundings
  ) {
    guard let previous else { return }
    let moment = sample.effectiveTime
    let elapsed = moment.milliseconds(since: previous.effectiveTime)
    for fence in fences.crossed(from: previous.position, to: sample.position, at: moment)
    where !before.contains(fence) && !after.contains(fence) {
      guard let limit = fences.rules(of: fence, at: moment)?.passing, elapsed <= limit else { continue }
      notices.append(FenceNotice(.passedThrough(since: previous.effectiveTime), fence: fence))
    }
  }

  private mutating func remember(
    _ known: FenceMemories, inside: [Int32], entered: [Int32], near: [(fence: Int32, distance: Double)],
    at moment: Timestamp, _ fences: some FenceSurroundings, _ isSeen: (Int32) -> Bool
  ) {
    for fence in Set(inside).union(near.map(\.fence)).union(known.entries.map(\.fence)) {
      let old = known[fence]
      var new = FenceMemory(fence: fence)
      let rules = fences.rules(of: fence, at: moment)
      if inside.contains(fence) {
        if let dwell = rules?.dwell {
          stay(&new, since: entered.contains(fence) ? nil : old, isSeen(fence) ? dwell : .max, at: moment)
        }
        new.hasApproached = rules?.approach != nil
      } else if let distance = near.first(where: { $0.fence == fence })?.distance, let asked = rules?.approach {
        if distance <= asked, !old.hasApproached { notices.append(FenceNotice(.approach(distance), fence: fence)) }
        new.hasApproached = old.hasApproached || distance <= asked
      }
      note(new, instead: old)
    }
    memories.sort { $0.fence < $1.fence }
  }

  /// A stay counts from its ENTER, or from the first sample after dwell was asked for.
  private mutating func stay(_ memory: inout FenceMemory, since old: FenceMemory?, _ dwell: Int64, at moment: Timestamp)
  {
    memory.entered = old?.entered ?? moment
    memory.hasDwelt = old?.hasDwelt ?? false
    guard !memory.hasDwelt, let entered = memory.entered else { return }
    let stayed = moment.milliseconds(since: entered)
    guard stayed >= dwell else { return }
    memory.hasDwelt = true
    notices.append(FenceNotice(.dwell(stayed), fence: memory.fence))
  }

  private mutating func note(_ memory: FenceMemory, instead old: FenceMemory) {
    if memory != old { memories.append(memory) }
  }
}

extension FenceNotice {
  /// The order of what one sample has to tell.
  public var rank: Int {
    switch kind {
    case .passedThrough: 0
    case .approach: 1
    case .dwell: 2
    }
  }
}
