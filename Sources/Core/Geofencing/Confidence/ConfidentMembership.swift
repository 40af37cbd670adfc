internal import Geodesy
public import MusterValues

/// What is believed about one device and one fence: a state machine of four states.
///
/// | from | on | to | transition |
/// |---|---|---|---|
/// | outside | P >= `enterProbability` once, or >= `confirmedEnterProbability` twice | inside | `entered` |
/// | outside | P > `suspicionProbability` | uncertain, was outside | `becameUncertain` |
/// | uncertain, was outside | as from outside | inside | `entered` |
/// | uncertain, was outside | P <= `suspicionProbability` | outside | `becameCertainAgain` |
/// | inside | P < `doubtProbability` | uncertain, was inside | `becameUncertain` |
/// | inside, uncertain | P <= `exitProbability` twice, or decisively outside once | outside | `exited` |
/// | uncertain, was inside | P >= `restoreProbability` | inside | `becameCertainAgain` |
///
/// `entered` and `exited` strictly alternate. A fix that could not have decided, since the fence is too small for its
/// accuracy, neither raises doubt nor refreshes. A suspect fix raises doubt, and decides only as the second of two.
public struct ConfidentMembership: Hashable, Sendable {
  /// What was last confirmed.
  public var isInside: Bool
  /// Whether later evidence casts doubt on that.
  public var isUncertain: Bool
  /// The first of an unbroken row of fixes with P >= `confirmedEnterProbability`, while outside.
  public var insideSince: Timestamp?
  /// The first of an unbroken row of fixes with P <= `exitProbability`, while inside.
  public var outsideSince: Timestamp?
  /// Until when being inside is believed without another fix; nil while outside.
  public var holdsUntil: Timestamp?

  public init(
    isInside: Bool = false, isUncertain: Bool = false, insideSince: Timestamp? = nil, outsideSince: Timestamp? = nil,
    holdsUntil: Timestamp? = nil
  ) {
    self.isInside = isInside
    self.isUncertain = isUncertain
    self.insideSince = insideSince
    self.outsideSince = outsideSince
    self.holdsUntil = holdsUntil
  }

  /// Outside for sure: nothing worth keeping.
  public static let outside = ConfidentMembership()

  /// Takes in what a fix says about the fence.
  mutating func step(_ evidence: FixEvidence, _ shape: PreparedShape, _ rules: ConfidenceRules) -> Step {
    let probability = evidence.probabilityInside(shape)
    let kind = isInside ? stepInside(probability, evidence, shape, rules) : stepOutside(probability, evidence, rules)
    if isInside, !isUncertain, probability >= rules.doubtProbability { holdsUntil = evidence.holdsUntil(shape, rules) }
    return Step(kind: kind, probability: probability)
  }

  struct Step {
    let kind: ConfidentTransition.Kind?
    let probability: Double
  }

  private mutating func stepOutside(
    _ probability: Double, _ evidence: FixEvidence, _ rules: ConfidenceRules
  ) -> ConfidentTransition.Kind? {
    if probability < rules.confirmedEnterProbability { insideSince = nil }
    let first = insideSince
    if probability >= rules.confirmedEnterProbability, first == nil { insideSince = evidence.mark.time }
    let isConfirmed =
      first.map { evidence.mark.time.milliseconds(since: $0) >= max(1, rules.enterSeparation) } ?? false
    let isClear = probability >= rules.enterProbability && !evidence.isSuspect
    if isClear || (isConfirmed && probability >= rules.confirmedEnterProbability && !evidence.isSuspect) {
      self = ConfidentMembership(isInside: true)
      return .entered
    }
    return doubt(probability > rules.suspicionProbability)
  }

  private mutating func stepInside(
    _ probability: Double, _ evidence: FixEvidence, _ shape: PreparedShape,
    _ rules: ConfidenceRules
  ) -> ConfidentTransition.Kind? {
    guard probability < rules.doubtProbability else {
      outsideSince = nil
      return isUncertain && (probability < rules.restoreProbability || evidence.isSuspect) ? nil : doubt(false)
    }
    if probability <= rules.exitProbability {
      if let outsideSince, evidence.mark.time > outsideSince { return exit() }
      if evidence.isDecisivelyOutside(shape, rules) { return exit() }
      outsideSince = outsideSince ?? evidence.mark.time
      return doubt(true)
    }
    outsideSince = nil
    let couldTell = shape.greatestProbabilityInside(cep68: evidence.mark.cep68) >= rules.enterProbability
    return couldTell ? doubt(true) : nil
  }

  private mutating func exit() -> ConfidentTransition.Kind {
    self = .outside
    return .exited
  }

  /// Sets the doubt; the transition when that changes it.
  private mutating func doubt(_ doubted: Bool) -> ConfidentTransition.Kind? {
    guard isUncertain != doubted else { return nil }
    isUncertain = doubted
    return doubted ? .becameUncertain : .becameCertainAgain
  }
}
